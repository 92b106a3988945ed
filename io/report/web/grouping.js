// Which experiments a chart averages: configurations, and the parameters that still differ within a mean.

/// The columns of a configuration besides x: every varying one but the seed, and the task if there are several.
function configurationColumns(view, x) {
  return [view.find("task"), ...view.varying].filter((c) => c && c.varies && c !== x && !c.repeats);
}

/// One column whose texts name a row's configuration, as "sca · depth 3"; null if only x varies.
function configurationOf(view, x) {
  const columns = configurationColumns(view, x);
  if (columns.length < 2) return columns[0] || null;
  view.configurations ??= new Map();
  const key = JSON.stringify(columns.map((c) => c.name));
  if (!view.configurations.has(key)) view.configurations.set(key, combined(columns, view.rows));
  return view.configurations.get(key);
}

function combined(columns, rows) {
  const places = new Map(), texts = [], values = new Float64Array(rows);
  for (let row = 0; row < rows; ++row) {
    const key = columns.map((c) => c.at(row)).join(" ");
    if (!places.has(key)) {
      places.set(key, texts.length);
      texts.push(
          columns.map((c) => (c.texts ? c.text(row) || "(none)" : `${c.name} ${c.text(row) || "nan"}`)).join(" · "));
    }
    values[row] = places.get(key);
  }
  return new Column({name: "configuration", role: "parameter", texts}, values);
}

/// The names of the parameters that differ within a mean, except the seed, which may. Experiments without a value
/// belong to no mean.
function pooled(view, rows, {x, y, group}) {
  const first = new Map(), left = configurationColumns(view, x).filter((c) => c !== group), found = new Set();
  const has = y.dimension ? (row) => view.curves.place[row] >= 0 : (row) => Number.isFinite(y.at(row));
  for (const row of rows) {
    if (!has(row)) continue;
    const key = `${group ? group.at(row) : 0} ${x ? x.at(row) : 0}`;
    if (!first.has(key)) first.set(key, row);
    for (const c of left)
      if (!Object.is(c.at(row), c.at(first.get(key)))) found.add(c);
  }
  return [...left.filter((c) => found.has(c)).map((c) => c.name), ...(view.hidden || [])];
}
