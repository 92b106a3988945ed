// The initial choices of a chart.

const mostGroups = 21;

/// x: the varying parameter with the most numbers, except seeds. y: test_mse or the first scalar that varies. A store
/// with one configuration, or without results yet, opens with its first curve.
function defaultChoice(view) {
  const varying = view.varying.filter((c) => !c.repeats);
  const byValues = varying.filter((c) => !c.texts).sort((a, b) => b.distinct - a.distinct);
  const x = byValues[0] || varying[0] || view.varying[0];
  const y = view.scalars.find((c) => c.name === "test_mse") || view.scalars.find((c) => c.varies) || view.scalars[0];
  const curve = firstCurve(view);
  if ((varying.length === 0 || view.scalars.length === 0) && curve && view.curves.rows.length > 0)
    return {y: `c:${curve.name}`, x: alongOf(view, curve), group: varying.length > 0 ? defaultGroup(view, null) : "", logX: false, logY: isWide(curve)};
  return {
    x: `s:${(x || view.find("experiment")).name}`,
    y: `s:${(y || view.find("seconds")).name}`,
    group: defaultGroup(view, x),
    logX: isWide(x),
    logY: isWide(y)
  };
}

/// The configuration. With more configurations than colours: the parameter with the most values that all have a colour.
function defaultGroup(view, x) {
  const whole = configurationOf(view, x);
  if (!whole) return "";
  if (whole.distinct <= mostGroups) return configurationMark;
  const few = configurationColumns(view, x).filter((c) => c.distinct <= mostGroups);
  return few.length > 0 ? `s:${few.reduce((a, b) => (b.distinct > a.distinct ? b : a)).name}` : "";
}

/// The first curve that is not merely its positions in other units.
function firstCurve(view) {
  const {curves} = view;
  return curves.columns.find((c) => !curves.companions(c.dimension).includes(c)) || curves.columns[0];
}

/// The x of a curve: its positions, or a companion with the positions in other units.
function alongOf(view, curve) {
  const companion = view.curves.companions(curve.dimension).find((c) => c !== curve);
  return `d:${companion ? companion.name : curve.dimension}`;
}

/// True if the range needs a logarithmic axis.
function isWide(c) { return Boolean(c && !c.texts && c.values.every((a) => !(a <= 0)) && range(c.values) >= 50); }

/// Largest divided by smallest of the positive numbers, without NaN.
function range(values) {
  let low = Infinity, high = 0;
  for (const v of values)
    if (v > 0) low = Math.min(low, v), high = Math.max(high, v);
  return high / low;
}
