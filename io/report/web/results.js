// The answer that a reader looks for first: the best setting of each task, and by how much it is better.

const settingText = (view, setting) => Object.entries(setting.at).map(([name, value]) => {
  const column = view.find(name), shown = typeof value === "string" ? value : column.show(value ?? NaN);
  return `${name} ${shown || "(none)"}`;
}).join(", ");
const meanText = (s) => numberText(s.mean, 4) + (s.half !== null && !isFew(s.n) ? ` ± ${numberText(s.half, 2)}` : "");

/// "12 % less than", "3.1 times more than" or "the same as" another mean.
function leadOver(best, other) {
  if (other === best) return "the same as";
  const word = best < other ? "less" : "more", small = Math.min(best, other), great = Math.max(best, other);
  if (small > 0 && great >= 2 * small) return `${numberText(great / small, 2)} times ${word} than`;
  const part = Math.abs(best - other) / Math.abs(other);  // of a mean of 0: infinite
  return Number.isFinite(part) ? `${numberText(100 * part, 2)} % ${word} than` : `${word} than`;
}

/// "12 % less than the next setting (depth 2), 3.1 times less than the median of 9 settings".
function leadText(view, {best, next, median, settings}) {
  const parts = [`${leadOver(best.mean, next.mean)} the next setting (${settingText(view, next)})`];
  if (settings > 2) parts.push(`${leadOver(best.mean, median.mean)} the median of ${countText(settings)} settings`);
  return parts.join(", ");
}

/// A sentence about the parameters that a task's result depends on; null if that is unknown.
function causesText(task) {
  const answer = about.importances.find((a) => a.task === task);
  if (!answer) return null;
  const causes = answer.effects.filter((e) => e.parameters.length === 1 && e.share >= 0.005)
                     .sort((a, b) => b.share - a.share)
                     .slice(0, 3)
                     .map((e) => `${effectText(e.parameters)} (${percentText(e.share)})`);
  return causes.length > 0 ? `Its variance over all settings comes from ${causes.join(", ")}.` :
                             "No parameter explains its variance over all settings.";
}

function showResults(views) {
  const items = views.filter((view) => view.sums.best !== null).flatMap((view) => {
    const {best: all} = view.sums, {best, largest, metric} = all, causes = causesText(view.name);
    const name = views.length > 1 ? `${metric} of ${view.name}` : metric;
    return [
      node("p", {}, node("strong", {}, `${largest ? "Largest" : "Smallest"} ${name}: ${meanText(best)}`),
           ` with ${settingText(view, best)}; mean of ${plural(best.n, "experiment")}, ${leadText(view, all)}.`),
      ...(causes ? [node("p", {class: "note"}, causes)] : [])
    ];
  });
  element("best").replaceChildren(...items);
  element("results").hidden = items.length === 0;
}
