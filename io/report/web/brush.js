// Brushes are terms of the filter: `depth>=2 depth<=4`. The table, the chart and the page's address therefore follow
// them, and they can be typed.

/// The range of a column in the filter, as typed: {low, high}, with undefined for an open end.
function rangeIn(filter, name) {
  const range = {};
  for (const term of filter.match(termPattern) || []) {
    const [, column, operator, value] = comparison.exec(term) || [];
    if (column !== name) continue;
    if (operator === ">=" || operator === "=") range.low = unquoted(value);
    if (operator === "<=" || operator === "=") range.high = unquoted(value);
  }
  return range;
}

/// The filter with this range of the column in place of any other.
function withRange(filter, name, {low, high}) {
  const kept = (filter.match(termPattern) || []).filter((term) => {
    const [, column, operator] = comparison.exec(term) || [];
    return column !== name || !["=", ">=", "<="].includes(operator);
  });
  if (low !== undefined && low === high) return [...kept, termFor(name, "=", low)].join(" ");
  if (low !== undefined) kept.push(termFor(name, ">=", low));
  if (high !== undefined) kept.push(termFor(name, "<=", high));
  return kept.join(" ");
}

const mostStops = 100;

/// An axis of the parallel coordinates. It maps values to places between 0, the lower end, and 1.
class BrushAxis {
  constructor(column) {
    this.column = column;
    this.log = !column.texts && isWide(column);
    this.stops = column.texts || column.distinct <= mostStops ? this.distinctKeys() : null;
    const keys = this.stops || column.values.filter(Number.isFinite);
    [this.low, this.high] = keys.reduce(([a, b], k) => [Math.min(a, k), Math.max(b, k)], [Infinity, -Infinity]);
  }
  distinctKeys() {
    const {column} = this, used = new Set();
    for (const v of column.values)
      if (column.texts ? column.texts[v] !== "" : Number.isFinite(v)) used.add(column.texts ? column.ranks[v] : v);
    return [...used].sort((a, b) => a - b);
  }
  place(key) {
    const on = this.log ? Math.log : (v) => v, span = on(this.high) - on(this.low);
    return span > 0 ? (on(key) - on(this.low)) / span : 0.5;
  }
  of(row) { return this.place(this.column.key(row)); }
  /// A value as typed in the filter.
  typed(key) {
    if (this.column.texts) return this.column.texts[this.column.ranks.indexOf(key)];
    return this.stops ? String(key) : numberText(key);
  }
  shown(key) { return this.column.texts ? this.typed(key) : this.column.show(key, 3); }
  keyOf(typed) {
    const {column} = this;
    if (!column.texts) return Number(typed);
    const code = column.texts.findIndex((t) => t.toLowerCase() === typed.toLowerCase());
    return code < 0 ? NaN : column.ranks[code];
  }
  /// The range of values between two places; open at an end of the axis.
  rangeOf(from, to) {
    const [a, b] = from < to ? [from, to] : [to, from];
    let keys =
        [a, b].map((p) => this.log ? this.low * (this.high / this.low) ** p : this.low + p * (this.high - this.low));
    if (this.stops) {
      const within = this.stops.filter((k) => this.place(k) >= a && this.place(k) <= b);
      const near = this.stops.reduce((x, y) => (Math.abs(this.place(y) - a) < Math.abs(this.place(x) - a) ? y : x));
      keys = within.length > 0 ? [within[0], within.at(-1)] : [near, near];
    }
    const whole = keys[0] <= this.low && keys[1] >= this.high;
    return {
      low: whole || (a <= 0 && keys[0] <= this.low && keys[0] !== keys[1]) ? undefined : this.typed(keys[0]),
      high: whole || (b >= 1 && keys[1] >= this.high && keys[0] !== keys[1]) ? undefined : this.typed(keys[1])
    };
  }
  /// The places of a range's ends.
  ends({low, high}) {
    const end = (typed, open) => {
      const p = typed === undefined ? open : this.place(this.keyOf(typed));
      return Number.isNaN(p) ? open : Math.min(1, Math.max(0, p));
    };
    return [end(low, 0), end(high, 1)];
  }
  /// The place of the next value upwards (by 1) or downwards (by −1).
  next(place, by) {
    if (!this.stops) return Math.min(1, Math.max(0, place + by / 50));
    const places = this.stops.map((k) => this.place(k));
    const beyond = places.filter((p) => (by > 0 ? p > place + 1e-9 : p < place - 1e-9));
    return beyond.length === 0 ? place : by > 0 ? beyond[0] : beyond.at(-1);
  }
}
