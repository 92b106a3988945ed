// The answer that a reader looks for first: the best setting of each task, and by how much it is better.

/// The experiments that count, by setting: [{rows, mean, half, n}], the smallest mean first.
function settingsOf(view, column) {
  const {rows} = selectRows(view, "", false), columns = configurationColumns(view, null), places = new Map();
  for (const row of rows) {
    if (!Number.isFinite(column.at(row))) continue;
    const key = columns.map((c) => c.at(row)).join(" ");
    if (!places.has(key)) places.set(key, []);
    places.get(key).push(row);
  }
  return [...places.values()]
      .map((of) => ({rows: of, ...meanOf(of.map((row) => column.at(row)))}))
      .sort((a, b) => a.mean - b.mean);
}

const settingText = (view, row) =>
    configurationColumns(view, null).map((c) => `${c.name} ${c.text(row) || "(none)"}`).join(", ");
const meanText = (s) => numberText(s.mean, 4) + (s.half >= 0 && !s.seeds ? ` ± ${numberText(s.half, 2)}` : "");

/// "12 % less than the next setting (depth 2), 3.1 times less than the median setting".
function leadText(view, settings) {
  const [best, next] = settings, median = settings[(settings.length - 1) >> 1];
  const less = (other) => best.mean > 0 && other.mean >= 2 * best.mean ?
      `${numberText(other.mean / best.mean, 2)} times less` :
      other.mean === best.mean ? "the same" :
                                 `${numberText(100 * (other.mean - best.mean) / Math.abs(other.mean), 2)} % less`;
  const parts = [`${less(next)} than the next setting (${settingText(view, next.rows[0])})`];
  if (settings.length > 2) parts.push(`${less(median)} than the median of ${countText(settings.length)} settings`);
  return parts.join(", ");
}

function showResults(views) {
  const items = about.importances.flatMap((answer) => {
    const view = views.find((v) => v.name === answer.task), column = view?.find(answer.metric);
    const settings = column ? settingsOf(view, column) : [];
    if (settings.length < 2) return [];
    const [best] = settings, name = views.length > 1 ? `${answer.metric} of ${answer.task}` : answer.metric;
    const causes = answer.effects.filter((e) => e.parameters.length === 1 && e.share >= 0.005)
                       .sort((a, b) => b.share - a.share)
                       .slice(0, 3)
                       .map((e) => `${effectText(e.parameters)} (${percentText(e.share)})`);
    return [
      node("p", {}, node("strong", {}, `Smallest ${name}: ${meanText(best)}`),
           ` with ${settingText(view, best.rows[0])}; mean of ${plural(best.n, "experiment")}, ${leadText(view, settings)}.`),
      node("p", {class: "note"},
           causes.length > 0 ? `Its variance over all settings comes from ${causes.join(", ")}.` :
                               "No parameter explains its variance over all settings.")
    ];
  });
  element("best").replaceChildren(...items);
  element("results").hidden = items.length === 0;
}
