// The values of a chart: the mean for each group and x over its experiments, with Student's 95 % interval. Means of fewer
// than about.intervals.least experiments are drawn with these experiments in place of the interval.

/// The 97.5 % quantile of Student's t; beyond the table, a series in 1/n that is correct to nine digits there.
function student(n) {
  if (n <= about.student.length) return about.student[n - 1];
  const z = 1.959963984540054, z2 = z * z;
  return z *
      (1 + (z2 + 1) / (4 * n) + ((5 * z2 + 16) * z2 + 3) / (96 * n * n) +
       (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n ** 3));
}

/// True if the experiments of a mean are drawn in place of its interval.
const isFew = (n) => n > 1 && n < about.intervals.least;

/// {mean, half, n, seeds} of some numbers; half, the half-width of the interval, is NaN for a single number; seeds: the
/// numbers, if they are few.
function meanOf(values) {
  const n = values.length;
  let mean = 0, square = 0;
  for (const v of values) mean += v / n;
  if (n < 2) return {mean, half: NaN, n};
  for (const v of values) square += (v - mean) * (v - mean);
  return {mean, half: student(n - 1) * Math.sqrt(square / (n - 1) / n), n, seeds: isFew(n) ? values : undefined};
}

/// Values by group and x.
class Gathered {
  constructor() {
    this.groups = new Map();
    this.left = 0;  // values that are not finite numbers
    this.between = false;  // true if some are between a curve's points
  }
  add(group, x, y) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      ++this.left;
      return;
    }
    let points = this.groups.get(group);
    if (!points) this.groups.set(group, (points = new Map()));
    const values = points.get(x);
    if (values) values.push(y);
    else points.set(x, [y]);
  }
}

/// Values of curves; spec as in series(). For a curve, x is null (its positions) or another curve over the same
/// dimension.
function gatherCurves(view, rows, spec) {
  const gathered = new Gathered(), groupOf = spec.group ? (row) => spec.group.at(row) : () => 0, grouped = new Map();
  for (const row of rows) {
    const curve = curvePoints(view, row, spec), group = groupOf(row);
    if (!grouped.has(group)) grouped.set(group, []);
    grouped.get(group).push(curve);
  }
  for (const [group, curves] of grouped) {
    const grid = commonGrid(curves);
    for (const curve of curves)
      onGrid(curve, grid, (x, y, between) => {
        gathered.add(group, x, y);
        if (between) gathered.between = true;
      });
  }
  return gathered;
}

/// {list: [{group, x, mean, half, n, of, seeds}], left} of a column: the mean over the rows of each cell. `of`: number
/// of experiments of `all` in the cell. A row may represent several experiments (Means in data.js).
function cellMeans(view, rows, {x, y, group}, all) {
  const {of: cell, list: cells} = cellsOf(view, group, x), size = cells.length;
  const n = new Float64Array(size), planned = new Float64Array(size), mean = new Float64Array(size),
        square = new Float64Array(size);
  let left = 0;
  for (const row of all) planned[cell[row]] += view.planned ? view.planned[row] : 1;
  for (const row of rows) {
    const c = cell[row], count = y.count(row);
    left += experimentsWithResult(view, row, y) - (Number.isFinite(cells[c].x) ? count : 0);
    if (count > 0 && Number.isFinite(cells[c].x)) n[c] += count, mean[c] += count * y.mean(row);
  }
  for (let c = 0; c < size; ++c) mean[c] /= n[c];
  const seeds = new Map();
  for (const row of rows) {
    const c = cell[row], count = y.count(row), v = y.mean(row);
    if (count === 0) continue;
    square[c] += y.square(row) + count * (v - mean[c]) * (v - mean[c]);
    if (isFew(n[c]) && count === 1) seeds.has(c) ? seeds.get(c).push(v) : seeds.set(c, [v]);
  }
  const unseen = (c) => isFew(n[c]) && seeds.get(c)?.length !== n[c];  // few, and not all of them are known
  const half = (c) => (n[c] < 2 ? NaN : student(n[c] - 1) * Math.sqrt(square[c] / (n[c] - 1) / n[c]));
  const list = cells.map((of, c) => ({
                           ...of,
                           mean: mean[c],
                           half: half(c),
                           n: n[c],
                           of: planned[c],
                           seeds: unseen(c) ? undefined : seeds.get(c)
                         }));
  return {list: list.filter((c) => c.n > 0), left};
}

/// The number of experiments of a row that have the result y, finite or not. One that is not done has none, as its
/// status shows.
function experimentsWithResult(view, row, y) {
  if (view.counted) return view.counted[row];
  return Number.isNaN(y.at(row)) && view.find("status").text(row) !== "done" ? 0 : 1;
}

/// [{label, points: [{x, mean, half, n, of}]}], groups and points in order. spec: {x, y, group}: x and group are
/// columns, y a column or a curve. `of`: number of rows of `all` that a scalar's point would have if all had the value.
/// {left}: number of values that are not finite; {between}: true if values are between a curve's points.
function series(view, rows, spec, all) {
  const key = (column, v) => (column?.texts ? column.ranks[v] : v), points = new Map();
  const put = (group, point) => (points.has(group) ? points.get(group).push(point) : points.set(group, [point]));
  const found = spec.y.dimension ? gatherCurves(view, rows, spec) : cellMeans(view, rows, spec, all);
  if (spec.y.dimension)
    for (const [group, values] of found.groups)
      for (const [x, ys] of values) put(group, {x, of: undefined, ...meanOf(ys)});
  else
    for (const {group, ...point} of found.list) put(group, point);
  const order = spec.x instanceof Column ? spec.x : null;
  const list = [...points.keys()]
                   .sort((a, b) => key(spec.group, a) - key(spec.group, b))
                   .map((g) => ({
                          label: labelOf(spec.group, g),
                          points: points.get(g).sort((a, b) => key(order, a.x) - key(order, b.x))
                        }));
  return {list, left: found.left, between: found.between};
}

/// Removes the intervals of means over different configurations: their spread is not a sampling error.
function withoutIntervals(list) {
  for (const s of list)
    for (const p of s.points) p.half = NaN, p.seeds = undefined;
}

function labelOf(column, value) {
  if (!column) return "";
  return column.show(value, 6) || "(none)";
}
