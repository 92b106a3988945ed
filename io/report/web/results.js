// The answer that a reader looks for first: the best setting of each task, and by how much it is better.

/// The experiments that count, by setting: [{rows, mean, half, n}], the best mean first.
function settingsOf(view, column, largest) {
  const {rows} = selectRows(view, "", false), columns = configurationColumns(view, null), places = new Map();
  for (const row of rows) {
    if (!Number.isFinite(column.at(row))) continue;
    const key = columns.map((c) => c.at(row)).join(" ");
    if (!places.has(key)) places.set(key, []);
    places.get(key).push(row);
  }
  return [...places.values()]
      .map((of) => ({rows: of, ...meanOf(of.map((row) => column.at(row)))}))
      .sort((a, b) => (largest ? b.mean - a.mean : a.mean - b.mean));
}

const settingText = (view, row) =>
    configurationColumns(view, null).map((c) => `${c.name} ${c.text(row) || "(none)"}`).join(", ");
const meanText = (s) => numberText(s.mean, 4) + (s.half >= 0 && !s.seeds ? ` ± ${numberText(s.half, 2)}` : "");

/// "12 % less than", "3.1 times more than" or "the same as" another mean.
function leadOver(best, other) {
  if (other === best) return "the same as";
  const word = best < other ? "less" : "more", small = Math.min(best, other), great = Math.max(best, other);
  if (small > 0 && great >= 2 * small) return `${numberText(great / small, 2)} times ${word} than`;
  const part = Math.abs(best - other) / Math.abs(other);  // of a mean of 0: infinite
  return Number.isFinite(part) ? `${numberText(100 * part, 2)} % ${word} than` : `${word} than`;
}

/// "12 % less than the next setting (depth 2), 3.1 times less than the median of 9 settings".
function leadText(view, settings) {
  const [best, next] = settings, median = settings[(settings.length - 1) >> 1];
  const parts = [`${leadOver(best.mean, next.mean)} the next setting (${settingText(view, next.rows[0])})`];
  if (settings.length > 2)
    parts.push(`${leadOver(best.mean, median.mean)} the median of ${countText(settings.length)} settings`);
  return parts.join(", ");
}

function showResults(views) {
  const items = about.importances.flatMap((answer) => {
    const view = views.find((v) => v.name === answer.task), column = view?.find(answer.metric);
    const {largest} = answer.best_part, settings = column ? settingsOf(view, column, largest) : [];
    if (settings.length < 2) return [];
    const [best] = settings, name = views.length > 1 ? `${answer.metric} of ${answer.task}` : answer.metric;
    const causes = answer.effects.filter((e) => e.parameters.length === 1 && e.share >= 0.005)
                       .sort((a, b) => b.share - a.share)
                       .slice(0, 3)
                       .map((e) => `${effectText(e.parameters)} (${percentText(e.share)})`);
    return [
      node("p", {}, node("strong", {}, `${largest ? "Largest" : "Smallest"} ${name}: ${meanText(best)}`),
           ` with ${settingText(view, best.rows[0])}; mean of ${plural(best.n, "experiment")}, ${leadText(view, settings)}.`),
      node("p", {class: "note"},
           causes.length > 0 ? `Its variance over all settings comes from ${causes.join(", ")}.` :
                               "No parameter explains its variance over all settings.")
    ];
  });
  element("best").replaceChildren(...items);
  element("results").hidden = items.length === 0;
}
