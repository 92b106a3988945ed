// The chart, with axes and grouping that the reader chooses. It shows the experiments that pass the table's filter.

const mostDrawn = 4000, mostListed = 300;

class Plot {
  constructor() {
    this.axes = new Axes(() => {
      this.update();
      writeFragment();
    });
    const name = () => `${this.view.name} ${this.choice.y?.name} ${this.choice.x?.name}.png`;
    element("axes").append(button("Save PNG", () => savePicture(this.chart, name()), {id: "save"}));
    element("plot-data").addEventListener("toggle", () => this.list());
  }

  show(view) {
    this.view = view;
    this.axes.show(view);
    element("chart-title").textContent = view.origin ? "Chart" : `Chart of ${view.name}`;
  }

  /// Sets the selected rows (selection.js).
  setRows(selected) {
    this.selected = selected;
    this.redraw();
  }

  /// Draws nothing before start(), so that the page can show its table first.
  start() {
    if (this.started) return;
    this.started = true;
    this.redraw();
  }
  redraw() {
    if (this.started && this.view) this.update();
  }

  update() {
    this.choice = this.axes.chosen();
    this.notes = [];
    const {view, rows, planned} = this.source();
    const {x, y, group} = this.choice, {leftOut} = this.selected;
    if (leftOut) this.notes.push(`${leftOut}.`);
    this.drawn = rows;
    this.shown = x && y ? series(view, rows, {x: x.index ? null : x, y, group}, planned) : {list: [], left: 0};
    this.pooled = x && y ? pooled(view, rows, {x: x instanceof Column ? x : null, y, group}) : [];
    if (this.pooled.length > 0) withoutIntervals(this.shown.list);
    const left = this.notes.splice(0);
    this.chart?.destroy();
    this.drawSeries();
    this.notes.push(...left);
    element("plot-note").textContent = this.notes.join(" ");
    this.list();
  }

  /// The rows whose means are drawn: the listed ones if those are all. Otherwise the settings with their exact means, if
  /// they answer the question, else the listed sample. A chart over a result draws every listed experiment. The choice
  /// becomes that of the settings.
  source() {
    const {view, selected} = this, {x, y, group} = this.choice;
    if (!view.listed) return {view, ...selected};
    const {settings} = view, json = settings?.results.get(y?.name);
    const axis = x instanceof Column ? settings?.find(x.name) : null;
    const own = group?.name === "configuration" ? axis && configurationOf(settings, axis) : group && settings?.find(group.name);
    if (selected.settings && json && axis && (own || !group)) {
      this.choice = {...this.choice, x: axis, y: new Means(y, json), group: own || null};
      this.notes.push(`Computed from all ${countText(view.total)} experiments, also those that the page does not list.`);
      return {view: settings, ...selected.settings};
    }
    const single = x instanceof Column && x.role !== "parameter";
    this.notes.push(
        single ? `The ${countText(selected.rows.length)} listed experiments of ${countText(view.total)}.` :
                 `Estimated from a sample of the ${countText(view.total)} experiments: those that the page lists.`);
    return {view, ...(single ? selected : sampledOnly(view, selected))};
  }

  drawSeries() {
    const {x, y, group, logX, logY} = this.choice, groups = this.shown.list.slice(0, mostGroups);
    const texts = x?.texts ? [] : null;
    x?.texts?.forEach((text, code) => {
      texts[x.ranks[code]] = text;
    });
    const sets = this.datasets(groups, texts);
    const whole = Boolean(x?.integral || x?.index);
    const scales = {x: scale(x?.name || "", logX, {texts, whole}), y: scale(y?.name || "", logY)};
    fitIntervals(scales, sets, logY);
    if (groups.every((s) => s.points.length === 0)) this.notes.push("There is nothing to show for these experiments.");
    else this.describe(groups);
    const xText = (value) => (texts ? texts[value] : numberText(value, 6));
    const label =
        ({dataset: set, raw}) => [(set.label ? `${group.name} ${set.label}: ` : "") + pointText(raw), countOf(raw)];
    const tooltip = {title: (items) => `${x.name} ${xText(items[0].raw.x)}`, label};
    this.chart = draw(element("plot"), sets, scales, {legend: group ? group.name : "", tooltip});
  }

