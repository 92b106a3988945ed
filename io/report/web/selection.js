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

/// The selection of settings that has the same experiments, whether or not the page lists them; null if the filter asks
/// for more than their parameters, or if the page lists every experiment.
function selectSettings(view, text, every) {
  const {settings} = view, terms = text.match(termPattern) || [];
  if (!settings || every || terms.some((term) => !settings.find(comparison.exec(term)?.[1]))) return null;
  const {rows} = filterRows(text, settings);
  return {rows, planned: rows};
}

/// The part of a selection over which means are unbiased: its rows in the sample. Failed and best rows are listed more
/// often than others.
function sampledOnly(view, {rows}) {
  const kept = keep(rows, view.sampled);
  return {rows: kept, planned: kept};
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
