// What did not end as done.

const mostFailures = 50;

/// look(view, filter) shows those experiments in the table. They stand together where task, outcome and message are the
/// same.
function showFailures(views, look) {
  const groups = new Map();
  for (const view of views) {
    const status = view.find("status"), message = view.find("message");
    for (let row = 0; row < view.rows; ++row) {
      const outcome = status.text(row);
      if (outcome === "done" || outcome === "pending") continue;
      const key = JSON.stringify([view.name, outcome, message.text(row)]);
      const group = groups.get(key) || {view, outcome, message: message.text(row), count: 0};
      ++group.count;
      groups.set(key, group);
    }
  }
  if (groups.size === 0) return;
  const list = [...groups.values()].sort((a, b) => b.count - a.count), place = element("failure-groups");
  const filter = (g) => `${termFor("status", "=", g.outcome)} ${termFor("message", "=", g.message)}`;
  const show = (g) => button(`show ${countText(g.count)}`, () => look(g.view, filter(g)), {class: "link"});
  const rows = list.slice(0, mostFailures).map((g) => [g.view.name, g.outcome, g.message || "(no message)", show(g)]);
  place.append(plainTable(["task", "outcome", "message", "experiments"], rows));
  if (list.length > rows.length)
    place.append(
        node("p", {class: "note"}, `The ${mostFailures} most frequent of ${countText(list.length)} messages.`));
  element("failures").hidden = false;
}
