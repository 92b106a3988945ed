// Where a search has pruned experiments.

/// For each task with a search: how many were pruned at each rung, and their metric there.
function showRungs(views) {
  const rows = [];
  for (const view of views) {
    const rung = view.find("rung"), metric = view.find("rung_metric"), status = view.find("status"), places = new Map();
    if (!rung) continue;
    for (let row = 0; row < view.rows; ++row)
      if (status.text(row) === "pruned")
        places.set(rung.at(row), [...(places.get(rung.at(row)) || []), metric.at(row)]);
    for (const [at, values] of [...places].sort((a, b) => a[0] - b[0]))
      rows.push([
        view.name, String(at), countText(values.length), numberText(values.reduce((a, b) => Math.min(a, b))),
        numberText(values.reduce((a, b) => Math.max(a, b)))
      ]);
  }
  element("rungs").replaceChildren(
      ...(rows.length > 0 ? [plainTable(["task", "#rung", "#pruned there", "#least metric", "#largest"], rows)] : []));
}
