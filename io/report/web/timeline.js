// The experiments of each rank over time, launch by launch, without the time between launches.

const tallestTimeline = 260, launchGap = 12, mostLaunches = 60, nearestTicks = 3, timesHeight = 16;

const checkpointsOf = (numbers) =>
    Array.from({length: numbers.length / 2}, (_, i) => ({rank: numbers[2 * i], time: numbers[2 * i + 1]}));

/// The launches with their experiments, in order. A store from before 0.2 has no launches; everything then belongs to
/// one.
function launchesOf(views) {
  const known = new Map(about.launches.map((l) => [l.number, {
                                             ...l,
                                             checkpoints: checkpointsOf(l.checkpoints),
                                             begin: Date.parse(l.began) / 1000,
                                             end: Date.parse(l.ended) / 1000,
                                             pieces: []
                                           }]));
  for (const view of views) {
    const [status, rank, host, seconds, finished, launch] =
        ["status", "rank", "host", "seconds", "finished", "launch"].map((n) => view.find(n));
    for (let row = 0; row < view.rows; ++row) {
      const to = finished.at(row), took = seconds.at(row), number = launch ? launch.at(row) : 0;
      if (!(took >= 0) || !(to > 0)) continue;
      if (!known.has(number))
        known.set(number, {number, ranks: 1, ending: "unknown", checkpoints: [], guests: [], begin: NaN, end: NaN, pieces: []});
      known.get(number).pieces.push(
          {view, row, rank: rank.at(row), host: host.text(row), from: to - took, to, outcome: status.text(row)});
    }
  }
  return [...known.values()]
      .filter((l) => l.pieces.length > 0 || l.begin > 0)
      .map(measured)
      .sort((a, b) => a.begin - b.begin);
}

/// The jobs of a launch, with the times at which their ranks took part: its own ranks, then its guests.
function staysOf(launch, begin, end, ranks) {
  const within = (time) => Math.min(end, Math.max(begin, time));
  const guests = launch.guests.map((g) => ({...g, from: within(g.joined), to: g.left > 0 ? within(g.left) : end}));
  const own = guests.length > 0 ? launch.ranks : ranks;
  return [{first: 0, ranks: own, job: "", from: begin, to: end}, ...guests];
}

/// Limits a row's seconds, which include earlier launches. Time before this launch, or before its rank was free,
/// belongs to earlier runs of the experiment, which continued from a checkpoint.
function measured(launch) {
  const {pieces} = launch, made = Date.parse(about.made) / 1000;
  const first = pieces.reduce((t, p) => Math.min(t, p.from), Infinity),
        last = [...pieces.map((p) => p.to), launch.checkpoints.at(-1)?.time ?? 0].reduce((a, b) => Math.max(a, b), 0);
  const begin = !(launch.begin > 0) ? first : pieces.length > 0 ? Math.min(launch.begin, last) : launch.begin;
  const end = Math.max(launch.end > 0 ? launch.end : about.launch && !launch.ending ? made : begin, last, begin);
  const ranks = Math.max(
      [...pieces, ...launch.checkpoints].reduce((n, p) => Math.max(n, p.rank + 1), launch.ranks),
      ...launch.guests.map((g) => g.first + g.ranks));
  const stays = staysOf(launch, begin, end, ranks);
  const free = new Map(), within = 0.3;  // seconds; the page has tenths
  let busy = 0, resumed = 0;
  for (const p of pieces.sort((a, b) => a.to - b.to)) {
    const since = free.get(p.rank) ?? begin;
    p.resumed = p.from < since - within;
    resumed += p.resumed;
    p.from = Math.min(p.to, Math.max(p.from, since));
    busy += p.to - p.from;
    free.set(p.rank, p.to);
  }
  const saved = new Map(launch.checkpoints.map((c) => [c.rank, c.time])), unfinished = [];
  for (const [rank, to] of saved) {  // the last of each rank
    const from = free.get(rank) ?? begin;
    if (to <= from) continue;
    unfinished.push({rank, from, to});
    busy += to - from;
  }
  const present = stays.reduce((sum, s) => sum + s.ranks * (s.to - s.from), 0);
  return {
    ...launch,
    unfinished,
    begin,
    end,
    ranks,
    busy,
    resumed,
    stays,
    present,
    idle: present > 0 ? Math.max(0, 1 - busy / present) : NaN
  };
}

