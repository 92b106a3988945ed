// The values of a chart: for each group and x the mean over its experiments, with the 95 % interval of Student's t.

/// The 97.5 % quantile of Student's t; beyond the table by a series in 1/n, correct to nine digits there.
function student(n) {
  if (n <= about.student.length) return about.student[n - 1];
  const z = 1.959963984540054, z2 = z * z;
  return z *
      (1 + (z2 + 1) / (4 * n) + ((5 * z2 + 16) * z2 + 3) / (96 * n * n) +
       (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n ** 3));
}

/// {mean, half, n} of some numbers; half, the interval's half-width, is NaN for a single one.
function meanOf(values) {
  const n = values.length;
  let mean = 0, square = 0;
  for (const v of values) mean += v / n;
  if (n < 2) return {mean, half: NaN, n};
  for (const v of values) square += (v - mean) * (v - mean);
  return {mean, half: student(n - 1) * Math.sqrt(square / (n - 1) / n), n};
}

/// Values by group and x.
class Gathered {
  constructor() {
    this.groups = new Map();
    this.left = 0;         // values that are no finite numbers
    this.between = false;  // whether some lie between a curve's points
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

/// spec: {x, y, group}: x and group are columns, y a column or a curve. For a curve, x is null (its positions) or
/// another curve over the same dimension. Only experiments with a final status have results.
function gather(view, rows, spec) {
  const gathered = new Gathered(), groupOf = spec.group ? (row) => spec.group.at(row) : () => 0;
  if (!spec.y.dimension) {
    for (const row of rows) {
      const y = spec.y.at(row);
      if (!Number.isNaN(y)) gathered.add(groupOf(row), spec.x.at(row), y);
    }
    return gathered;
  }
  const grouped = new Map();
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

/// Counts experiments by group and x, with a value or without.
function planned(rows, spec) {
  const counts = new Map(), groupOf = spec.group ? (row) => spec.group.at(row) : () => 0;
  for (const row of rows) {
    const key = `${groupOf(row)} ${spec.x.at(row)}`;
    counts.set(key, (counts.get(key) || 0) + 1);
  }
  return (group, x) => counts.get(`${group} ${x}`);
}

/// [{label, points: [{x, mean, half, n, of}]}], groups and points in order. `of`: how many of `all` a scalar's point
/// would have if all had the value. {left} counts values that are no finite numbers; {between} tells whether values lie
/// between a curve's points.
function series(view, rows, spec, all) {
  const count = spec.y.dimension ? () => undefined : planned(all, spec);
  const gathered = gather(view, rows, spec), key = (column, v) => (column?.texts ? column.ranks[v] : v);
  const groups = [...gathered.groups.keys()].sort((a, b) => key(spec.group, a) - key(spec.group, b));
  const list = groups.map((g) => {
    const points = [...gathered.groups.get(g)].map(([x, values]) => ({x, of: count(g, x), ...meanOf(values)}));
    const order = spec.x instanceof Column ? spec.x : null;
    return {label: labelOf(spec.group, g), points: points.sort((a, b) => key(order, a.x) - key(order, b.x))};
  });
  return {list, left: gathered.left, between: gathered.between};
}

/// Removes the intervals of means over different configurations: their spread is no sampling error.
function withoutIntervals(list) {
  for (const s of list)
    for (const p of s.points) p.half = NaN;
}

function labelOf(column, value) {
  if (!column) return "";
  return column.show(value, 6) || "(none)";
}
