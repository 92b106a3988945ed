// The reader's choices for the chart: axes, grouping and scales.

const configurationMark = "k:configuration", axisChoices = ["x", "y", "group"];
const checkChoices = ["logX", "logY"];

class Axes {
  /// changed() is called after every new choice.
  constructor(changed) {
    this.changed = changed;
    this.made = {};  // choices by the view's name
    const select = (name, label) => {
      this[name] = node("select", {id: `axis-${name}`, onchange: () => this.follow(name)});
      return node("label", {}, node("span", {}, label), this[name]);
    };
    const check = (name, label) => {
      this[name] = node("input", {type: "checkbox", id: `axis-${name}`, onchange: () => this.changed()});
      return node("label", {}, this[name], label);
    };
    element("axes").append(
        select("y", "y"), select("x", "x"), select("group", "group by"), check("logX", "log x"), check("logY", "log y"));
  }

  /// Shows another view, with its earlier choices or the defaults.
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
    const whole = configurationColumns(view, null).length > 1 ? [{name: "configuration"}] : [];
    this.fill(this.group, [["", whole, "k:"], ["", [...view.varying, ...record], "s:"]], "none");
    const own = defaultChoice(view), kept = this.made[view.name] || own;
    for (const name of axisChoices) {
      this[name].value = kept[name];
      if (this[name].selectedIndex < 0) this[name].value = own[name];  // an address may contain anything
    }
    for (const name of checkChoices) this[name].checked = kept[name];
  }

  /// Fills a menu with groups: [label, items, prefix of their values].
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

  /// Keeps x and y consistent: a curve is plotted over its dimension, a scalar over a parameter or scalar.
  follow(name) {
    const x = this.item("x"), y = this.item("y"), along = this.x.value.startsWith("d:"), curve = Boolean(y?.dimension);
    const fit = along === curve && (!along || x.dimension === y.dimension);
    if (!fit && name === "y") this.x.value = curve ? alongOf(this.view, y) : this.x.options[0].value;
    if (!fit && name === "x" && along) {
      const {curves} = this.view, companions = curves.companions(x.dimension);
      const others = curves.columns.filter((c) => c.dimension === x.dimension && c !== x);
      const other = others.find((c) => !companions.includes(c)) || others[0];
      this.y.value = other ? `c:${other.name}` : `c:${x.name}`;
    }
    if (!fit && name === "x" && !along) this.y.value = this.y.options[0].value;
    this.changed();
  }

  /// The chosen column or curve; undefined for no choice.
  item(name) { return this.places.get(`axis-${name} ${this[name].value}`); }

  /// The present choices, kept for the next display of this view.
  chosen() {
    const kept = {};
    for (const name of axisChoices) kept[name] = this[name].value;
    for (const name of checkChoices) kept[name] = this[name].checked;
    this.made[this.view.name] = kept;
    const x = this.item("x"), y = this.item("y"), whole = kept.group === configurationMark;
    const group = whole ? configurationOf(this.view, x) : this.item("group") || null;
    this.logX.disabled = Boolean(x?.texts);
    return {
      x,
      y,
      group,
      logX: kept.logX && !x?.texts,
      logY: kept.logY
    };
  }
}
