// What the reader chooses of the chart: its axes, its grouping, and which experiments count.

const mostGroups = 21;

class Axes {
  /// changed() is called after another choice.
  constructor(changed) {
    this.changed = changed;
    this.made = {};  // choices by the name of the view
    const select = (name, label) => {
      this[name] = node("select", {id: `axis-${name}`, onchange: () => this.follow(name)});
      return node("label", {}, node("span", {}, label), this[name]);
    };
    const check = (name, label) => {
      this[name] = node("input", {type: "checkbox", id: `axis-${name}`, onchange: () => this.changed()});
      return node("label", {}, this[name], label);
    };
    element("axes").append(
        select("y", "y"), select("x", "x"), select("group", "group by"), check("logX", "log x"), check("logY", "log y"),
        check("done", "done only"));
  }

  /// Another view: the choices made for it before, or the standard ones.
  show(view) {
    this.view = view;
    this.places = new Map();
    const named = (names) => names.map((n) => view.find(n)).filter((c) => c);
    const scalars =
        [...view.scalars, ...named(["seconds", "finished", "rank", "attempts"]).filter((c) => c.distinct > 0)];
    const dimensions = [...new Set(view.curves.columns.map((c) => c.dimension))];
    const along = dimensions.flatMap((d) => [{name: d, dimension: d, index: true}, ...view.curves.companions(d)]);
    const fixed = view.parameters.filter((c) => !c.varies);
    this.fill(this.y, [["scalars", scalars, "s:"], ["curves", view.curves.columns, "c:"]]);
    this.fill(this.x, [
      ["parameters", [...view.varying, view.find("experiment")], "s:"], ["scalars", scalars, "s:"],
      ["along curves", along, "d:"], ["parameters with one value", fixed, "s:"]
    ]);
    const record = named(["task", "status", "host", "level"]).filter((c) => c.varies);
    this.fill(this.group, [["", [...view.varying, ...record], "s:"]], "none");
    const kept = this.made[view.name] || this.standard();
    for (const name of ["x", "y", "group"]) this[name].value = kept[name];
    for (const name of ["logX", "logY", "done"]) this[name].checked = kept[name];
  }

  /// Fills a menu: [label of the group, what it holds, mark of its values].
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
  standard() {
    const v = this.view, varying = v.varying.filter((c) => c.name !== "seed");
    const byValues = varying.filter((c) => !c.texts).sort((a, b) => b.distinct - a.distinct);
    const x = byValues[0] || varying[0] || v.varying[0];
    const y = v.scalars.find((c) => c.name === "test_mse") || v.scalars.find((c) => c.varies) || v.scalars[0];
    const group = [v.find("task"), ...varying].find((c) => c && c !== x && c.varies && c.distinct <= mostGroups);
    const wide = (c) => Boolean(c && !c.texts && c.values.every((a) => !(a <= 0)) && range(c.values) >= 50);
    const curve = v.curves.columns[0], done = v.find("status").texts.includes("done");
    if (!x && curve && v.rows > 0)
      return {y: `c:${curve.name}`, x: this.along(curve), group: "", logX: false, logY: false, done};
    return {
      x: `s:${(x || v.find("experiment")).name}`,
      y: `s:${(y || v.find("seconds")).name}`,
      group: group ? `s:${group.name}` : "",
      logX: wide(x),
      logY: wide(y),
      done
    };
  }

  /// What a curve is drawn over: its positions, in the units of a companion where there is one.
  along(curve) {
    const companion = this.view.curves.companions(curve.dimension).find((c) => c !== curve);
    return `d:${companion ? companion.name : curve.dimension}`;
  }

  /// x and y go together: a curve lies over its dimension, a scalar over a parameter or scalar.
  follow(name) {
    const x = this.item("x"), y = this.item("y"), along = this.x.value.startsWith("d:"), curve = Boolean(y?.dimension);
    const fit = along === curve && (!along || x.dimension === y.dimension);
    if (!fit && name === "y") this.x.value = curve ? this.along(y) : this.x.options[0].value;
    if (!fit && name === "x" && along) {
      const other = this.view.curves.columns.find((c) => c.dimension === x.dimension && c !== x);
      this.y.value = other ? `c:${other.name}` : `c:${x.name}`;
    }
    if (!fit && name === "x" && !along) this.y.value = this.y.options[0].value;
    this.changed();
  }

  /// The column or curve that is chosen, undefined for none.
  item(name) { return this.places.get(`axis-${name} ${this[name].value}`); }

  /// What is chosen, kept for the next time that this view is shown.
  chosen() {
    const kept = {};
    for (const name of ["x", "y", "group"]) kept[name] = this[name].value;
    for (const name of ["logX", "logY", "done"]) kept[name] = this[name].checked;
    this.made[this.view.name] = kept;
    const x = this.item("x"), y = this.item("y"), group = this.item("group") || null;
    this.logX.disabled = Boolean(x?.texts);
    return {x, y, group, logX: kept.logX && !x?.texts, logY: kept.logY, done: kept.done};
  }
}

/// Largest over smallest of positive numbers, NaN left out.
function range(values) {
  let low = Infinity, high = 0;
  for (const v of values)
    if (v > 0) low = Math.min(low, v), high = Math.max(high, v);
  return high / low;
}
