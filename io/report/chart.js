// The chart whose axes and grouping the reader chooses. It shows the experiments that the table's filter leaves.

const mostDrawn = 4000, mostGroups = 21, mostListed = 300;

class Plot {
  constructor() {
    this.choices = {};
    const select = (name, label) => {
      this[name] = node("select", {id: `axis-${name}`, onchange: () => this.changed(name)});
      return node("label", {}, node("span", {}, label), this[name]);
    };
    const check = (name, label) => {
      this[name] = node("input", {type: "checkbox", id: `axis-${name}`, onchange: () => this.update()});
      return node("label", {}, this[name], label);
    };
    element("axes").append(select("y", "y"), select("x", "x"), select("group", "group by"), check("logX", "log x"), check("logY", "log y"), check("done", "done only"),
                           button("Save PNG", () => savePicture(this.chart, `${this.view.name} ${this.y.value} ${this.x.value}.png`), {id: "save"}));
    element("plot-data").addEventListener("toggle", () => this.list());
  }

  /// Another task: its own choices, those made before or the standard ones.
  show(view) {
    this.view = view;
    element("chart-title").textContent = view.origin ? "Chart" : `Chart of ${view.name}`;
    const numeric = view.parameters.filter((c) => !c.texts);
    this.numbers = [...view.scalars, ...["seconds", "finished", "rank", "attempts"].map((n) => view.find(n)).filter((c) => c && c.distinct > 0)];
    this.places = new Map();
    this.fill(this.y, [["scalars", this.numbers, "s:"], ["curves", view.curves.columns, "c:"]]);
    const dimensions = [...new Set(view.curves.columns.map((c) => c.dimension))];
    const along = dimensions.flatMap((d) => [{name: d, dimension: d, index: true}, ...view.curves.companions(d)]);
    const others = view.parameters.filter((c) => !c.varies);
    this.fill(this.x, [["parameters", [...view.varying, view.find("experiment")], "s:"], ["scalars", this.numbers, "s:"],
                       ["along curves", along, "d:"], ["parameters with one value", others, "s:"]]);
    this.fill(this.group, [["", view.varying, "s:"], ["", ["task", "status", "host", "level"].map((n) => view.find(n)).filter((c) => c?.varies), "s:"]], "none");
    const kept = this.choices[view.name] || this.standard(numeric);
    for (const name of ["x", "y", "group"]) this[name].value = kept[name];
    this.logX.checked = kept.logX;
    this.logY.checked = kept.logY;
    this.done.checked = kept.done;
  }

  fill(select, groups, none) {
    const option = (item, mark) => {
      this.places.set(`${select.id} ${mark}${item.name}`, item);
      return node("option", {value: mark + item.name}, item.name);
    };
    const made = groups.filter(([, items]) => items.length > 0).flatMap(([label, items, mark]) => {
      const options = items.map((item) => option(item, mark));
      return label ? [node("optgroup", {label}, ...options)] : options;
    });
    select.replaceChildren(...(none ? [node("option", {value: ""}, none)] : []), ...made);
  }

  /// x: the varying parameter with the most numbers that is no seed; y: test_mse or the first scalar that varies.
  standard(numeric) {
    const v = this.view, varying = v.varying.filter((c) => c.name !== "seed");
    const x = varying.filter((c) => numeric.includes(c)).sort((a, b) => b.distinct - a.distinct)[0] || varying[0] || v.varying[0];
    const y = v.scalars.find((c) => c.name === "test_mse") || v.scalars.find((c) => c.varies) || v.scalars[0];
    const group = [v.find("task"), ...varying].find((c) => c && c !== x && c.varies && c.distinct <= mostGroups);
    const spread = (c) => c && !c.texts && c.values.every((a) => !(a <= 0)) && range(c.values) >= 50;
    const curve = v.curves.columns[0], done = v.find("status").texts.includes("done");
    if (!x && curve && v.rows > 0) return this.withCurve({y: `c:${curve.name}`, group: "", logX: false, logY: false, done});
    return {x: `s:${(x || v.find("experiment")).name}`, y: `s:${(y || v.find("seconds"))?.name}`, group: group ? `s:${group.name}` : "",
            logX: Boolean(spread(x)), logY: Boolean(spread(y)), done};
  }

