// Elements, and numbers as text. Everything from a store is inserted as text, never as HTML.

const element = (id) => document.getElementById(id);

/// node("a", {href: "#x", onclick: f}, "text", child); null children are left out.
function node(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((c) => c !== null && c !== undefined));
  return made;
}

const button = (text, onclick, attributes) => node("button", {type: "button", onclick, ...attributes}, text);

/// [[name, content], ...] for a <dl>; entries without content are left out.
function facts(list) {
  const filled = list.filter(([, content]) => content !== "" && content !== null && content !== undefined);
  return filled.flatMap(([name, content]) => [node("dt", {}, name), node("dd", {}, content)]);
}

/// A table from headings and rows of cells. Headings of numeric columns begin with #.
function plainTable(headings, rows) {
  const kind = (i) => (headings[i].startsWith("#") ? "number" : "text");
  const head = headings.map((h, i) => node("th", {scope: "col", class: kind(i)}, h.replace("#", "")));
  const body = rows.map((cells) => node("tr", {}, ...cells.map((c, i) => node("td", {class: kind(i)}, c))));
  return node("table", {}, node("thead", {}, node("tr", {}, ...head)), node("tbody", {}, ...body));
}

/// A plainTable of [{keys, cells}, ...], sorted by a click on a heading whose column has keys. `order` is {column, sign}
/// and lasts longer than the table, which redraw() replaces.
function sortedTable(headings, rows, order, redraw) {
  const compare = (a, b) => (a === b ? 0 : Number.isNaN(a) ? 1 : Number.isNaN(b) ? -1 : order.sign * (a < b ? -1 : 1));
  const sorted = [...rows];
  if (order.column >= 0) sorted.sort((a, b) => compare(a.keys[order.column], b.keys[order.column]));
  const made = plainTable(headings, sorted.map((row) => row.cells));
  [...made.tHead.rows[0].cells].forEach((cell, column) => {
    if (rows.length === 0 || rows[0].keys[column] === undefined) return;
    const again = order.column === column, click = () => {
      order.sign = order.column === column ? -order.sign : 1;
      order.column = column;
      redraw();
    };
    if (again) cell.setAttribute("aria-sort", order.sign > 0 ? "ascending" : "descending");
    cell.replaceChildren(button(cell.textContent, click, {class: "sort", "data-column": column}));
  });
  return made;
}

/// At most `digits` significant digits, without trailing zeros: 0.0123, 3200, 1.2e-7. Whole numbers below a million are
/// in full.
function numberText(x, digits = 4) {
  if (Number.isNaN(x)) return "";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  const size = Math.abs(x);
  if (Number.isInteger(x) && size < 1e6) return String(x);
  if (size < 1e-3 || size >= 1e6) return x.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
  return String(Number(x.toPrecision(digits)));
}

function durationText(seconds) {
  if (!(seconds >= 0)) return "";
  if (seconds < 100) return `${numberText(seconds, 3)} s`;
  if (seconds < 6000) return `${(seconds / 60).toFixed(1)} min`;
  if (seconds < 100 * 3600) return `${(seconds / 3600).toFixed(1)} h`;
  return `${(seconds / 86400).toFixed(1)} days`;
}

const hoursText = (seconds) => numberText(seconds / 3600, 3);
const countText = (n) => n.toLocaleString("en-US");
const plural = (n, word) => `${countText(n)} ${word}${n === 1 ? "" : "s"}`;
const timeText = (seconds) => new Date(seconds * 1000).toISOString().replace("T", " ").slice(0, 19) + " UTC";

/// A word of a shell command.
const shellWord = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

function bytesText(bytes) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let unit = 0;
  for (; bytes >= 1000 && unit < 4; ++unit) bytes /= 1000;
  return `${numberText(bytes, 3)} ${units[unit]}`;
}

/// Saves an image of the chart on the page's background.
function savePicture(chart, name) {
  const picture = document.createElement("canvas");
  picture.width = chart.canvas.width;
  picture.height = chart.canvas.height;
  const context = picture.getContext("2d");
  context.fillStyle = colour("--page");
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(chart.canvas, 0, 0);
  node("a", {href: picture.toDataURL("image/png"), download: name.replace(/[^\w.-]+/g, "-")}).click();
}

/// The value of a colour of page.css in the present theme.
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
