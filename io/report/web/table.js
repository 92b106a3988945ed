// The table of experiments, sorted by its headings. The document contains one page of rows at a time.

const rowsOfPage = 50;

class ExperimentTable {
  /// choose(row) is called for a row that is clicked or entered.
  constructor(choose) {
    this.choose = choose;
    this.chosen = -1;
  }

  show(view) {
    this.view = view;
    this.sorted = {name: view.origin ? "task" : "experiment", sign: 1};
    this.chosen = -1;
    this.columns = this.shownColumns();
    this.head = node("tr", {}, ...this.columns.map((c) => this.heading(c)));
    this.body = node("tbody", {onkeydown: (e) => this.move(e)});
    this.kept = null;
    this.sortedRows = Uint32Array.from({length: view.rows}, (_, row) => row);
    this.sort();
    element("table").replaceChildren(node("table", {}, node("thead", {}, this.head), this.body));
    element("constants").textContent = this.constants();
  }

  /// Parameters that vary, scalar results, then the record of the run.
  shownColumns() {
    const v = this.view, named = (names) => names.map((n) => v.find(n)).filter((c) => c);
    const record = named(["status", "seconds", "host", "message", "identity"]).filter((c) => {
      if (c.name === "message") return c.distinct > 0;
      return c.name === "status" || c.name === "identity" || c.varies;
    });
    const first = named(v.origin ? ["experiment", "task"] : ["experiment"]);
    this.groupStarts = new Set([v.scalars[0], record[0]]);
    return [...first, ...v.varying, ...v.scalars, ...record];
  }

  constants() {
    const v = this.view;
    const same = [...v.parameters, ...["host", "level"].map((n) => v.find(n))].filter(
        (c) => c && !this.columns.includes(c) && c.distinct === 1 && v.rows > 0);
    const row = (c) => c.values.findIndex((x) => !Number.isNaN(x) && !(c.texts && c.texts[x] === ""));
    if (same.length === 0) return "";
    return `The same in ${v.rows === 1 ? "the only experiment" : "all of them"}: ` +
        same.map((c) => `${c.name} ${c.text(row(c))}`).join(" · ");
  }

  heading(column) {
    const click = () => {
      const again = this.sorted.name === column.name;
      this.sorted = {name: column.name, sign: again ? -this.sorted.sign : 1};
      this.sort();
      this.page(0);
    };
    const of = (this.groupStarts.has(column) ? "results " : "") + (column.texts ? "text" : "number");
    return node(
        "th", {scope: "col", class: of, "data-column": column.name, title: column.description},
        button(column.name, click));
  }

  /// Sets the rows. All rows are sorted once for all filters.
  setRows(rows) {
    const kept = new Uint8Array(this.view.rows);
    for (const row of rows) kept[row] = 1;
    this.kept = kept;
    this.order = this.sortedRows.filter((row) => kept[row]);
    this.page(0);
  }

  /// Stable: equal rows keep their order. NaN and empty texts come last in both directions.
  sort() {
    const column = this.view.find(this.sorted.name), sign = this.sorted.sign, keys = new Float64Array(this.view.rows);
    const last = (row) => Number.isNaN(column.at(row)) || (column.texts !== null && column.text(row) === "");
    for (const row of this.sortedRows) keys[row] = last(row) ? Infinity : sign * column.key(row);
    this.sortedRows.sort(
        (a, b) =>
            (keys[a] < keys[b]        ? -1 :
                 keys[a] > keys[b]    ? 1 :
                 keys[a] === Infinity ? last(a) - last(b) :
                                        0));
    if (this.kept) this.order = this.sortedRows.filter((row) => this.kept[row]);
    for (const th of this.head.children) {
      if (th.dataset.column !== this.sorted.name) th.removeAttribute("aria-sort");
      else th.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
    }
  }

  page(number) {
    const pages = Math.max(1, Math.ceil(this.order.length / rowsOfPage));
    this.number = Math.min(Math.max(0, number), pages - 1);
    const first = this.number * rowsOfPage, rows = this.order.subarray(first, first + rowsOfPage);
    this.body.replaceChildren(...Array.from(rows, (row, i) => this.row(row, i === 0)));
    this.pager(first, rows.length, pages);
  }

  row(row, first) {
    const cells = this.columns.map((c, k) => {
      const of = (this.groupStarts.has(c) ? "results " : "") + (c.texts ? "text" : "number");
      const text = c.text(row);
      if (k === 0)
        return node(
            "td", {class: of, "data-ending": this.ending(row)},
            button(text, null, {class: "link", tabindex: first ? 0 : -1, "aria-label": `experiment ${text}`}));
      const status = c.name === "status" ? ` status-${text}` : "";
      const mark = c.name === "zero_ratio" && learntNothing(this.view, row) ? ", learnt nothing" : "";
      return node("td", {class: of + status, title: c.texts && text.length > 30 ? text : null}, text + mark);
    });
    return node(
        "tr", {"data-row": row, class: row === this.chosen ? "chosen" : null, onclick: () => this.pick(row)}, ...cells);
  }

  /// A mark for the first cell of a row that is not the result of a whole run; the status may be beyond the right edge.
  ending(row) {
    const status = this.view.find("status").text(row);
    return status === "done" || status === "pending" ? null : status;
  }

  pick(row) {
    this.mark(row);
    this.choose(row);
  }
  mark(row) {
    this.chosen = row;
    for (const tr of this.body.children) tr.classList.toggle("chosen", Number(tr.dataset.row) === row);
  }
  /// Restores sorting, page and chosen row after a change of data.
  resume(sorted, number, chosen) {
    if (this.view.find(sorted.name)) this.sorted = sorted;
    this.sort();
    this.chosen = chosen;
    this.page(number);
  }

  /// Returns the keyboard focus to the chosen row.
  focusChosen(row = this.chosen) {
    const tr = [...this.body.children].find((r) => Number(r.dataset.row) === row) || this.body.firstChild;
    if (tr) this.focus(tr);
  }

  focus(tr) {
    for (const b of this.body.querySelectorAll("button")) b.tabIndex = -1;
    const own = tr.querySelector("button");
    own.tabIndex = 0;
    own.focus();
  }

  /// Arrow keys move between rows, PageUp and PageDown between pages.
  move(event) {
    const tr = event.target.closest("tr"), pages = {PageUp: -1, PageDown: 1};
    const to = {
      ArrowUp: tr.previousSibling,
      ArrowDown: tr.nextSibling,
      Home: this.body.firstChild,
      End: this.body.lastChild
    }[event.key];
    if (to) this.focus(to);
    else if (event.key in pages) {
      this.page(this.number + pages[event.key]);
      this.focus(this.body.firstChild);
    } else return;
    event.preventDefault();
  }

  pager(first, shown, pages) {
    const go = (text, number, off) => button(text, () => this.page(number), {disabled: off});
    const total = this.order.length;
    const text =
        total === 0 ? "No experiment" : `${countText(first + 1)} to ${countText(first + shown)} of ${countText(total)}`;
    const buttons = pages < 2 ? [] : [
      go("First", 0, this.number === 0), go("Previous", this.number - 1, this.number === 0),
      go("Next", this.number + 1, this.number === pages - 1), go("Last", pages - 1, this.number === pages - 1)
    ];
    const focused = [...element("pages").children].indexOf(document.activeElement);
    element("pages").replaceChildren(...buttons, node("span", {class: "dim"}, text));
    if (focused >= 0)
      (buttons.find((b, i) => i === focused && !b.disabled) || buttons.find((b) => !b.disabled))?.focus();
  }
}
