// The experiments of each rank over time, launch by launch, without the time between launches.

const tallestTimeline = 260, launchGap = 12, mostLaunches = 60, nearestTicks = 3, timesHeight = 16;

const checkpointsOf = (numbers) =>
    Array.from({length: numbers.length / 2}, (_, i) => ({rank: numbers[2 * i], time: numbers[2 * i + 1]}));

/// The launches as the program measured them. Bars: from and to are seconds since the launch began.
function launchesOf() {
  const column = (json, size) => Column.read({name: "", ...json}, size);
  return about.launches.map((l) => {
    const bars = {size: l.bars?.size || 0};
    for (const name of ["rank", "from", "to", "kind", "task", "row", "count"])
      bars[name] = bars.size > 0 ? column(l.bars[name], bars.size) : null;
    return {...l, bars, checkpoints: checkpointsOf(l.checkpoints), idle: idleShare(l.busy, l.present)};
  });
}

const idleShare = (busy, present) => (present > 0 ? Math.max(0, 1 - busy / present) : NaN);

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
    this.views = views;
    this.launches = launchesOf();
    element("timeline").hidden = this.launches.length === 0;
    if (this.launches.length === 0) return;
    const cells = (l) =>
        [String(l.number), timeText(l.begin), durationText(l.end - l.begin), countText(l.ranks), l.hosts || "",
         countText(l.experiments), countText(l.checkpoints.length), countText(l.resumed),
         percentText(Number.isNaN(l.idle) ? null : l.idle), endingText(l)];
    const headings =
        ["#launch", "began", "#time", "#ranks", "hosts", "#experiments", "#checkpoints", "#resumed", "#idle", "end"];
    element("launches").replaceChildren(plainTable(headings, this.launches.map(cells)));
    const guests = this.launches.flatMap((l) => l.guests.map((g) => [l, g]));
    const guestCells = ([l, g]) =>
        [String(l.number), g.job, rangeText(g), timeText(g.joined), g.left > 0 ? timeText(g.left) : "",
         countText(g.experiments), partingText(l, g)];
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
    const bad = colour("--s1"), colours = [colour("--accent"), colour("--dim"), bad], resumed = colour("--s4"), {bars} = launch;
    for (let i = 0; i < bars.size; ++i) {
      const rank = bars.rank.at(i), kind = bars.kind.at(i);
      pen.fillStyle = colours[kind % 3];
      const from = left + bars.from.at(i) * scale, long = (bars.to.at(i) - bars.from.at(i)) * scale;
      pen.fillRect(from, rank * lane, Math.max(0.6, long - (long > 3 ? 0.8 : 0)), lane - gap);
      if (kind < 3) continue;
      pen.fillStyle = resumed;
      pen.fillRect(from, rank * lane, 2, lane - gap);
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
    pen.fillStyle = colour("--text");
    for (const s of launch.stays)
      if (s.first > 0) pen.fillRect(left, s.first * this.lane - 1, width, 1);
    for (const rank of launch.borders) pen.fillRect(left, rank * this.lane - 1, width, 1);
  }

  sayWhat() {
    const busy = this.launches.reduce((s, l) => s + l.busy, 0);
    const whole = this.launches.reduce((s, l) => s + l.present, 0);
    const left = this.launches.length > mostLaunches ? ` The last ${mostLaunches} launches are drawn.` : "";
    element("ranks-note").textContent =
        `One line per rank, one bar per experiment, with the times of launches below (UTC); ${
            percentText(whole > 0 ? idleShare(busy, whole) : 0)} of the ranks' time is idle, ` +
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
    const {launch} = span, {bars} = launch, rank = Math.floor(offsetY / this.lane);
    const time = (offsetX - span.left) / span.width * (launch.end - launch.begin);
    for (let i = 0; i < bars.size; ++i)
      if (bars.rank.at(i) === rank && bars.from.at(i) <= time && time <= bars.to.at(i)) return {bars, i};
    return null;
  }

  /// The listed experiment of a bar: {view, row}; null if it is not listed, or if the bar represents several.
  experimentOf({bars, i}) {
    return bars.row.at(i) < 0 ? null : {view: this.views[bars.task.at(i)], row: bars.row.at(i)};
  }

  describe(event) {
    const at = this.at(event);
    this.canvas.title = at ? this.describeBar(at) : "";
  }

  describeBar(at) {
    const {bars, i} = at, own = this.experimentOf(at), took = durationText(bars.to.at(i) - bars.from.at(i));
    if (!own) return `rank ${bars.rank.at(i)}: ${plural(bars.count.at(i), "experiment")}, ${took}`;
    const text = (name) => own.view.find(name).text(own.row);
    return `rank ${bars.rank.at(i)} on ${text("host")}: ${own.view.name} ${text("experiment")}, ${text("status")}, ${took}`;
  }

  pick(event) {
    const at = this.at(event), own = at && this.experimentOf(at);
    if (own) this.open(own.view, own.row);
  }
}
