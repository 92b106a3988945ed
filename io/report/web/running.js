// The experiments that run now, with the curves of their losses.

const svgNode = (name, attributes) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

/// A curve of losses at equal times, on a logarithmic scale if all are positive.
function lossCurve(losses) {
  const width = 150, height = 30, isLog = losses.every((v) => v > 0), on = (v) => (isLog ? Math.log(v) : v);
  const low = Math.min(...losses.map(on)), range = Math.max(...losses.map(on)) - low;
  const points = losses.map((v, i) => {
    const x = 2 + (width - 4) * i / Math.max(1, losses.length - 1);
    return `${x.toFixed(1)},${(range > 0 ? 2 + (height - 4) * (1 - (on(v) - low) / range) : height / 2).toFixed(1)}`;
  });
  const curve = svgNode("svg", {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    class: "losses",
    role: "img",
    "aria-label": `loss from ${numberText(losses[0], 3)} to ${numberText(losses.at(-1), 3)}`
  });
  curve.append(svgNode("polyline", {points: points.join(" ")}));
  return curve;
}

const runningOrder = {column: -1, sign: 1};  // the reader's choice, which each second's news keeps

/// The rows of the experiments in flight; the one with the least loss is marked.
function runningTable(launch) {
  const {running} = launch, last = (e) => e.losses.at(-1), isMixed = new Set(running.map((e) => e.task)).size > 1;
  const least = Math.min(...running.filter((e) => e.losses.length > 0).map(last));
  const rows = running.map((e) => {
    const name = [isMixed || !e.label ? e.task : "", e.label].filter(Boolean).join(" "), loss = numberText(last(e) ?? NaN, 3);
    const done = e.steps > 0 ? e.step / e.steps : NaN;
    const cells = [
      name, String(e.rank), countText(e.threads), done >= 0 ? `${(100 * done).toFixed(0)} %` : "",
      running.length > 1 && last(e) === least ? node("strong", {title: "the least of these"}, loss) : loss,
      e.losses.length > 1 ? lossCurve(e.losses) : ""
    ];
    return {cells, keys: [name, e.rank, e.threads, done, last(e) ?? NaN]};
  });
  const left = launch.in_flight - running.length;
  const more = left > 0 ? [node("p", {class: "note"}, `and ${countText(left)} more`)] : [];
  const headings = ["running", "#rank", "#cores", "#done", "#loss", "loss in this launch"];
  return node("div", {class: "scroll"}, sortedTable(headings, rows, runningOrder, showLaunch), ...more);
}
