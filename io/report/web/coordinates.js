// Parallel coordinates: an axis for each parameter that varies and for results, a line for each experiment.

const mostLines = 3000, lineColours = 6, axisWidth = 84, topRoom = 40, bottomRoom = 22, mostAxes = 10;

class Coordinates {
  /// brush(name, range) is called for a range that the reader chooses.
  constructor(brush) {
    this.brush = brush;
    this.canvas = element("lines");
    this.names = {};  // of the axes chosen, by the name of the view
    new ResizeObserver(() => this.redraw()).observe(element("coordinates"));
  }

  show(view) {
    this.view = view;
    this.rows = null;
    const candidates = this.candidates();
    element("parallel").hidden = candidates.length < 2;
    if (candidates.length < 2) return;
    const names = this.names[view.name] || defaultAxes(view);
    const box = (c) => node(
        "label", {},
        node(
            "input", {type: "checkbox", value: c.name, checked: names.includes(c.name), onchange: () => this.choose()}),
        c.name);
    element("axis-boxes").replaceChildren(...candidates.map(box));
    this.makeAxes(names);
  }

  candidates() {
    const {view} = this;
    return [
      ...view.varying, ...view.scalars.filter((c) => c.varies), ...[view.find("seconds")].filter((c) => c?.varies)
    ];
  }

  choose() {
    const boxes = [...element("axis-boxes").querySelectorAll("input")];
    this.names[this.view.name] = boxes.filter((b) => b.checked).map((b) => b.value);
    this.makeAxes(this.names[this.view.name]);
    this.setRows(this.rows, this.filter);
    writeFragment();
  }

  makeAxes(names) {
    this.axes = names.map((n) => this.view.find(n)).filter((c) => c).map((c) => new BrushAxis(c));
    this.places = this.axes.map((axis) => Float32Array.from({length: this.view.rows}, (_, row) => axis.of(row)));
    this.handles = this.axes.map((axis, i) => this.handle(axis, i));
    element("handles").replaceChildren(...this.handles);
    this.context = null;
  }

  /// The element that is dragged, and moved with the keyboard.
  handle(axis, i) {
    const made = node(
        "div", {
          class: "axis",
          role: "slider",
          tabindex: 0,
          "aria-orientation": "vertical",
          "aria-label": axis.column.name,
          "data-column": axis.column.name,
          "aria-valuemin": 0,
          "aria-valuemax": 100
        },
        node("span", {class: "name", title: axis.column.description}, axis.column.name), node("div", {class: "brush"}),
        node("span", {class: "low"}, axis.shown(axis.low)), node("span", {class: "high"}, axis.shown(axis.high)));
    const at = (event) => {
      const {top} = made.getBoundingClientRect();
      return 1 - (event.clientY - top - topRoom) / (this.height - topRoom - bottomRoom);
    };
    made.addEventListener("pointerdown", (event) => {
      this.dragged = {axis, from: at(event), moved: false};
      made.setPointerCapture(event.pointerId);
    });
    made.addEventListener("pointermove", (event) => this.drag(axis, at(event)));
    made.addEventListener("pointerup", () => {
      if (this.dragged && !this.dragged.moved) this.brush(axis.column.name, {});
      this.dragged = null;
    });
    made.addEventListener("keydown", (event) => this.key(axis, event, i));
    return made;
  }

  /// At most one brush a frame.
  drag(axis, to) {
    const d = this.dragged;
    if (!d || d.axis !== axis || Math.abs(to - d.from) < 0.02) return;
    d.moved = true;
    const due = d.to !== undefined;
    d.to = to;
    if (due) return;
    requestAnimationFrame(() => {
      this.brush(axis.column.name, axis.rangeOf(d.from, d.to));
      d.to = undefined;
    });
  }

  /// Up and down move the upper end of the range, with Shift the lower one; Escape takes the range away.
  key(axis, event, i) {
    const by = {ArrowUp: 1, ArrowDown: -1}[event.key], {name} = axis.column;
    if (event.key === "Escape" || event.key === "Delete") this.brush(name, {});
    else if (by) {
      const ends = axis.ends(rangeIn(this.filter, name)), end = event.shiftKey ? 0 : 1;
      ends[end] = axis.next(ends[end], by);
      if (ends[0] <= ends[1]) this.brush(name, axis.rangeOf(...ends));
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight")
      this.handles[i + (event.key === "ArrowLeft" ? -1 : 1)]?.focus();
    else return;
    event.preventDefault();
  }

  setRows(rows, filter) {
    this.rows = rows;
    this.filter = filter;
    this.redraw();
  }

  redraw() {
    if (!this.view || !this.rows || element("parallel").hidden) return;
    this.layOut();
    this.context ||= this.drawContext();
    const pen = this.canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.context, 0, 0);
    const drawn = this.drawLines(pen, chosenLines(this.rows, mostLines), true);
    const last = this.axes.at(-1)?.column.name;
    element("lines-note").textContent = [
      drawn < this.rows.length ?
          `${countText(drawn)} of ${countText(this.rows.length)} lines are drawn, chosen evenly.` :
          "",
      last ?
          `Colours follow ${
              last}, blue for small. Drag along an axis, or use the arrow keys, to keep a range; a click takes it away.` :
          ""
    ].join(" ");
    this.axes.forEach((axis, i) => this.showBrush(axis, this.handles[i]));
  }

