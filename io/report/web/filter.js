// The language of filters: terms separated by blanks, all of which must be true.
//     depth>=3   status=failed   host!=node1   message~memory   message="two words"   a word to find in any text

const termPattern = /(?:[^\s"]|"(?:\\.|[^"\\])*"?)+/g;
const comparison = /^([A-Za-z_]\w*)(>=|<=|!=|=|>|<|~)(.*)$/s;

/// "two words" without its quotes; \" and \n as in JSON.
function unquoted(text) {
  if (!text.startsWith('"')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text.replace(/^"|"$/g, "");
  }
}

/// The filter term for a value of a column.
function termFor(column, operator, value) {
  return `${column}${operator}${/^[^\s"]+$/.test(value) ? value : JSON.stringify(value)}`;
}

/// A test for rows with an accepted text in this column.
function textTest(column, accepts) {
  const good = column.texts.map(accepts);
  return (row) => good[column.at(row)];
}

/// "a9" before "a10".
const naturally = new Intl.Collator("en", {numeric: true});

function textComparison(column, operator, value) {
  const wanted = value.toLowerCase();
  if (operator === "=") return textTest(column, (t) => t.toLowerCase() === wanted);
  if (operator === "!=") return textTest(column, (t) => t.toLowerCase() !== wanted);
  if (operator === "~") return textTest(column, (t) => t.toLowerCase().includes(wanted));
  const order = (t) => naturally.compare(t, value);
  if (operator === ">=") return textTest(column, (t) => order(t) >= 0);
  if (operator === "<=") return textTest(column, (t) => order(t) <= 0);
  if (operator === ">") return textTest(column, (t) => order(t) > 0);
  return textTest(column, (t) => order(t) < 0);
}

function numberComparison(column, operator, value) {
  if (value.toLowerCase() === "nan" && operator === "=") return (row) => Number.isNaN(column.at(row));
  if (value.toLowerCase() === "nan" && operator === "!=") return (row) => !Number.isNaN(column.at(row));
  const x = /^[+-]?inf$/i.test(value) ? (value.startsWith("-") ? -Infinity : Infinity) : Number(value);
  if (value.trim() === "" || Number.isNaN(x)) return `${column.name} holds numbers, and "${value}" is not a number`;
  const rounded = (column.role === "result" && !column.integral) || column.name === "seconds";  // to seven digits
  const close = (v) => v === x || (rounded && Number.isFinite(x) && Math.abs(v - x) <= 5e-7 * Math.abs(x));
  switch (operator) {
    case "=": return (row) => close(column.at(row));
    case "!=": return (row) => !close(column.at(row));
    case ">": return (row) => column.at(row) > x;
    case ">=": return (row) => column.at(row) >= x;
    case "<": return (row) => column.at(row) < x;
    case "<=": return (row) => column.at(row) <= x;
    default: return `${column.name} holds numbers, compare it with =, !=, <, <=, > or >=`;
  }
}

function distance(a, b) {
  let row = Array.from({length: b.length + 1}, (_, i) => i);
  for (let i = 1; i <= a.length; ++i) {
    const next = [i];
    for (let j = 1; j <= b.length; ++j)
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}

function nearestName(name, view) {
  const names = [...view.byName.keys()];
  return names.reduce((best, n) => (distance(name, n) < distance(name, best) ? n : best), names[0]);
}

/// A test of rows, or a text with the error.
function termTest(term, view) {
  const parts = comparison.exec(term);
  if (!parts) {
    const word = unquoted(term).toLowerCase();
    const tests = view.columns.filter((c) => c.texts).map((c) => textTest(c, (t) => t.toLowerCase().includes(word)));
    return (row) => tests.some((test) => test(row));
  }
  const [, name, operator, value] = parts, column = view.find(name);
  if (!column) return `there is no column ${name}, did you mean ${nearestName(name, view)}?`;
  return (column.texts ? textComparison : numberComparison)(column, operator, unquoted(value));
}

/// The rows that meet all valid terms, and the errors of the others.
function filterRows(text, view) {
  const tests = (text.match(termPattern) || []).map((term) => termTest(term, view));
  const good = tests.filter((t) => typeof t === "function"), problems = tests.filter((t) => typeof t === "string");
  const rows = new Uint32Array(view.rows);
  let count = 0;
  for (let row = 0; row < view.rows; ++row) if (good.every((test) => test(row))) rows[count++] = row;
  return {rows: rows.subarray(0, count), problems};
}
