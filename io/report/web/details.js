// One experiment: its configuration, results, record and curves.

class Details {
  /// closed() is called when the reader closes it.
  constructor(closed) {
    this.closed = closed;
    this.charts = [];
    this.box = element("details");
    this.box.addEventListener("keydown", (e) => {
      if (e.key === "Escape") this.close();
    });
  }

  /// Moves the keyboard focus there too, unless `takes` is false.
  show(view, row, takes = true) {
    this.view = view;
    this.row = row;
    const of = (role) => view.columns.filter((c) => c.role === role && c.name !== "task" && c.name !== "experiment");
    const status = view.find("status").text(row), message = view.find("message").text(row);
    const head = node(
        "div", {class: "head"},
        node("h3", {id: "details-title"}, `${view.name} ${view.find("experiment").text(row)}: ${status}`),
        button("Close", () => this.close()));
    const results = of("result").filter((c) => !Number.isNaN(c.at(row)));
    const record = of("record").filter((c) => !["status", "message"].includes(c.name));
    const block = (title, columns) =>
        node("div", {}, node("h3", {}, title), node("dl", {}, ...columns.flatMap((c) => this.fact(c, row))));
    const blocks = [
      block("Configuration", of("parameter")), results.length > 0 ? block("Results", results) : null,
      block("Record", record)
    ];
    this.curves = node("div", {class: "curves"});
    this.box.replaceChildren(
        head, ...(message ? [node("p", {class: "problem"}, message)] : []),
        node("div", {class: "three"}, ...blocks.filter((b) => b)), this.curves, this.source(status));
    this.box.hidden = false;
    this.drawCurves();
    if (takes) this.box.focus();
  }

  /// An entry of the list; values other than the default are emphasised.
  fact(column, row) {
    const value = column.fullText(row), own = !column.isDefault(row);
    if (value === "") return [];
    return [
      node("dt", {title: column.description}, column.name),
      node(
          "dd", {class: own ? "own" : null, title: own ? `default value: ${column.defaultValue}` : null},
          column.name === "seconds" ? durationText(column.at(row)) : value)
    ];
  }

  source(status) {
    const {curves} = this.view, identity = this.view.find("identity").text(this.row);
    if (!/^[0-9a-f]+$/.test(identity)) return node("p", {class: "note"}, "Its identity is damaged: see icsweep verify.");
    const all = `icsweep export ${shellWord(about.store.path)} --task ${this.view.name} --id ${identity}`;
    const here = curves.place[this.row] >= 0;
    const missing = status !== "pending" && !here && curves.columns.length > 0;
    return node(
        "p", {class: "note"}, missing ? "Its curves are not in this page. " : "",
        "All its results in full: ", node("code", {}, all));
  }

  drawCurves() {
    this.charts.forEach((c) => c.destroy());
    this.charts = [];
    this.curves.replaceChildren();
    const {curves} = this.view;
    if (curves.place[this.row] < 0) return;
    for (const column of curves.columns) {
      const companion = curves.companions(column.dimension).find((c) => c !== column), points = [];
      if (curves.companions(column.dimension).includes(column)) continue;
      curves.each(
          column, this.row, (position, y, at) => points.push({x: companion ? companion.values[at] : position, y}));
      const finite = points.filter((p) => Number.isFinite(p.y));
      if (finite.length > 0) this.curve(column, finite, companion ? companion.name : column.dimension);
    }
  }

  curve(column, points, xName) {
    const log = points.every((p) => p.y > 0) && range(points.map((p) => p.y)) >= 50;
    const canvas = node("canvas", {
      role: "img",
      "aria-label": `${column.name} over ${xName}, from ${numberText(points[0].y)} to ${numberText(points.at(-1).y)}`
    });
    const status = this.view.find("status").text(this.row);
    const name = status === "done" ? column.name : `${column.name}, so far: ${status}`;
    this.curves.append(node(
        "figure", {}, node("figcaption", {title: column.description}, name),
        node("div", {class: "small"}, canvas)));
    const set = {...dataset("", points, 0, true), pointRadius: points.length > 20 ? 0 : 2};
    const scales = {x: scale(xName, false), y: scale("", log)};
    this.charts.push(draw(
        canvas, [set], scales,
        {tooltip: {label: ({raw}) => `${xName} ${numberText(raw.x)}: ${numberText(raw.y, 5)}`}}));
  }

  hide() {
    this.box.hidden = true;
    this.view = null;
  }

  close() {
    this.hide();
    this.closed();
  }
}