  /// Sizes the canvas for the screen's pixels.
  layOut() {
    const width = Math.max(element("coordinates").clientWidth, axisWidth * this.axes.length),
          ratio = devicePixelRatio || 1;
    const height = 320;
    if (this.width === width && this.ratio === ratio && this.context) return;
    Object.assign(this, {width, height, ratio, context: null});
    element("stage").style.width = `${width}px`;
    Object.assign(this.canvas, {width: width * ratio, height: height * ratio});
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.x = this.axes.map((_, i) => (i + 0.5) * width / this.axes.length);
    const wide = Math.min(180, width / this.axes.length - 4);
    this.handles.forEach((handle, i) => {
      handle.style.left = `${this.x[i] - wide / 2}px`;
      handle.style.width = `${wide}px`;
    });
  }

  y(place) { return topRoom + (1 - place) * (this.height - topRoom - bottomRoom); }

  /// The axes and the lines of all experiments, behind those of the filter.
  drawContext() {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, {width: this.canvas.width, height: this.canvas.height});
    const pen = canvas.getContext("2d");
    this.drawLines(pen, chosenLines(Uint32Array.from({length: this.view.rows}, (_, i) => i), mostLines / 3), false);
    pen.globalAlpha = 1;
    pen.strokeStyle = colour("--dim");
    pen.beginPath();
    for (const x of this.x) {
      pen.moveTo(x, this.y(0));
      pen.lineTo(x, this.y(1));
    }
    pen.stroke();
    return canvas;
  }

  /// Draws rows in a few colours, a path for each; returns how many.
  drawLines(pen, rows, coloured) {
    const {places} = this, last = places.at(-1), bins = Array.from({length: lineColours}, () => []);
    const isPlace = (p) => p >= 0 && p <= 1;  // no NaN, no infinity
    for (const row of rows)
      bins[isPlace(last[row]) ? Math.min(lineColours - 1, Math.floor(last[row] * lineColours)) : 0].push(row);
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.globalAlpha = coloured ? Math.max(0.12, Math.min(0.9, 120 / rows.length)) : 0.25;
    bins.forEach((bin, k) => {
      pen.strokeStyle = colour(coloured ? `--c${k}` : "--line");
      pen.beginPath();
      for (const row of bin) {
        let broken = true;  // a line is interrupted where there is no value
        for (let i = 0; i < places.length; ++i) {
          const p = places[i][row];
          if (isPlace(p)) broken ? pen.moveTo(this.x[i], this.y(p)) : pen.lineTo(this.x[i], this.y(p));
          broken = !isPlace(p);
        }
      }
      pen.stroke();
    });
    return rows.length;
  }

  showBrush(axis, handle) {
    const range = rangeIn(this.filter, axis.column.name), open = range.low === undefined && range.high === undefined;
    const [from, to] = axis.ends(range), brush = handle.querySelector(".brush");
    brush.hidden = open;
    brush.style.top = `${this.y(to) - 4}px`;
    brush.style.height = `${this.y(from) - this.y(to) + 8}px`;
    handle.setAttribute("aria-valuenow", Math.round(100 * to));
    handle.setAttribute(
        "aria-valuetext",
        open ? "all" : `from ${range.low ?? axis.typed(axis.low)} to ${range.high ?? axis.typed(axis.high)}`);
  }

  forget() {
    this.context = null;
    this.redraw();
  }
}

/// At most so many of the rows, chosen by a hash of their numbers: evenly over all parameters.
function chosenLines(rows, most) {
  if (rows.length <= most) return rows;
  const limit = 2 ** 32 * most / rows.length;
  return rows.filter((row) => (Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(row + 1, 0x85ebca6b) >>> 13) >>> 0 < limit);
}

/// The varying parameters that are no seeds, then the metric and another result.
function defaultAxes(view) {
  const parameters = view.varying.filter((c) => !c.repeats), results = view.scalars.filter((c) => c.varies);
  const metric = results.find((c) => c.name === "test_mse") || results[0];
  const others = [view.find("seconds"), results.find((c) => c !== metric)].filter((c) => c?.varies).slice(0, 1);
  return [...parameters.slice(0, mostAxes - 2), ...others, ...[metric].filter((c) => c)].map((c) => c.name);
}
