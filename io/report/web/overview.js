// The launches, their hosts, the progress, and the origin of the store.

const outcomes = ["done", "pending", "diverged", "failed", "timed_out", "crashed", "pruned"];

/// The counts and times of a view, which cover every row of the store.
function tally(view) {
  const {sums} = view, {outcomes: counts, begin, end, median} = sums;
  return {...sums, ...counts, begin: begin ?? Infinity, end: end ?? -Infinity, median: median ?? NaN};
}

function sum(tallies) {
  const total = {planned: 0, unplanned: 0, seconds: 0, begin: Infinity, end: -Infinity};
  for (const o of outcomes) total[o] = 0;
  for (const t of tallies) {
    for (const name of ["planned", "unplanned", "seconds", ...outcomes]) total[name] += t[name];
    total.begin = Math.min(total.begin, t.begin);
    total.end = Math.max(total.end, t.end);
  }
  return total;
}

const outcomesText = (t) => outcomes.filter((o) => t[o] > 0).map((o) => `${countText(t[o])} ${o}`).join(", ") || "none";

function showHeader(total) {
  const name = about.store.sweep || "unnamed sweep";
  element("name").textContent = name;
  document.title = `${name} · icsweep report`;
  element("headline").textContent = `${plural(total.planned, "experiment")}: ${outcomesText(total)} · made ${
      about.made.replace("T", " ").replace("Z", " UTC")}`;
}

function showRun(total) {
  const s = about.store, ran = total.end > total.begin;
  element("run-facts").replaceChildren(...facts([
    ["first launch", s.started.replace("T", " ").replace("Z", " UTC")], ["planned by", node("code", {}, s.command)],
    ["program", `${s.program}, ${s.compiler}`], ["level", s.level],
    ["experiments ran", ran ? `${timeText(total.begin)} to ${timeText(total.end)}` : "no experiment has ended yet"],
    ["wall time", ran ? `${durationText(total.end - total.begin)}, including breaks between launches` : ""],
    ["core time", ran ? `${hoursText(total.seconds)} core-hours, summed over experiments` : ""]
  ]));
}

/// The hosts and their share of the work: one line per kind of host.
function showHosts() {
  const rows = about.hosts.map(
      (h) => [h.host, h.level, countText(h.ranks), countText(h.experiments), hoursText(h.seconds)]);
  element("hosts").replaceChildren();
  if (rows.length > 0) element("hosts").append(plainTable(["host", "level", "#ranks", "#experiments", "#core-hours"], rows));
}

function showLaunch() {
  const h = about.launch, parts = [];
  if (h === null) parts.push("No launch was running when this page was made.");
  else {
    parts.push(
        `Running on ${plural(h.ranks, "rank")}, process ${h.pid} on ${h.host}, for ${durationText(h.elapsed_s)}:`);
    if (h.guests > 0) parts.push(`with ${plural(h.guest_ranks, "rank")} of ${countText(h.guests)} that joined,`);
    parts.push(`${(100 * h.share).toFixed(0)} % of the predicted work, ${plural(h.in_flight, "experiment")} in flight`);
    if (h.eta_s >= 0) parts.push(`, ${durationText(h.eta_s)} left`);
    if (!about.live) parts.push("when this page was made.");
  }
  const place = element("launch"), focused = document.activeElement?.closest("#launch .sort")?.dataset.column;
  place.replaceChildren(
      node("p", {class: "note"}, parts.join(" ").replaceAll(" ,", ",")), h?.running?.length > 0 ? runningTable(h) : "",
      h ? rankUse(h) : "");
  if (focused) place.querySelector(`.sort[data-column="${focused}"]`)?.focus();
}

/// The share of a task that has ended, as a bar.
function progressBar(t) {
  const ended = t.planned - t.pending;
  const bar = node("div", {class: "bar", role: "img", "aria-label": `${ended} of ${t.planned} ended`});
  for (const [kind, n, title] of [["done", t.done, "done"], ["bad", ended - t.done, "ended otherwise"]]) {
    const piece = node("span", {class: kind, title: `${countText(n)} ${title}`});
    piece.style.width = `${(100 * n / Math.max(1, t.planned)).toFixed(2)}%`;
    bar.append(piece);
  }
  return bar;
}

/// look(view, filter) shows experiments in the table.
function showProgress(views, tallies, look) {
  const used = outcomes.filter((o) => o === "done" || o === "pending" || tallies.some((t) => t[o] > 0));
  const earlier = tallies.some((t) => t.unplanned > 0);
  const link = (n, view, filter) => (n === 0 ? "0" : button(countText(n), () => look(view, filter), {class: "link"}));
  const rows = views.map((view, i) => {
    const t = tallies[i], counts = used.map((o) => link(t[o], view, `status=${o} planned=1`));
    if (earlier) counts.push(link(t.unplanned, view, "planned=0"));
    const name = button(view.name, () => look(view, ""), {class: "link"});
    return [name, progressBar(t), countText(t.planned), ...counts, durationText(t.median), hoursText(t.seconds)];
  });
  const headings = [
    "task", "ended", "#planned", ...used.map((o) => `#${o}`), ...(earlier ? ["#from earlier sweeps"] : []),
    "#median time", "#core-hours"
  ];
  element("tasks").replaceChildren(
      rows.length > 0 ? plainTable(headings, rows) : node("p", {}, "The store holds no experiments."));
}

function showProvenance(views) {
  const s = about.store, versions = views.map(
      ({name, sums}) => sums.versions.length > 0 ? `${name} ${sums.versions.join(", ")}` : null);
  element("provenance-facts").replaceChildren(...facts([
    ["store", node("code", {}, s.path)], ["size", bytesText(s.bytes)], ["store version", String(s.version)],
    ["result versions", versions.filter((v) => v).join(" · ")],
    ["report made", `${about.made.replace("T", " ").replace("Z", " UTC")} by ${about.program}`]
  ]));
  element("sweep").lastChild.textContent = s.text;
}
