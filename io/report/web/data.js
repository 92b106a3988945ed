// The data of the page: columns as typed arrays, one view per task and one over all tasks.

let about = JSON.parse(element("about").textContent);
let numbers = JSON.parse(element("numbers").textContent);

/// Converts null, which represents NaN, to NaN.
const reals = (array) => Float64Array.from(array, (v) => (v === null ? NaN : v));

/// One value per row: a number, or the index of a text in `texts`.
class Column {
  constructor({name, role, description = "", defaultValue, integral = false, texts = null, same = false, repeats = false, varies}, values) {
    Object.assign(this, {name, role, description, defaultValue, integral, texts, same, repeats, values});
    this.differs = varies;  // over all rows of the store; undefined for a column that is no parameter
  }
  static read(json, rows) {
    const values =
        json.array === undefined ? Float64Array.from({length: rows}, (_, i) => i) : reals(numbers[json.array]);
    return new Column(json, values);
  }
  at(row) { return this.values[this.same ? 0 : row]; }
  text(row) { return this.show(this.at(row)); }
  /// A value for people: integers in full, reals with four digits or `digits`.
  show(value, digits) {
    if (this.texts) return this.texts[value];
    return this.integral && !Number.isNaN(value) ? String(value) : numberText(value, digits);
  }
  /// text() for people, in full.
  fullText(row) {
    if (this.name === "finished") return Number.isNaN(this.at(row)) ? "" : timeText(this.at(row));
    return this.texts || Number.isNaN(this.at(row)) ? this.text(row) : String(this.at(row));
  }
  isDefault(row) {
    return this.defaultValue === undefined ||
        (this.texts ? this.text(row) === this.defaultValue : this.at(row) === Number(this.defaultValue));
  }
  /// The key for sorting rows. Texts are in natural order, "a9" before "a10"; very many texts are sorted by their
  /// bytes, which takes a tenth of the time.
  key(row) { return this.texts ? this.ranks[this.at(row)] : this.at(row); }
  get ranks() {
    if (!this.ranks_) {
      const compare = this.texts.length > 5000 ? (a, b) =>
                                                     (a < b     ? -1 :
                                                          a > b ? 1 :
                                                                  0) :
                                                 naturally.compare;
      const order = this.texts.map((_, i) => i).sort((a, b) => compare(this.texts[a], this.texts[b]));
      this.ranks_ = new Float64Array(order.length);
      order.forEach((code, rank) => {
        this.ranks_[code] = rank;
      });
    }
    return this.ranks_;
  }
  /// Number of different values, without NaN and empty texts.
  get distinct() {
    if (this.distinct_ === undefined) {
      const seen = new Set(this.values);
      for (const v of seen)
        if (Number.isNaN(v) || (this.texts && this.texts[v] === "")) seen.delete(v);
      this.distinct_ = seen.size;
    }
    return this.distinct_;
  }
  get varies() { return this.differs ?? (!this.same && this.distinct > 1); }
  /// Number, mean and squared deviations of the finite values of the experiments that a row represents.
  count(row) { return Number.isFinite(this.at(row)) ? 1 : 0; }
  mean(row) { return this.at(row); }
  square() { return 0; }
}

/// The rows of one task, or of all tasks.
class View {
  constructor(name, rows, columns, curves, origin) {
    Object.assign(this, {name, rows, columns, curves, origin});
    this.byName = new Map(columns.map((c) => [c.name, c]));
    this.parameters = columns.filter((c) => c.role === "parameter");
    this.varying = this.parameters.filter((c) => c.varies);
    this.scalars = columns.filter((c) => c.role === "result" && c.distinct > 0);
  }
  find(name) { return this.byName.get(name); }
}

const rowNumbers = (rows) =>
    new Column({name: "experiment", role: "record", integral: true, description: "row number"}, rows);

function taskView(task) {
  const {listed} = task, rows = listed ? numbers[listed.rows].length : task.rows;
  const numbersOfRows = listed ? numbers[listed.rows] : Array.from({length: rows}, (_, i) => i);
  const name = new Column({name: "task", role: "record", texts: [task.task], same: true}, new Float64Array(1));
  const columns =
      [rowNumbers(Float64Array.from(numbersOfRows)), name, ...task.columns.map((c) => Column.read(c, rows))];
  const view = new View(task.task, rows, columns, new Curves(task.curves, rows), null);
  view.counts = Column.read({name: "counts", ...task.counts}, rows);
  view.leftOut = task.left_out;
  view.sums = task.sums;
  view.total = task.rows;
  view.listed = listed;
  view.sampled =
      listed ? Column.read({name: "sampled", ...listed.sampled}, rows) : new Column({name: "sampled", same: true}, [1]);
  view.settings = task.settings && settingsView(task.settings, task.task);
  return view;
}

/// A result of settings in place of experiments, as the program summed it over all experiments that count.
class Means {
  constructor(column, {n, mean, square}) {
    Object.assign(this, {name: column.name, role: column.role, integral: false, texts: null, column});
    this.values = [n, mean, square].map((array) => reals(numbers[array]));
  }
  count(setting) { return this.values[0][setting]; }
  mean(setting) { return this.values[1][setting]; }
  square(setting) { return this.values[2][setting]; }
  at(setting) { return this.mean(setting); }
}

/// One row per setting: its parameters, and the means of results.
function settingsView(json, name) {
  const view = new View(name, json.count, json.columns.map((c) => Column.read(c, json.count)), null, null);
  view.planned = numbers[json.planned];
  view.counted = numbers[json.counted];
  view.results = new Map(json.results.map((r) => [r.name, r]));
  return view;
}

/// Stacks columns vertically; texts get a common list.
function stacked(columns, counts) {
  const places = new Map(), values = new Float64Array(counts.reduce((a, b) => a + b, 0));
  let first = 0;
  columns.forEach((c, k) => {
    const codes = c.texts && c.texts.map((t) => places.get(t) ?? (places.set(t, places.size), places.size - 1));
    for (let i = 0; i < counts[k]; ++i) values[first + i] = codes ? codes[c.at(i)] : c.at(i);
    first += counts[k];
  });
  return new Column({...columns[0], texts: columns[0].texts && [...places.keys()], same: false}, values);
}

/// The columns that every task has, over the rows of all tasks.
function viewOfAll(views) {
  const counts = views.map((v) => v.rows);
  const common =
      views[0].columns.filter((c) => views.every((v) => v.find(c.name) && !v.find(c.name).texts === !c.texts));
  const columns = common.map((c) => stacked(views.map((v) => v.find(c.name)), counts));
  const origin = (row) => {
    let k = 0;
    for (; row >= counts[k]; ++k) row -= counts[k];
    return {view: views[k], row};
  };
  const rows = counts.reduce((a, b) => a + b, 0);
  const all = new View("All tasks", rows, columns, new Curves({rows: -1, lengths: {}, columns: []}, 0), origin);
  all.counts = stacked(views.map((v) => v.counts), counts);
  all.sampled = stacked(views.map((v) => v.sampled), counts);
  all.total = views.reduce((n, v) => n + v.total, 0);
  all.listed = views.some((v) => v.listed) || null;
  all.leftOut = views.map((v) => v.leftOut).filter((text) => text).join("; ");
  all.hidden = [...new Set(views.flatMap((v) => v.varying.map((c) => c.name)))].filter((n) => !all.find(n));
  return all;
}