  /// x for the curve that is y: its positions, in the units of a companion where there is one.
  withCurve(choice) {
    const curve = this.view.curves.find(choice.y.slice(2));
    const companion = this.view.curves.companions(curve.dimension).find((c) => c !== curve);
    return {...choice, x: `d:${companion ? companion.name : curve.dimension}`};
  }

  /// x and y go together: a curve lies over its dimension, a scalar over a parameter or scalar.
  changed(name) {
    const along = this.x.value.startsWith("d:"), curve = this.y.value.startsWith("c:");
    if (name === "y" && curve && (!along || this.item("x").dimension !== this.item("y").dimension)) this.x.value = this.withCurve({y: this.y.value}).x;
    if (name === "y" && !curve && along) this.x.value = this.x.options[0].value;
    if (name === "x" && along && (!curve || this.item("x").dimension !== this.item("y").dimension)) {
      const other = this.view.curves.columns.find((c) => c.dimension === this.item("x").dimension && c !== this.item("x"));
      if (other) this.y.value = `c:${other.name}`;
    }
    if (name === "x" && !along && curve) this.y.value = this.y.options[0].value;
    this.update();
  }

  item(name) { return this.places.get(`axis-${name} ${this[name].value}`); }

  setRows(rows) {
    this.rows = rows;
    this.update();
  }

  update() {
    this.choices[this.view.name] = {x: this.x.value, y: this.y.value, group: this.group.value, logX: this.logX.checked, logY: this.logY.checked,
                                     done: this.done.checked};
    const x = this.item("x"), y = this.item("y"), group = this.item("group") || null;
    this.logX.disabled = Boolean(x?.texts);
    this.chart?.destroy();
    const status = this.view.find("status"), rows = this.done.checked ? this.rows.filter((row) => status.text(row) === "done") : this.rows;
    this.shown = x && y ? series(this.view, rows, {x: x.index ? null : x, y, group}) : {list: [], left: 0};
    this.notes = [];
    if (rows.length < this.rows.length) this.notes.push(`${plural(this.rows.length - rows.length, "experiment")} not done left out.`);
    this.drawSeries(x, y, group);
    element("plot-note").textContent = this.notes.join(" ");
    this.list();
  }

  drawSeries(x, y, group) {
    const {list, left} = this.shown, logX = this.logX.checked && !x?.texts, logY = this.logY.checked;
    const groups = list.slice(0, mostGroups), total = groups.reduce((n, s) => n + s.points.length, 0);
    const every = Math.max(1, total / mostDrawn), line = Boolean(y?.dimension) || (x?.role === "parameter" && !x.texts);
    let unseen = 0;
    const sets = groups.map((s, i) => {
      const kept = s.points.filter((p) => (!logX || p.x > 0) && (!logY || p.mean > 0));
      unseen += s.points.length - kept.length;
      const points = kept.filter((_, k) => Math.floor(k / every) !== Math.floor((k - 1) / every));
      return dataset(s.label, points.map((p) => ({x: x.texts ? x.ranks[p.x] : p.x, y: p.mean, half: p.half, n: p.n})), i, line);
    });
    const texts = x?.texts ? [] : null;
    x?.texts?.forEach((text, code) => { texts[x.ranks[code]] = text; });
    const scales = {x: scale(x?.name || "", logX, {texts, whole: Boolean(x?.integral || x?.index)}), y: scale(y?.name || "", logY)};
    fitIntervals(scales, sets, logY);
    if (list.length > groups.length) this.notes.push(`The first ${mostGroups} of ${countText(list.length)} groups are drawn.`);
    if (every > 1) this.notes.push(`${countText(sets.reduce((n, s) => n + s.data.length, 0))} of ${countText(total)} points are drawn, evenly chosen.`);
    if (left > 0) this.notes.push(`${plural(left, "value")} without a finite number left out.`);
    if (unseen > 0) this.notes.push(`${plural(unseen, "point")} not above zero left out of the logarithmic axis.`);
    if (total === 0) this.notes.unshift("There is nothing to show for these experiments.");
    else this.describe(x, y, group, groups);
    const xText = (value) => (texts ? texts[value] : numberText(value, 6));
    const tooltip = {title: (items) => `${x.name} ${xText(items[0].raw.x)}`, label: ({dataset: set, raw}) => [
      (set.label ? `${group.name} ${set.label}: ` : "") + pointText({mean: raw.y, half: raw.half}), plural(raw.n, "experiment").replace(/^(\S+) .*/, "n = $1")]};
    this.chart = draw(element("plot"), sets, scales, {legend: group ? group.name : "", tooltip});
  }

