"""Compares the numbers of the pages in docs/results with their CSV files:  result_pages.py FOLDER

A comment before a table or paragraph has the query that gives its numbers:

    <!-- numbers: SELECT heads, avg(test_mse), ci95(test_mse) FROM fig7 GROUP BY heads -->

Each CSV is a table, with _ in place of - in its name. The aggregates ci95 (half of the 95 % interval of the mean, Student's
t) and median exist beside SQLite's own. NULL means an empty cell.

* A table has as many rows as the query. The numbers of a row are those of the query in order, and its texts are in the row.
  '*' of the query stands for a number that no CSV has.
* A paragraph has the numbers of the query's first row in order, perhaps among others.
* A number agrees if it is the value rounded to the digits that the page shows.
* Every table has such a comment, or <!-- no data: REASON -->. Tables of verdicts and of data sets have neither.
* A cell below "verdict" or "outcome" is one of the verdicts that README.md explains.
* The page of claims has the measured values and bounds of claims.csv.
* The command in a picture's <desc> names files without their folders.

Prints one line per fault, and returns 1 if there is one.
"""
import csv
import math
import pathlib
import re
import sqlite3
import statistics
import sys

folder = pathlib.Path(sys.argv[1])
NUMBER = re.compile(r"(?<![\w.§{_−-])([-−]?)(\d{1,3}(?: \d{3})+(?!\d)|\d+\.?\d*|\.\d+)(?:e([-−]?\d+))?(?![\w_])")
COMMENT = re.compile(r"<!-- (numbers|no data): (.*?) -->", re.S)
wrong = []


def student(freedom):
    """The 97.5 % quantile of Student's t."""
    def density(x):
        return (1 + x * x / freedom) ** (-(freedom + 1) / 2)
    scale = math.gamma((freedom + 1) / 2) / math.gamma(freedom / 2) / math.sqrt(freedom * math.pi)
    low, high, parts = 0.0, 20.0, 400
    for _ in range(40):
        middle = (low + high) / 2
        step = middle / parts
        inner = sum((4 if i % 2 else 2) * density(i * step) for i in range(1, parts))
        below = scale * step / 3 * (density(0) + inner + density(middle))
        low, high = (middle, high) if below < 0.475 else (low, middle)
    return low


quantiles = {}


class Samples:
    def __init__(self):
        self.values = []

    def step(self, value):
        if value is not None:
            self.values.append(float(value))


class Interval(Samples):
    def finalize(self):
        n = len(self.values)
        if n < 2:
            return None
        quantile = quantiles.setdefault(n, student(n - 1))
        return quantile * statistics.stdev(self.values) / math.sqrt(n)


class Median(Samples):
    def finalize(self):
        return statistics.median(self.values) if self.values else None


def value_of(text):
    try:
        number = float(text)
    except ValueError:
        return text if text else None
    return number if math.isfinite(number) else None


def database():
    data = sqlite3.connect(":memory:")
    data.create_aggregate("ci95", 1, Interval)
    data.create_aggregate("median", 1, Median)
    for path in sorted(folder.glob("*.csv")):
        with open(path, newline="", encoding="utf-8") as file:
            head, *rows = csv.reader(file)
        name = path.stem.replace("-", "_")
        data.execute(f'CREATE TABLE "{name}" ({", ".join(map(quoted, head))})')
        data.executemany(f'INSERT INTO "{name}" VALUES ({", ".join("?" * len(head))})', [list(map(value_of, row)) for row in rows])
    return data


def quoted(name):
    return f'"{name}"'


def numbers(text):
    """(value, half a unit of its last digit) of each number. `code` and links have none; (4.5 ± .1)e-5 has two."""
    text = re.sub(r"`[^`]*`|\]\([^)]*\)", " ", text)
    text = re.sub(r"\(([^()]+) ± ([^()]+)\)(e[-−]?\d+)", r"\1\3 ± \2\3", text)
    found = []
    for sign, digits, exponent in NUMBER.findall(text):
        digits = digits.replace(" ", "")
        power = int(exponent.replace("−", "-") or 0)
        places = len(digits.split(".")[1]) if "." in digits else 0
        found.append(((-1 if sign else 1) * float(digits) * 10.0**power, 0.5 * 10.0 ** (power - places)))
    return found


def agrees(value, shown):
    number, half = shown
    return abs(value - number) <= half * (1 + 1e-9) + 1e-9 * abs(value)


def shown_text(shown):
    return f"{shown[0]:g}" if shown else "nothing"