  /// The series for the groups, with notes on missing values.
  datasets(groups, texts) {
    const {x, y, logX, logY} = this.choice, {list, left} = this.shown;
    const total = groups.reduce((n, s) => n + s.points.length, 0), every = Math.max(1, total / mostDrawn);
    const line = Boolean(y?.dimension) || (x?.role === "parameter" && !x.texts);
    let below = 0, drawn = 0;
    const sets = groups.map((s, i) => {
      const kept = s.points.filter((p) => (!logX || p.x > 0) && (!logY || p.mean > 0));
      const points = kept.filter((_, k) => Math.floor(k / every) !== Math.floor((k - 1) / every));
      below += s.points.length - kept.length;
      drawn += points.length;
      return dataset(
          s.label, points.map((p) => ({x: texts ? x.ranks[p.x] : p.x, y: p.mean, half: isFew(p.n) && !p.seeds ? NaN : p.half, n: p.n, of: p.of, seeds: p.seeds})),
          i, line);
    });
    if (list.length > groups.length)
      this.notes.push(`The first ${mostGroups} of ${countText(list.length)} groups are drawn.`);
    if (every > 1) this.notes.push(`${countText(drawn)} of ${countText(total)} points are drawn, evenly chosen.`);
    if (left > 0)
      this.notes.push(
          y.dimension ? `${plural(left, "value")} without a finite number left out.` :
                        `Left out: ${plural(left, "experiment")} without a finite ${
                            x.role === "result" ? `${y.name} and ${x.name}` : y.name}.`);
    if (below > 0) this.notes.push(`${plural(below, "point")} not above zero left out of the logarithmic axis.`);
    return sets;
  }

  /// Explains the experiments that means cover, and the curves that the page has.
  describe(groups) {
    const {x, y, group} = this.choice, {curves} = this.view, equal = [x, group].filter((c) => c).map((c) => c.name);
    const by = group ? ` by ${group.name}` : "";
    const banded = y.dimension && groups.some((s) => s.points.length > mostWhiskers) ? "bands" : "whiskers";
    element("plot").setAttribute(
        "aria-label", `Chart of ${y.name} over ${x.name}${by}; its numbers are listed below it.`);
    if (groups.some((s) => s.points.some((p) => p.n > 1)))
      this.notes.unshift(
          `Means over the experiments of equal ${equal.join(" and ")}` +
          (this.pooled.length > 0 ?
               `, with any ${this.pooled.join(", ")}: without intervals, since these are not repetitions.` :
               `; ${intervalText(groups, banded)}.`));
    const partial = groups.reduce((n, s) => n + s.points.filter((p) => p.of > p.n).length, 0);
    if (partial > 0)
      this.notes.push(
          `${plural(partial, "point")} of fewer experiments than planned, and therefore not comparable; the numbers below show which.`);
    if (!y.dimension) return;
    this.describeUnfinished();
    const {curved} = about.tasks.find((t) => t.task === this.view.name);
    if (curves.rows.length < curved)
      this.notes.push(
          `This page holds the curves of ${countText(curves.rows.length)} of ${
              countText(curved)} experiments, ` +
          "chosen by their hashes, and therefore evenly over all parameters.");
    if (curves.spans[y.dimension].lengths.some((n) => n > 64))
      this.notes.push("Curves are thinned to 64 points at most.");
    if (this.shown.between) this.notes.push("Means interpolate linearly between the points of a curve.");
  }

  /// Curves of unfinished experiments end early, and later values are unknown.
  describeUnfinished() {
    const status = this.view.find("status"), {curves} = this.view, counts = new Map();
    for (const row of this.drawn)
      if (curves.place[row] >= 0 && status.text(row) !== "done")
        counts.set(status.text(row), (counts.get(status.text(row)) || 0) + 1);
    const text = [...counts].map(([name, n]) => `${countText(n)} ${name}`).join(", ");
    if (text) this.notes.push(`Some curves belong to experiments that are not done (${text}): they end early.`);
  }

  /// The numbers of the chart as a table, made when it is opened.
  list() {
    const place = element("plot-data"), {x, y, group} = this.choice || {};
    if (!place.open || !x || !y) return;
    const points = this.shown.list.flatMap((s) => s.points.map((p) => ({...p, label: s.label})));
    const rows = points.slice(0, mostListed)
                     .map(
                         (p) =>
                             [...(group ? [p.label] : []), x.show ? x.show(p.x, 7) : numberText(p.x, 7),
                              numberText(p.mean, 7), numberText(p.half), countOf(p).slice(4)]);
    const headings =
        [...(group ? [group.name] : []), x.texts ? x.name : `#${x.name}`, `#mean ${y.name}`, "#± 95 %", "#n"];
    const rest = points.length > rows.length ?
        [node("p", {class: "note"}, `The first ${mostListed} of ${countText(points.length)}.`)] :
        [];
    place.lastElementChild.replaceChildren(plainTable(headings, rows), ...rest);
  }
}

/// Names the marks that are drawn beside the means.
function intervalText(groups, banded) {
  const {least} = about.intervals, points = groups.flatMap((s) => s.points);
  const dots = `dots: the experiments, where fewer than ${least}`, interval = `${banded}: 95 % interval of the mean (Student's t)`;
  return [points.some((p) => p.seeds) && dots, points.some((p) => p.n >= least) && interval].filter(Boolean).join("; ");
}

const countOf = ({n, of}) => (of > n ? `n = ${n} of ${of}` : `n = ${n}`);
const pointText = ({y, half, seeds}) => numberText(y, 5) + (half >= 0 && !seeds ? ` ± ${numberText(half, 2)}` : "");
