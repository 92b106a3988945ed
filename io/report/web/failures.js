// Experiments that did not end as done, that learnt nothing, and that a search pruned.

const mostFailures = 50;

/// look(view, filter) shows experiments in the table. Experiments with the same task, outcome and message form a group;
/// those of earlier sweeps form separate groups.
function showFailures(views, look) {
  const list = views.flatMap((view) => view.sums.failures.most.map((group) => ({view, ...group})))
                   .sort((a, b) => b.count - a.count);
  const groups = views.reduce((n, view) => n + view.sums.failures.groups, 0), place = element("failure-groups");
  element("failures").hidden = groups === 0;
  place.replaceChildren();
  const bothSweeps = ({planned, unplanned}) => planned > 0 && unplanned > 0;
  const ofSweep = (g) => (g.earlier || bothSweeps(g.view.sums) ? ` planned=${g.earlier ? 0 : 1}` : "");
  const filter = (g) => `${termFor("status", "=", g.outcome)} ${termFor("message", "=", g.message)}${ofSweep(g)}`;
  const outcome = (g) => g.outcome + (g.earlier ? ", from earlier sweeps" : "");
  const show = (g) => button(`show ${countText(g.count)}`, () => look(g.view, filter(g)), {class: "link"});
  const rows = list.slice(0, mostFailures).map((g) => [g.view.name, outcome(g), g.message || "(no message)", show(g)]);
  if (rows.length > 0) place.append(plainTable(["task", "outcome", "message", "experiments"], rows));
  if (groups > rows.length)
    place.append(node("p", {class: "note"}, `The ${mostFailures} most frequent of ${countText(groups)} messages.`));
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
    const count = view.sums.unlearnt;
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
  const extreme = (r, value) => (r.reached > 0 ? numberText(value) : "");
  const rows = views.flatMap((view) => view.sums.rungs.map(
      (r) => [view.name, String(r.rung), countText(r.pruned), countText(r.reached), extreme(r, r.least), extreme(r, r.largest)]));
  element("rungs").replaceChildren(
      ...(rows.length > 0 ? [plainTable(["task", "#rung", "#pruned there", "#came there", "#least metric", "#largest"], rows)] : []));
}