const endingText = (launch) => launch.ending === "broken off" ?
    "killed or ended by an error" :
    launch.ending || (about.launch ? "runs" : "killed or lost");

const rangeText = (g) => g.ranks > 1 ? `${g.first} to ${g.first + g.ranks - 1}` : String(g.first);
const partingText = (launch, guest) =>
    guest.parting || (about.launch && !launch.ending ? "helps" : "lost the leader");

class Timeline {
  constructor(open) {
    this.open = open;
    this.canvas = element("ranks");
    this.canvas.addEventListener("pointermove", (e) => this.describe(e));
    this.canvas.addEventListener("click", (e) => this.pick(e));
    new ResizeObserver(() => this.draw()).observe(element("timeline-plot"));
  }

  show(views) {
    this.launches = launchesOf(views);
    element("timeline").hidden = this.launches.length === 0;
    if (this.launches.length === 0) return;
    const cells = (l) =>
        [String(l.number), timeText(l.begin), durationText(l.end - l.begin), countText(l.ranks), l.hosts || "",
         countText(l.pieces.length), countText(l.checkpoints.length), countText(l.resumed),
         percentText(Number.isNaN(l.idle) ? null : l.idle), endingText(l)];
    const headings =
        ["#launch", "began", "#time", "#ranks", "hosts", "#experiments", "#checkpoints", "#resumed", "#idle", "end"];
    element("launches").replaceChildren(plainTable(headings, this.launches.map(cells)));
    const guests = this.launches.flatMap((l) => l.guests.map((g) => [l, g]));
    const guestCells = ([l, g]) =>
        [String(l.number), g.job, rangeText(g), timeText(g.joined), g.left > 0 ? timeText(g.left) : "",
         countText(l.pieces.filter((p) => p.rank >= g.first && p.rank < g.first + g.ranks).length), partingText(l, g)];
    if (guests.length > 0)
      element("launches").append(
          node("h3", {}, "Jobs that joined"),
          plainTable(["#launch", "job", "#ranks", "joined", "left", "#experiments", "end"], guests.map(guestCells)));
    this.draw();
  }

