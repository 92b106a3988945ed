// Selects the experiments that table, parallel coordinates and chart show: those that count (io/query/selection.hpp)
// unless the reader asks for more.

/// True if a filter has a term for this column.
const namesColumn = (text, name) =>
    (text.match(termPattern) || []).some((term) => comparison.exec(term)?.[1] === name);

const keep = (rows, column) => rows.filter((row) => column.at(row) === 1);

/// True if no experiment counts yet, as at a sweep's beginning.
const nothingCounts = (view) => !view.counts.values.includes(1);

/// True if the reader wants all experiments; undefined for the view's own choice.
function everyAsked(view) {
  const {checked} = element("every");
  return checked === nothingCounts(view) ? undefined : checked;
}

/// {rows, planned, leftOut, problems}. `planned`: the same settings with any outcome. A filter that names a status
/// shows all planned experiments of that status; one that names `planned` shows those of any sweep.
function selectRows(view, text, every) {
  const {rows, problems} = filterRows(text, view);
  if (every || namesColumn(text, "planned")) return {rows, planned: rows, leftOut: "", problems};
  const planned = keep(rows, view.find("planned"));
  if (namesColumn(text, "status")) return {rows: planned, planned, leftOut: "", problems};
  return {rows: keep(rows, view.counts), planned, leftOut: view.leftOut, problems};
}
