// Brings curves with different x to a common grid, so that a mean covers the same curves at every point.

const mostGridPoints = 128;

/// {xs, ys} of a row's curve, xs increasing. They are positions, or the values of another curve.
function curvePoints(view, row, {x, y}) {
  const xs = [], ys = [];
  view.curves.each(y, row, (position, value, at) => {
    const place = x ? x.values[at] : position;
    if (!Number.isFinite(place) || place <= xs.at(-1)) return;
    xs.push(place);
    ys.push(value);
  });
  return {xs, ys};
}

/// All x of the curves; if there are very many, evenly chosen ones including both ends.
function commonGrid(curves) {
  const seen = new Set();
  for (const {xs} of curves)
    for (const x of xs) seen.add(x);
  const all = Float64Array.from(seen).sort();
  if (all.length <= mostGridPoints) return all;
  return Float64Array.from(
      {length: mostGridPoints}, (_, i) => all[Math.round(i * (all.length - 1) / (mostGridPoints - 1))]);
}

/// Calls f(x, y, between) for each x of the grid in the curve's own range, by linear interpolation. There is no value
/// next to a missing number.
function onGrid({xs, ys}, grid, f) {
  let k = 0;
  for (const x of grid) {
    if (x < xs[0] || x > xs.at(-1)) continue;
    while (k + 1 < xs.length && xs[k + 1] <= x) ++k;
    const y = xs[k] === x ? ys[k] : ys[k] + (ys[k + 1] - ys[k]) * (x - xs[k]) / (xs[k + 1] - xs[k]);
    if (!Number.isNaN(y)) f(x, y, xs[k] !== x);
  }
}
