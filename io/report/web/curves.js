// Curves with at most 64 points each (io/report/curves.hpp).

/// The curves of a task, for the experiments that have curves in this page.
class Curves {
  constructor(json, rows) {
    this.rows = numbers[json.rows] || [];
    this.place = new Int32Array(rows).fill(-1);  // position of a row among those with curves
    this.rows.forEach((row, i) => {
      this.place[row] = i;
    });
    this.spans = {};
    for (const [dimension, array] of Object.entries(json.lengths)) this.spans[dimension] = Curves.span(numbers[array]);
    this.columns = json.columns.map((c) => ({...c, values: reals(numbers[c.array])}));
  }
  static span(lengths) {
    const starts = new Float64Array(lengths.length + 1), steps = lengths.map(Curves.step);
    lengths.forEach((length, i) => {
      starts[i + 1] = starts[i] + (length < 2 ? length : Math.floor((length - 2) / steps[i]) + 2);
    });
    return {lengths, starts, steps};
  }
  find(name) { return this.columns.find((c) => c.name === name); }
  /// Calls f(position, value, index in `values`) for each point of a row's curve.
  each(column, row, f) {
    const i = this.place[row];
    if (i < 0) return;
    const {lengths, starts, steps} = this.spans[column.dimension];
    for (let k = 0, at = starts[i]; at < starts[i + 1]; ++k, ++at)
      f(column.first + Math.min(k * steps[i], lengths[i] - 1), column.values[at], at);
  }
  static step(length) {
    let step = 1;
    while (Math.floor((length - 2) / step) + 2 > 64) step *= 2;
    return step;
  }
  /// Curves over the same dimension that increase in whole numbers: the positions in other units, such as steps.
  companions(dimension) {
    return this.columns.filter((c) => c.dimension === dimension && this.rows.length > 0 && this.countsUp(c));
  }
  countsUp(column) {
    if (column.up !== undefined) return column.up;
    const {starts} = this.spans[column.dimension];
    let seen = 0;
    column.up = true;
    for (let i = 0; i < Math.min(this.rows.length, 200); ++i)
      for (let at = starts[i]; at < starts[i + 1]; ++at, ++seen)
        if (!Number.isInteger(column.values[at]) || (at > starts[i] && column.values[at] <= column.values[at - 1]))
          column.up = false;
    column.up = column.up && seen > this.rows.length;
    return column.up;
  }
}