  draw() {
    if (!this.launches || element("timeline").hidden) return;
    const shown = this.launches.slice(-mostLaunches), width = element("timeline-plot").clientWidth,
          ratio = devicePixelRatio || 1;
    const ranks = Math.max(...shown.map((l) => l.ranks)), lane = Math.min(18, Math.max(1, tallestTimeline / ranks));
    const time = shown.reduce((t, l) => t + l.end - l.begin, 0), room = width - launchGap * shown.length;
    let left = 0;
    this.lane = lane;
    this.spans = shown.map((launch) => {
      const span = {launch, left, width: Math.max(2, time > 0 ? room * (launch.end - launch.begin) / time : room)};
      left += span.width + launchGap;
      return span;
    });
    const height = lane * ranks + timesHeight;
    this.lanes = lane * ranks;
    Object.assign(this.canvas, {width: width * ratio, height: height * ratio});
    this.canvas.style.height = `${height}px`;
    const pen = this.canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const span of this.spans) this.drawLaunch(pen, span);
    this.drawTimes(pen);
    this.sayWhat();
  }

  drawLaunch(pen, {launch, left, width}) {
    const {lane} = this, scale = launch.end > launch.begin ? width / (launch.end - launch.begin) : 0,
          gap = lane > 4 ? 1 : 0;
    pen.fillStyle = colour("--card");
    for (const s of launch.stays)
      pen.fillRect(left + (s.from - launch.begin) * scale, s.first * lane, Math.max(1, (s.to - s.from) * scale),
                   s.ranks * lane);
    const colours = {done: colour("--accent"), pruned: colour("--dim")}, bad = colour("--s1");
    for (const p of launch.pieces) {
      pen.fillStyle = colours[p.outcome] || bad;
      const from = left + (p.from - launch.begin) * scale, long = (p.to - p.from) * scale;
      pen.fillRect(from, p.rank * lane, Math.max(0.6, long - (long > 3 ? 0.8 : 0)), lane - gap);
      if (!p.resumed) continue;
      pen.fillStyle = colour("--s4");
      pen.fillRect(from, p.rank * lane, 2, lane - gap);
    }
    pen.fillStyle = colour("--accent-soft");
    for (const p of launch.unfinished)
      pen.fillRect(left + (p.from - launch.begin) * scale, p.rank * lane, (p.to - p.from) * scale, lane - gap);
    this.drawCheckpoints(pen, launch, left, scale);
    this.drawHosts(pen, launch, left, width);
    if (launch.ending === "complete" || launch.ending === "with failures") return;
    pen.fillStyle = launch.ending === "stopped" ? colour("--dim") : bad;
    pen.fillRect(left + width + 2, 0, 3, lane * launch.ranks);
  }

  /// The beginning and end of each launch below it, as far as there is room.
  drawTimes(pen) {
    const clock = (time) => timeText(time).slice(11, 16), day = (time) => timeText(time).slice(5, 16);
    pen.fillStyle = colour("--dim");
    pen.font = "11px sans-serif";
    let free = -Infinity, shown = "";
    const put = (text, x, isEnd) => {
      const wide = pen.measureText(text).width, at = isEnd ? x - wide : x;
      if (at < free) return false;
      pen.fillText(text, at, this.lanes + timesHeight - 3);
      free = at + wide + 8;
      return true;
    };
    for (const {launch, left, width} of this.spans) {
      const isNew = day(launch.begin).slice(0, 5) !== shown;
      if (put(isNew ? day(launch.begin) : clock(launch.begin), left, false)) shown = day(launch.begin).slice(0, 5);
      put(launch.end - launch.begin < 60 ? `+${durationText(launch.end - launch.begin)}` : clock(launch.end), left + width, true);
    }
  }

  /// A tick on the lower half of the rank's line, unless there is one already.
  drawCheckpoints(pen, {begin, checkpoints}, left, scale) {
    const height = Math.max(1, this.lane / 2), last = new Map();
    pen.fillStyle = colour("--text");
    for (const {rank, time} of checkpoints) {
      const x = left + (time - begin) * scale;
      if (x - (last.get(rank) ?? -Infinity) < nearestTicks) continue;
      last.set(rank, x);
      pen.fillRect(Math.round(x), (rank + 1) * this.lane - height, 1, height);
    }
  }

  /// A line between the ranks of two hosts, and of two jobs.
  drawHosts(pen, launch, left, width) {
    const hosts = new Map(launch.pieces.map((p) => [p.rank, p.host]));
    pen.fillStyle = colour("--text");
    for (const s of launch.stays)
      if (s.first > 0) pen.fillRect(left, s.first * this.lane - 1, width, 1);
    for (let rank = 1; rank < launch.ranks; ++rank)
      if (hosts.has(rank) && hosts.has(rank - 1) && hosts.get(rank) !== hosts.get(rank - 1))
        pen.fillRect(left, rank * this.lane - 1, width, 1);
  }

  sayWhat() {
    const busy = this.launches.reduce((s, l) => s + l.busy, 0);
    const whole = this.launches.reduce((s, l) => s + l.present, 0);
    const left = this.launches.length > mostLaunches ? ` The last ${mostLaunches} launches are drawn.` : "";
    element("ranks-note").textContent =
        `One line per rank, one bar per experiment, with the times of launches below (UTC); ${
            percentText(whole > 0 ? 1 - busy / whole : 0)} of the ranks' time is idle, ` +
        "including ranks that lend their processors. A thin line separates two hosts or jobs; the lines of a job that joined are grey only while it took part. Yellow: resumed from a checkpoint; tick: a checkpoint was saved; " +
        `pale: not ended, drawn up to its last checkpoint. Behind a launch, orange: killed or gave up; grey: stopped.${
            left}`;
    this.canvas.setAttribute(
        "aria-label",
        `Ranks over time in ${
            plural(this.launches.length, "launch").replace("launchs", "launches")}; the table below has the numbers.`);
  }

  at({offsetX, offsetY}) {
    const span = this.spans.find((s) => offsetX >= s.left && offsetX <= s.left + s.width);
    if (!span) return null;
    const {launch} = span, time = launch.begin + (offsetX - span.left) / span.width * (launch.end - launch.begin);
    const rank = Math.floor(offsetY / this.lane);
    return launch.pieces.find((p) => p.rank === rank && p.from <= time && time <= p.to);
  }

  describe(event) {
    const p = this.at(event);
    this.canvas.title = p ? `rank ${p.rank} on ${p.host}: ${p.view.name} ${p.view.find("experiment").text(p.row)}, ${
                                p.outcome}, ${durationText(p.to - p.from)}` :
                            "";
  }

  pick(event) {
    const p = this.at(event);
    if (p) this.open(p.view, p.row);
  }
}
