// The parameters that influence a result, as `icsweep importance` reports them.

const mostPairs = 6;
/// An estimated share may be negative by its error.
const percentText = (share) => share === null ? "" :
    share <= -0.0005                          ? "below its error" :
                                                `${(100 * share).toFixed(1).replace(/^-0\.0$/, "0.0")} %`;
const effectText = (parameters) => parameters.map((names) => names.join(", ")).join(" × ");

/// The interval of a variance share, or the standard error of another share.
const spreadText = (e) => ("error" in e ? percentText(e.error)
    : e.low === null ? "" : `${percentText(Math.max(0, e.low)).replace(" %", "")} to ${percentText(Math.max(0, e.high))}`);

function shareBar(share) {
  const piece = node("span", {class: "done"});
  piece.style.width = `${Math.max(0, Math.min(100, 100 * share)).toFixed(1)}%`;
  return node("div", {class: "bar", "aria-hidden": "true"}, piece);
}

function effectRows(effects) {
  const byShare = (a, b) => b.share - a.share, single = effects.filter((e) => e.parameters.length === 1).sort(byShare);
  const pairs = effects.filter((e) => e.parameters.length > 1 && e.share >= 1e-3).sort(byShare).slice(0, mostPairs);
  return [...single, ...pairs].map(
      (e) => [effectText(e.parameters), shareBar(e.share), percentText(e.share), spreadText(e)]);
}

function varianceTable(answer) {
  const rows = effectRows(answer.effects);
  if (answer.rest >= 1e-3) rows.push(["the rest", shareBar(answer.rest), percentText(answer.rest), ""]);
  if (answer.seeds !== null) rows.push(["seeds", shareBar(answer.seeds), percentText(answer.seeds), ""]);
  return plainTable(["parameter", "share of the variance", "#", "#95 % interval"], rows);
}

function showImportances() {
  const {importances} = about, parts = importances.flatMap((answer) => {
    const title = node("h3", {}, `${answer.metric} of ${answer.task}`), {best, of, effects} = answer.best_part;
    const tables = [node("div", {class: "scroll"}, varianceTable(answer))];
    if (best > 0)
      tables.push(node(
          "div", {class: "scroll"},
          node("p", {class: "note"}, `Parameters that distinguish the best ${best} of ${of} settings. The other table is about all settings:`),
          plainTable(["parameter", "share of the difference", "#", "#error"], effectRows(effects))));
    return [title, node("div", {class: "columns"}, ...tables)];
  });
  element("importance-tables").replaceChildren(...parts);
  element("importance").hidden = importances.length === 0;
}
