// What ran, where and how far it is; failures; figures; provenance.

const outcomes = ["done", "pending", "diverged", "failed", "timed_out", "crashed"];

/// Counts of planned rows by outcome, the rest, and times, of one view.
function tally(view) {
  const t = {planned: 0, unplanned: 0, seconds: 0, begin: Infinity, end: -Infinity, all: []};
  for (const o of outcomes) t[o] = 0;
  const status = view.find("status"), planned = view.find("planned"), seconds = view.find("seconds"), finished = view.find("finished");
  for (let row = 0; row < view.rows; ++row) {
    const s = seconds.at(row), end = finished.at(row);
    if (s >= 0) t.seconds += s, t.all.push(s);
    if (s >= 0 && end > 0) t.begin = Math.min(t.begin, end - s), t.end = Math.max(t.end, end);
    if (planned.at(row) === 0) ++t.unplanned;
    else ++t.planned, ++t[status.text(row)];
  }
  t.median = t.all.length > 0 ? Float64Array.from(t.all).sort()[t.all.length >> 1] : NaN;
  return t;
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
  element("headline").textContent =
      `${plural(total.planned, "experiment")}: ${outcomesText(total)} · made ${about.made.replace("T", " ").replace("Z", " UTC")}`;
}

function showRun(total, views) {
  const s = about.store, ran = total.end > total.begin;
  element("run-facts").append(...facts([
    ["first launch", s.started.replace("T", " ").replace("Z", " UTC")],
    ["command", node("code", {}, s.command)], ["program", `${s.program}, ${s.compiler}`], ["level", s.level],
    ["experiments ran", ran ? `${timeText(total.begin)} to ${timeText(total.end)}` : "none has ended yet"],
    ["wall time", ran ? `${durationText(total.end - total.begin)}, breaks between launches included` : ""],
    ["core time", ran ? `${hoursText(total.seconds)} core-hours, the sum over experiments of their own time` : ""]]));
  const places = new Map();
  for (const view of views)
    for (let row = 0; row < view.rows; ++row) {
      const host = view.find("host").text(row), level = view.find("level").text(row), seconds = view.find("seconds").at(row);
      if (!(seconds >= 0)) continue;
      const key = JSON.stringify([host, level]), place = places.get(key) || {host, level, ranks: new Set(), count: 0, seconds: 0};
      places.set(key, place);
      place.ranks.add(view.find("rank").at(row));
      place.count += 1;
      place.seconds += seconds;
    }
  const rows = [...places.values()].map((p) => [p.host, p.level, countText(p.ranks.size), countText(p.count), hoursText(p.seconds)]);
  if (rows.length > 0) element("hosts").append(node("div", {class: "scroll"}, plainTable(["host", "level", "#ranks", "#experiments", "#core-hours"], rows)));
}

function showLaunch() {
  const h = about.launch;
  const text = h === null ? "No launch was running when this page was made." :
    `Running on ${plural(h.ranks, "rank")}, process ${h.pid} on ${h.host}, for ${durationText(h.elapsed_s)}: ${(100 * h.share).toFixed(0)} % of the predicted work, ` +
    `${plural(h.in_flight, "experiment")} in flight` + (h.eta_s >= 0 ? `, ${durationText(h.eta_s)} left.` : ".");
  element("launch").append(node("p", {class: "note"}, text));
}

/// look(view, filter) shows those experiments in the table.
function showProgress(views, tallies, look) {
  const used = outcomes.filter((o) => o === "done" || o === "pending" || tallies.some((t) => t[o] > 0));
  const earlier = tallies.some((t) => t.unplanned > 0);
  const rows = views.map((view, i) => {
    const t = tallies[i], ended = t.planned - t.pending, part = (n) => `width: ${(100 * n / Math.max(1, t.planned)).toFixed(2)}%`;
    const bar = node("div", {class: "bar", role: "img", "aria-label": `${ended} of ${t.planned} ended`});
    for (const [kind, n] of [["done", t.done], ["bad", ended - t.done]]) {
      const piece = node("span", {class: kind, title: `${n} ${kind === "done" ? "done" : "ended otherwise"}`});
      piece.style.cssText = part(n);
      bar.append(piece);
    }
    const counts = used.map((o) => (t[o] === 0 ? "0" : button(countText(t[o]), () => look(view, `status=${o} planned=1`), {class: "link"})));
    const other = earlier ? [t.unplanned === 0 ? "0" : button(countText(t.unplanned), () => look(view, "planned=0"), {class: "link"})] : [];
    return [button(view.name, () => look(view, ""), {class: "link"}), bar, countText(t.planned), ...counts, ...other, durationText(t.median), hoursText(t.seconds)];
  });
  const headings = ["task", "ended", "#planned", ...used.map((o) => `#${o}`), ...(earlier ? ["#from earlier sweeps"] : []), "#median time", "#core-hours"];
  element("tasks").append(rows.length > 0 ? plainTable(headings, rows) : node("p", {}, "The store holds no experiments."));
}

const mostFailures = 50;

/// What did not end as done, together where task, outcome and message are the same.
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
  if (groups.size === 0) return false;
  const list = [...groups.values()].sort((a, b) => b.count - a.count);
  const rows = list.slice(0, mostFailures).map((g) => [
    g.view.name, g.outcome, g.message || "(no message)",
    button(`show ${countText(g.count)}`, () => look(g.view, `${termFor("status", "=", g.outcome)} ${termFor("message", "=", g.message)}`), {class: "link"})]);
  element("failure-groups").append(plainTable(["task", "outcome", "message", "experiments"], rows));
  if (list.length > rows.length) element("failure-groups").append(node("p", {class: "note"}, `The ${mostFailures} most frequent of ${countText(list.length)} messages.`));
  element("failures").hidden = false;
  return true;
}

function showFigures() {
  const source = (figure) => `data:image/svg+xml,${encodeURIComponent(figure.svg)}`;
  for (const f of about.figures) {
    const picture = button("", () => enlarge(f, source(f)), {"aria-label": `Enlarge ${f.title}`});
    picture.append(node("img", {src: source(f), alt: f.caption || f.title}));
    element("drawn").append(node("figure", {}, picture, node("figcaption", {}, node("strong", {}, f.title), ` ${f.caption} `, node("span", {class: "dim"}, f.name))));
  }
  if (about.missing.length > 0)
    element("missing").append(node("h3", {}, "Not drawn"), node("dl", {}, ...facts(about.missing.map((m) => [m.name, m.reason]))));
  element("figures").hidden = about.figures.length + about.missing.length === 0;
  return !element("figures").hidden;
}

function enlarge(figure, source) {
  const box = element("enlarged");
  box.replaceChildren(node("img", {src: source, alt: figure.caption || figure.title}), node("p", {}, node("strong", {}, figure.title), ` ${figure.caption}`),
                      button("Close", () => box.close()));
  box.showModal();
}

function showProvenance(views) {
  const s = about.store, versions = views.map((view) => {
    const column = view.find("result_version"), seen = new Set(column.values);
    seen.delete(0);  // of rows that did not run
    return seen.size > 0 ? `${view.name} ${[...seen].sort().join(", ")}` : null;
  });
  element("provenance-facts").append(...facts([
    ["store", node("code", {}, s.path)], ["size", bytesText(s.bytes)], ["store version", String(s.version)],
    ["result versions", versions.filter((v) => v).join(" · ")], ["report made", `${about.made.replace("T", " ").replace("Z", " UTC")} by ${about.program}`],
    ["planned by", node("code", {}, s.command)]]));
  element("sweep").lastChild.textContent = s.text;
}
