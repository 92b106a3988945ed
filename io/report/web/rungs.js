// Where a search has pruned experiments.

/// For each task with a search: how many were pruned at each rung, and the metric of those that came there.
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
