// Experiments that did not end as done.

const mostFailures = 50;

/// look(view, filter) shows experiments in the table. Experiments with the same task, outcome and message form a group;
/// those of earlier sweeps form groups of their own.
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