def check_table(where, lines, rows):
    if len(lines) != len(rows):
        wrong.append(f"{where}: has {len(lines)} rows, its query gives {len(rows)}")
    for line, row in zip(lines, rows):
        shown = numbers(line)
        values = [v for v in row if isinstance(v, (int, float)) or v == "*"]
        if len(shown) != len(values):
            wrong.append(f"{where}: {len(shown)} numbers, the query gives {len(values)} ({values}): {line}")
            continue
        for value, number in zip(values, shown):
            if value != "*" and not agrees(value, number):
                wrong.append(f"{where}: {shown_text(number)} is {value:.6g} in the data: {line}")
        for text in (v for v in row if isinstance(v, str) and v != "*"):
            if text not in line:
                wrong.append(f"{where}: \"{text}\" of the query is not in the row: {line}")


def check_paragraph(where, text, rows):
    left = numbers(text)
    for value in [v for v in rows[0] if v is not None]:
        while left and not agrees(value, left[0]):
            left.pop(0)
        if not left:
            wrong.append(f"{where}: {value:.6g} of the query is not in the paragraph, or not in this order")
            return
        left.pop(0)


def blocks(text):
    """(line, kind, text) of comments, tables and other blocks between empty lines."""
    at = 1
    for block in re.split(r"(\n\s*\n)", text):
        if block.strip():
            comment = COMMENT.match(block)
            lines = block.strip().split("\n")
            kind = "comment" if comment else "table" if lines[0].startswith("|") else "text"
            yield at, kind, block.strip()
        at += block.count("\n")


def needs_query(head):
    return not re.search(r"verdict|`icsweep run`", head)


def check_page(path, data):
    query = None
    for line, kind, text in blocks(path.read_text(encoding="utf-8")):
        where = f"{path.name}:{line}"
        if kind == "comment":
            query = COMMENT.match(text).groups()
            continue
        if kind == "table" and not query and needs_query(text.split("\n")[0]):
            wrong.append(f"{where}: the table has no comment with its query, or with the reason why it has no data")
        if query and query[0] == "numbers":
            try:
                rows = data.execute(query[1]).fetchall()
            except sqlite3.Error as error:
                wrong.append(f"{where}: its query fails: {error}")
                rows = []
            if not rows:
                wrong.append(f"{where}: its query gives no row")
            elif kind == "table":
                check_table(where, text.split("\n")[2:], rows)
            else:
                check_paragraph(where, text, rows)
            checked[0] += 1
        query = None


def cells(row):
    return [cell.strip() for cell in row.strip().strip("|").split(" | ")]


def check_verdicts(path, verdicts):
    for line, kind, text in blocks(path.read_text(encoding="utf-8")):
        head, *rows = text.split("\n")
        columns = [i for i, name in enumerate(cells(head)) if kind == "table" and name in ("verdict", "outcome")]
        for row in rows[1:]:
            for given in (cells(row)[i] for i in columns):
                if given not in verdicts:
                    wrong.append(f"{path.name}:{line}: \"{given}\" is no verdict of README.md")


def explained_verdicts():
    """The first column of README.md's first table."""
    tables = [text for _, kind, text in blocks((folder / "README.md").read_text(encoding="utf-8")) if kind == "table"]
    return [cells(row)[0] for row in tables[0].split("\n")[2:]]


def check_claims(path, data):
    """`claim` MEASURED ≤ BOUND against the first setting of claims.csv that has these values."""
    for claim, measured, bound in re.findall(r"`([\w-]+)` (\S+) [≤≥] (\S+?)(?= |<|\n|$)", path.read_text(encoding="utf-8")):
        rows = data.execute("SELECT measured, bound FROM claims WHERE claim = ?", [claim]).fetchall()
        if not any(agrees(m, numbers(measured)[0]) and agrees(b, numbers(bound)[0]) for m, b in rows):
            wrong.append(f"{path.name}: {claim} {measured}, {bound} is not in claims.csv, which has {rows}")
        checked[0] += 1


def check_picture(path):
    for command in re.findall("<desc>(icsweep .*?)</desc>", path.read_text(encoding="utf-8")):
        for folder_of_file in re.findall(r"\S*/", command):
            wrong.append(f"{path.name}: its command has the folder {folder_of_file}, draw it where its store is")
        checked[0] += 1


checked = [0]
data = database()
for picture in sorted(folder.glob("*.svg")):
    check_picture(picture)
for page in sorted(folder.glob("*.md")):
    check_verdicts(page, explained_verdicts())
    if page.name == "claims.md":
        check_claims(page, data)
    elif page.name not in ("README.md", "data.md"):
        check_page(page, data)
print("\n".join(wrong) if wrong else f"{checked[0]} tables, paragraphs, claims and pictures agree with their data")
sys.exit(1 if wrong else 0)