  describe(x, y, group, groups) {
    const repeated = groups.some((s) => s.points.some((p) => p.n > 1)), banded = groups.some((s) => s.points.length > mostWhiskers);
    const by = group ? ` by ${group.name}` : "";
    const differs = (c) => this.rows.some((row) => c.at(row) !== c.at(this.rows[0]));
    const others = this.view.varying.filter((c) => c !== x && c !== group && c.name !== "seed" && differs(c)).map((c) => c.name);
    element("plot").setAttribute("aria-label", `Chart of ${y.name} over ${x.name}${by}; its numbers are listed below it.`);
    if (repeated) this.notes.unshift(`Means over the experiments of equal ${[x, group].filter((c) => c).map((c) => c.name).join(" and ")}` +
                                     `${others.length > 0 ? `, whatever their ${others.join(", ")}` : ""}; ${banded && y.dimension ? "bands" : "whiskers"}: 95 % interval of the mean (Student's t).`);
    const {curves} = this.view, finished = about.tasks.find((t) => t.task === this.view.name)?.final;
    if (y.dimension && curves.rows.length < finished)
      this.notes.push(`This page holds the curves of ${countText(curves.rows.length)} of ${countText(finished)} finished experiments, chosen by their hashes, so evenly over all parameters.`);
    if (y.dimension && curves.spans[y.dimension].lengths.some((n) => n > 64)) this.notes.push("Curves are thinned to 64 points.");
  }

  /// The numbers of the chart as a table, made when it is opened.
  list() {
    const place = element("plot-data");
    if (!place.open) return;
    const x = this.item("x"), group = this.item("group"), rows = [];
    for (const s of this.shown.list)
      for (const p of s.points) {
        if (rows.length === mostListed) break;
        const across = x.show ? x.show(p.x, 7) : numberText(p.x, 7);
        rows.push([...(group ? [s.label] : []), across, numberText(p.mean, 7), numberText(p.half, 4), String(p.n)]);
      }
    const total = this.shown.list.reduce((n, s) => n + s.points.length, 0);
    const headings = [...(group ? [group.name] : []), x?.texts ? x.name : `#${x?.name}`, `#mean ${this.item("y")?.name}`, "#± 95 %", "#n"];
    place.lastChild.replaceChildren(plainTable(headings, rows), ...(total > rows.length ? [node("p", {class: "note"}, `The first ${mostListed} of ${countText(total)}.`)] : []));
  }
}

const pointText = ({mean, half}) => numberText(mean, 5) + (half >= 0 ? ` ± ${numberText(half, 2)}` : "");

/// Largest over smallest of positive numbers, NaN left out.
function range(values) {
  let low = Infinity, high = 0;
  for (const v of values) if (v > 0) low = Math.min(low, v), high = Math.max(high, v);
  return high / low;
}
