// Experiments that did not end as done, that learnt nothing, and that a search pruned.

const mostFailures = 50;

/// look(view, filter) shows experiments in the table. Experiments with the same task, outcome and message form a group;
/// those of earlier sweeps form separate groups.
function showFailures(views, look) {
  const groups = new Map();
  for (const view of views) {
    const status = view.find("status"), message = view.find("message"), planned = view.find("planned");
    for (let row = 0; row < view.rows; ++row) {
      const outcome = status.text(row);
      if (outcome === "done" || outcome === "pending" || outcome === "pruned") continue;
      const key = JSON.stringify([view.name, outcome, message.text(row), planned.at(row)]);
      const group =
          groups.get(key) || {view, outcome, message: message.text(row), earlier: planned.at(row) === 0, count: 0};
      ++group.count;
      groups.set(key, group);
    }
  }
  element("failures").hidden = groups.size === 0;
  element("failure-groups").replaceChildren();
  const list = [...groups.values()].sort((a, b) => b.count - a.count), place = element("failure-groups");
  const ofSweep = (g) => (g.earlier || g.view.find("planned").varies ? ` planned=${g.earlier ? 0 : 1}` : "");
  const filter = (g) => `${termFor("status", "=", g.outcome)} ${termFor("message", "=", g.message)}${ofSweep(g)}`;
  const outcome = (g) => g.outcome + (g.earlier ? ", from earlier sweeps" : "");
  const show = (g) => button(`show ${countText(g.count)}`, () => look(g.view, filter(g)), {class: "link"});
  const rows = list.slice(0, mostFailures).map((g) => [g.view.name, outcome(g), g.message || "(no message)", show(g)]);
  if (rows.length > 0) place.append(plainTable(["task", "outcome", "message", "experiments"], rows));
  if (list.length > rows.length)
    place.append(
        node("p", {class: "note"}, `The ${mostFailures} most frequent of ${countText(list.length)} messages.`));
}

const largestLearntRatio = 0.95;  // io/schema/schema.hpp

/// True if an experiment counts and is no better than predicting zero.
function learntNothing(view, row) {
  const ratio = view.find("zero_ratio");
  return ratio !== undefined && view.counts.at(row) === 1 && ratio.at(row) > largestLearntRatio;
}

/// Adds a note for each task with such experiments; look(view, filter) shows them in the table.
function showUnlearnt(views, look) {
  element("unlearnt").replaceChildren();
  for (const view of views) {
    let count = 0;
    for (let row = 0; row < view.rows; ++row) count += learntNothing(view, row);
    if (count === 0) continue;
    const filter = `zero_ratio>${largestLearntRatio}`;
    element("unlearnt").append(node(
        "p", {class: "note unlearnt"}, `${plural(count, "experiment")} of ${view.name} learnt nothing: above ${
            largestLearntRatio} of the loss of predicting zero. `,
        button("show", () => look(view, filter), {class: "link"})));
  }
}

/// For each task with a search: the number of experiments pruned at each rung, and the metric of those that reached it.
function showRungs(views) {
  const rows = [];
  for (const view of views) {
    const rung = view.find("rung"), metric = view.find("rung_metric"), status = view.find("status"), places = new Map();
    if (!rung) continue;
    for (let row = 0; row < view.rows; ++row)
      if (status.text(row) === "pruned")
        places.set(rung.at(row), [...(places.get(rung.at(row)) || []), metric.at(row)]);
    for (const [at, all] of [...places].sort((a, b) => a[0] - b[0])) {
      const values = all.filter(value => !Number.isNaN(value)), extreme = f => values.length > 0 ? numberText(values.reduce((a, b) => f(a, b))) : "";
      rows.push([view.name, String(at), countText(all.length), countText(values.length), extreme(Math.min), extreme(Math.max)]);
    }
  }
  element("rungs").replaceChildren(
      ...(rows.length > 0 ? [plainTable(["task", "#rung", "#pruned there", "#came there", "#least metric", "#largest"], rows)] : []));
}
