// The use of the ranks of the launch that runs.

const mostBars = 64;  // of a job; more ranks share a bar

/// The launch's own ranks, then those of its guests.
function jobsOf(h) {
  const own = Math.min(h.ranks, ...h.jobs.map((g) => g.first));
  return [{name: "this launch", first: 0, ranks: own, joined: 0}, ...h.jobs];
}

/// For each rank of a job the share of its time in which it ran experiments of its own: those that ended in this
/// launch, by the rows of the page, and what it runs now.
function busyShares(h, job) {
  const launch = (timeline.launches || []).find((l) => !l.ending && l.begin > 0), begin = launch?.begin ?? 0;
  const now = begin + h.elapsed_s, since = Math.max(begin, begin > 0 ? job.joined : 0), atWork = new Set(h.at_work);
  const busy = new Array(job.ranks).fill(0), free = new Array(job.ranks).fill(since);
  for (const p of launch?.pieces || []) {
    const i = p.rank - job.first;
    if (i >= 0 && i < job.ranks) busy[i] += p.to - p.from, free[i] = Math.max(free[i], p.to);
  }
  return busy.map((time, i) => {
    const running = atWork.has(job.first + i) ? Math.max(0, now - free[i]) : 0;
    return Math.min(1, (time + running) / Math.max(1e-3, now - since));
  });
}

/// A bar for each rank, or for a few neighbours.
function rankBars(job, shares) {
  const each = Math.ceil(shares.length / mostBars), width = 9, height = 24;
  const bars = Array.from({length: Math.ceil(shares.length / each)}, (_, i) => {
    const of = shares.slice(i * each, (i + 1) * each), first = job.first + i * each;
    return {share: meanOfShares(of), name: of.length > 1 ? `ranks ${first} to ${first + of.length - 1}` : `rank ${first}`};
  });
  const picture = svgNode("svg", {
    viewBox: `0 0 ${width * bars.length} ${height}`,
    width: width * bars.length,
    height,
    class: "bars",
    role: "img",
    "aria-label": `busy: ${percentText(Math.min(...shares))} to ${percentText(Math.max(...shares))}`
  });
  bars.forEach((bar, i) => {
    const whole = svgNode("rect", {x: width * i, y: 0, width: width - 1, height});
    const title = svgNode("title", {});
    title.textContent = `${bar.name}: ${percentText(bar.share)}`;
    whole.append(title);
    const used = height * bar.share;
    picture.append(
        whole, svgNode("rect", {x: width * i, y: height - used, width: width - 1, height: used, class: "used"}));
  });
  return picture;
}

const meanOfShares = (shares) => shares.reduce((sum, s) => sum + s, 0) / shares.length;

/// The table of the jobs; nothing for one rank.
function rankUse(h) {
  const jobs = jobsOf(h), atWork = (job) => h.at_work.filter((r) => r >= job.first && r < job.first + job.ranks).length;
  if (jobs.length === 1 && jobs[0].ranks === 1) return "";
  const rows = jobs.map((job) => {
    const shares = busyShares(h, job);
    return [
      job.name, rangeText(job), `${countText(atWork(job))} of ${countText(job.ranks)}`, percentText(meanOfShares(shares)),
      rankBars(job, shares)
    ];
  });
  const table = plainTable(["job", "#ranks", "#at work", "#busy", "each rank"], rows);
  const shared = h.cores > h.at_work.length ? node("p", {class: "note"}, `The experiments use ${countText(h.cores)} cores.`) : "";
  return node("div", {class: "scroll"}, table, shared);
}
