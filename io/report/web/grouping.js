// Selects the experiments that a chart averages: configurations, and parameters that still differ within a mean.

/// The columns of a configuration besides x: all varying ones except the seed, and the task if there are several.
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

/// The names of the parameters that differ within a mean, except the seed. Experiments without a value belong to no
/// mean.
function pooled(view, rows, {x, y, group}) {
  const left = configurationColumns(view, x).filter((c) => c !== group), found = new Set();
  const {of: cell, list} = cellsOf(view, group, x), first = new Int32Array(list.length).fill(-1);
  const has = y.dimension ? (row) => view.curves.place[row] >= 0 : (row) => y.count(row) > 0;
  for (const row of left.length > 0 ? rows : []) {
    if (!has(row)) continue;
    if (first[cell[row]] < 0) first[cell[row]] = row;
    for (const c of left)
      if (!Object.is(c.at(row), c.at(first[cell[row]]))) found.add(c);
  }
  return [...left.filter((c) => found.has(c)).map((c) => c.name), ...(view.hidden || [])];
}

/// The index of each row's value, and the values: {codes, values}. Without a column all rows have the same value.
function codesOf(column, rows) {
  const codes = new Int32Array(rows), places = new Map();
  for (let row = 0; row < rows; ++row) {
    const value = column ? column.at(row) : 0;
    if (!places.has(value)) places.set(value, places.size);
    codes[row] = places.get(value);
  }
  return {codes, values: [...places.keys()]};
}

/// The cell of each row by group and x, kept for the next filter: {of: index of its cell, list: [{group, x}]}.
function cellsOf(view, group, x) {
  const name = `${group ? group.name : ""} ${x ? x.name : ""}`;
  view.cells ||= new Map();
  if (!view.cells.has(name)) {
    const groups = codesOf(group, view.rows), xs = codesOf(x, view.rows), places = new Map(), list = [];
    const of = Int32Array.from(groups.codes, (g, row) => {
      const code = g * xs.values.length + xs.codes[row];
      if (!places.has(code)) places.set(code, list.push({group: groups.values[g], x: xs.values[xs.codes[row]]}) - 1);
      return places.get(code);
    });
    view.cells.set(name, {of, list});
  }
  return view.cells.get(name);
}
