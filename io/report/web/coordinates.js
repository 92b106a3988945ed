// Parallel coordinates: one axis per varying parameter and result, one line per experiment.

const mostAxes = 10, widestHandle = 180;

class Coordinates {
  /// brush(name, range) is called when the reader chooses a range.
  constructor(brush) {
    this.brush = brush;
    this.lines = new Lines(element("lines"));
    this.names = {};  // of the chosen axes, by the view's name
    new ResizeObserver(() => this.redraw()).observe(element("coordinates"));
  }

  show(view) {
    this.view = view;
    this.rows = null;
    const candidates = axisColumns(view), names = this.names[view.name] || defaultAxes(view);
    element("parallel").hidden = candidates.length < 2;
    if (candidates.length < 2) return;
    const box = (c) => node(
        "input", {type: "checkbox", value: c.name, checked: names.includes(c.name), onchange: () => this.choose()});
    element("axis-boxes").replaceChildren(...candidates.map((c) => node("label", {}, box(c), c.name)));
    this.makeAxes(names);
  }

  choose() {
    const boxes = [...element("axis-boxes").querySelectorAll("input")];
    this.names[this.view.name] = boxes.filter((b) => b.checked).map((b) => b.value);
    this.makeAxes(this.names[this.view.name]);
    this.redraw();
    writeFragment();
  }

  makeAxes(names) {
    const {view} = this, axes = names.map((n) => view.find(n)).filter((c) => c).map((c) => new BrushAxis(c));
    this.lines.show(view.rows, axes.map((axis) => Float32Array.from({length: view.rows}, (_, row) => axis.of(row))));
    this.handles = axes.map(
        (axis, i) => new AxisHandle(
            axis, (range) => this.brush(axis.column.name, range), (by) => this.handles[i + by]?.element.focus()));
    element("handles").replaceChildren(...this.handles.map((h) => h.element));
  }

  setRows(rows, filter) {
    this.rows = rows;
    this.filter = filter;
    this.redraw();
  }

  redraw() {
    if (!this.view || !this.rows || element("parallel").hidden) return;
    const {handles} = this, width = Math.max(element("coordinates").clientWidth, axisWidth * handles.length);
    const drawn = this.lines.draw(this.rows, width), wide = Math.min(widestHandle, width / handles.length - 4);
    element("stage").style.width = `${width}px`;
    handles.forEach((handle, i) => {
      const left = `calc(${100 * (i + 0.5) / handles.length}% - ${wide / 2}px)`;
      Object.assign(handle.element.style, {left, width: `${wide}px`});
      handle.show(rangeIn(this.filter, handle.axis.column.name));
    });
    element("lines-note").textContent = this.note(drawn);
  }

  note(drawn) {
    const some = drawn < this.rows.length ?
        `${countText(drawn)} of ${countText(this.rows.length)} lines are drawn, chosen evenly. ` :
        "";
    const last = this.handles.at(-1)?.axis.column.name;
    if (!last) return some;
    const how = "Drag along an axis, or use the arrow keys, to keep a range; a click removes it.";
    return `${some}Colours follow ${last}, blue for small. ${how}`;
  }

  /// Forgets the drawing, so that it is made in other colours.
  forget() {
    this.lines.behind = null;
    this.redraw();
  }
}

const varyingOnly = (columns) => columns.filter((c) => c?.varies);

function axisColumns(view) {
  return [...view.varying, ...varyingOnly(view.scalars), ...varyingOnly([view.find("seconds")])];
}

/// The varying parameters except seeds, then another result, and last the metric.
function defaultAxes(view) {
  const parameters = view.varying.filter((c) => !c.repeats), results = varyingOnly(view.scalars);
  const metric = results.find((c) => c.name === "test_mse") || results[0];
  const others = varyingOnly([view.find("seconds"), results.find((c) => c !== metric)]).slice(0, 1);
  return [...parameters.slice(0, mostAxes - 2), ...others, ...(metric ? [metric] : [])].map((c) => c.name);
}
