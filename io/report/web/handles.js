// Handles on an axis of the parallel coordinates, moved by mouse or keyboard.

class AxisHandle {
  /// brush(range) is called when the reader chooses a range, move(by) to go to a neighbour.
  constructor(axis, brush, move) {
    Object.assign(this, {axis, brush, move, dragged: null});
    const {column} = axis;
    this.box = node("div", {class: "brush"});
    this.element = node(
        "div", {
          class: "axis",
          role: "slider",
          tabindex: 0,
          "aria-orientation": "vertical",
          "aria-label": column.name,
          "data-column": column.name,
          "aria-valuemin": 0,
          "aria-valuemax": 100,
          onpointerdown: (e) => this.press(e),
          onpointermove: (e) => this.drag(this.at(e)),
          onpointerup: () => this.release(),
          onkeydown: (e) => this.key(e)
        },
        node("span", {class: "name", title: column.description}, column.name), this.box,
        node("span", {class: "low"}, axis.shown(axis.low)), node("span", {class: "high"}, axis.shown(axis.high)));
  }

  at(event) { return placeAt(event.clientY - this.element.getBoundingClientRect().top); }

  press(event) {
    this.dragged = {from: this.at(event), moved: false};
    this.element.setPointerCapture(event.pointerId);
  }

  /// Brushes at most once per frame.
  drag(to) {
    const d = this.dragged;
    if (!d || Math.abs(to - d.from) < 0.02) return;
    const due = d.to !== undefined;
    Object.assign(d, {to, moved: true});
    if (due) return;
    requestAnimationFrame(() => {
      this.brush(this.axis.rangeOf(d.from, d.to));
      d.to = undefined;
    });
  }

  /// A click removes the range.
  release() {
    if (this.dragged && !this.dragged.moved) this.brush({});
    this.dragged = null;
  }

  /// Up and down move the upper end of the range, with Shift the lower one; Escape removes the range.
  key(event) {
    const by = {ArrowUp: 1, ArrowDown: -1}[event.key], aside = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (event.key === "Escape" || event.key === "Delete") this.brush({});
    else if (aside) this.move(aside);
    else if (by) {
      const ends = [...this.ends], end = event.shiftKey ? 0 : 1;
      ends[end] = this.axis.next(ends[end], by);
      if (ends[0] <= ends[1]) this.brush(this.axis.rangeOf(...ends));
    } else return;
    event.preventDefault();
  }

  /// Shows the filter's range.
  show(range) {
    const {axis, box} = this, open = range.low === undefined && range.high === undefined;
    this.ends = axis.ends(range);
    const [from, to] = this.ends;
    box.hidden = open;
    Object.assign(box.style, {top: `${lineY(to) - 4}px`, height: `${lineY(from) - lineY(to) + 8}px`});
    const text = `from ${range.low ?? axis.typed(axis.low)} to ${range.high ?? axis.typed(axis.high)}`;
    this.element.setAttribute("aria-valuenow", Math.round(100 * to));
    this.element.setAttribute("aria-valuetext", open ? "all" : text);
  }
}
