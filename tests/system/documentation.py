"""Compares README.md and docs/ with the files of the repository:  documentation.py FOLDER

* README.md has at most 150 lines.
* Every table has a head, and each row has the same number of cells. No empty line or open row breaks a table.
* Every relative link points to an existing file, and to a heading of it.
* Every reference in the code, [autoregressive-icl §6, Fig 7 and 8] or E4, is in a table of docs/background/references.md or of a paper's page there.
* Every source file that a page names by its base name exists, and every file that a comment names by its path.
* Every sweep that a page runs by its name is in jobs/sweeps/.
* Every fence of TOML, JSON or Python can be parsed.
* docs/guides/exports.md shows the readers' snippets as they are tested, docs/guides/python.md and docs/reference/programs.md the
  Python package's examples.
* Pages of start, guides and background have at most 1500 words. Lines outside tables and code have at most 120 characters.
Prints one line per fault, and returns 1 if there is one.
"""
import ast
import json
import pathlib
import re
import sys

from documented_blocks import blocks

try:
    from tomllib import loads as toml
except ImportError:  # before Python 3.11
    toml = str

root = pathlib.Path(sys.argv[1])
folders = ["engine", "tasks", "models", "io", "tests", "jobs"]
pages = [root / "README.md", *sorted(root.glob("[CS]*.md")), *sorted((root / "docs").rglob("*.md"))]
wrong = []

most_lines = 150
lines = len(pages[0].read_text().splitlines())
if lines > most_lines:
    wrong.append(f"README.md has {lines} lines, more than {most_lines}")


most_words = 1500
for page in pages:
    shelf = page.parent.name
    words = len(re.findall(r"\S*\w\S*", page.read_text()))
    if shelf in ("start", "guides", "background") and words > most_words:
        wrong.append(f"{page.relative_to(root)} has {words} words, more than {most_words}")


def without_code(text):
    """The text with empty lines in place of code: indented lines, and fences."""
    lines, fenced = [], False
    for line in text.splitlines():
        fence = line.lstrip().startswith("```")
        lines.append("" if fenced or fence or line.startswith("    ") else line)
        fenced ^= fence
    return "\n".join(lines)


def broken_rows(text):
    """Rows that a forge would not show as a table: (line, reason)."""
    lines = without_code(text).splitlines()
    for begin, line in enumerate(lines):
        if not line.startswith("|") or (begin > 0 and lines[begin - 1].startswith("|")):
            continue
        end = next((i for i in range(begin, len(lines)) if not lines[i].startswith("|")), len(lines))
        rows = lines[begin:end]
        if len(rows) < 2 or not re.fullmatch(r"\|( *:?-+:? *\|)+", rows[1]):
            yield begin + 1, "has no head: is an empty line above it?"
        cells = [len(re.split(r"(?<!\\)\|", row.strip())) for row in rows]
        for i, row in enumerate(rows):
            if not row.rstrip().endswith("|") or cells[i] != cells[0]:
                yield begin + i + 1, f"has {cells[i] - 2} cells, the head {cells[0] - 2}"


for page in pages:
    for number, line in enumerate(without_code(page.read_text()).splitlines(), 1):
        if len(line) > 120 and not line.startswith("|"):
            wrong.append(f"{page.relative_to(root)}:{number} has {len(line)} characters, more than 120")
    for number, why in broken_rows(page.read_text()):
        wrong.append(f"{page.relative_to(root)}:{number}: the table {why}")


def headings(page):
    """Anchors of the headings, as a forge makes them: lower case, letters, digits, - and _; blanks become -."""
    found = re.findall(r"^#+ +(.*)$", without_code(page.read_text()), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in found}


for page in pages:
    for link in re.findall(r"\]\(([^)\s]+)\)", without_code(page.read_text())):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path) if path else page
        about = f"{page.relative_to(root)}: the link {link}"
        if not target.exists():
            wrong.append(f"{about} points to no file")
        elif anchor and anchor not in headings(target):
            wrong.append(f"{about} points to no heading")

sources = [
    path
    for folder in folders
    for path in sorted((root / folder).rglob("*"))
    if path.suffix in {".cpp", ".hpp", ".c", ".sh", ".toml", ".py", ".cmake", ".sbatch", ".js"}
]
names = {path.name for path in sources}
placeholders = re.compile(r"NAME|FILE|(?:^|/)[A-Z][/_]")
for page in pages:
    for name in re.findall(r"(?<![\w*])([A-Za-z_][\w-]*\.(?:cpp|hpp|sh|sbatch))\b", page.read_text()):
        if name not in names and not placeholders.search(name):
            wrong.append(f"{page.relative_to(root)}: there is no file {name}")

for page in pages:
    for name in re.findall(r"icsweep (?:run|plan|slurm) ([a-z][\w-]*)(?![\w./-])", page.read_text()):
        if not (root / "jobs" / "sweeps" / f"{name}.toml").exists():
            wrong.append(f"{page.relative_to(root)}: there is no sweep {name}")

parsers = {"toml": toml, "python": ast.parse, "json": lambda text: [json.loads(line) for line in text.splitlines()]}
for page in pages:
    for block in blocks(page):
        try:
            parsers.get(block.language, str)("\n".join(block.text))
        except ValueError as error:
            wrong.append(f"{page.relative_to(root)}:{block.line}: no {block.language}: {error}")
        except SyntaxError as error:
            wrong.append(f"{page.relative_to(root)}:{block.line + (error.lineno or 0)}: {error.msg}")

# --- paths in comments ---------------------------------------------------------------------------------------------------------------
comment = re.compile(r"//.*|^[ \t]*#.*", re.M)
named = re.compile(rf"(?<![\w/.$}}-])((?:{'|'.join(folders)}|docs)/[\w/.-]*\.(?:hpp|cpp|js|cmake|sh|sbatch|toml|py|md|txt))\b")
for path in sources:
    for comment_text in comment.findall(path.read_text(errors="replace")):
        for name in named.findall(comment_text):
            if "include" not in comment_text and not placeholders.search(name) and not (root / name).exists():
                wrong.append(f"{path.relative_to(root)}: there is no file {name}")

# --- references ---------------------------------------------------------------------------------------------------------------------
background = root / "docs" / "background"
of_papers = {name: (background / f"{name}-paper.md").read_text() for name in ("autoregressive", "universality", "covariates")}
text = "\n".join([(background / "references.md").read_text(), *of_papers.values()])
rows = set(re.findall(r"^\| ([EAUS]\d+) \|", text, re.M))


def places_of(page):
    """The places in a paper, such as §6, eq 7 or Fig 3: the first columns of the page's tables."""
    found = set()
    for cell in re.findall(r"^\| (.*?) \|", page, re.M):
        found.update(part.strip() for part in cell.split(","))
    return found


papers = {name: places_of(page) for name, page in of_papers.items()}
kinds = "Prop|Lemma|Theorem|Remark|Appendix|App|eq|Fig|figure|assumption"
item = re.compile(rf"(§|(?:{kinds}) )([A-Z]?\d*(?:\.\d+)?)((?:(?:–| and |, )\d+(?:\.\d+)?(?![\d.]*[ ]?(?:§)))*)")


def items(tag):
    """The items of a tag: '§5.1–5.2, Prop 4 and 6' is §5.1, §5.2, Prop 4, Prop 6. Quoted words are of a heading."""
    tag = re.sub(r'"[^"]*"', "", tag)
    for kind, first, rest in item.findall(tag):
        kind = {"figure ": "Fig "}.get(kind, kind)
        numbers = [first]
        for separator, number in re.findall(r"(–| and |, )(\d+(?:\.\d+)?)", rest):
            if separator == "–" and "." not in number:
                numbers.extend(str(n) for n in range(int(first) + 1, int(number) + 1))
            else:
                numbers.append(number)
        yield from (kind + number for number in numbers)


tag = re.compile(rf'\[((?:(?:autoregressive|universality|covariates)(?:-icl)? |(?=§|(?:{kinds}) [A-Z0-9]))[^\[\]]*)\]')
work = re.compile(r"\[(\w+ et al\. \d{4})[^\]]*\]")
row = re.compile(r"(?<![\w\"'.$<-])([EAUS])([1-9]\d?)(?![\w'.])(?:(?:–| … )\1?([1-9]\d?))?")
not_rows = re.compile(r"<<-?'?E\d|^E\d$|dtype=\"S\d")  # ends of here-documents, types of columns
seen = 0
for path in sources:
    code = path.read_text(errors="replace")
    about = str(path.relative_to(root))
    joined = re.sub(r"\n[ \t]*(?:///?|#)[ \t]*", " ", code)  # comments of several lines
    for found in tag.findall(joined):
        seen += 1
        paper = found.split(" ")[0].removesuffix("-icl")
        known = papers[paper] if paper in papers else set().union(*papers.values())
        parts = list(items(found))
        if not parts:
            wrong.append(f"{about}: [{found}] names no place of a paper")
        for part in parts:
            if part not in known:
                wrong.append(f"{about}: {part} of [{found}] is not in docs/background/references.md or a paper's page")
    for found in work.findall(joined):
        seen += 1
        if found not in text:
            wrong.append(f"{about}: {found} is not in docs/background/references.md or a paper's page")
    if path == pathlib.Path(__file__).resolve():
        continue
    comments = [line for line in code.splitlines() if not not_rows.search(line)]
    for line in comments:
        claim = re.search(r'"([EAUS]\d+)"', line)
        for letter, first, last in row.findall(line) + ([(claim[1][0], claim[1][1:], "")] if claim else []):
            for number in range(int(first), int(last or first) + 1):
                seen += 1
                if f"{letter}{number}" not in rows:
                    wrong.append(f"{about}: {letter}{number} is not in docs/background/references.md or a paper's page")
if seen < 100:
    wrong.append(f"no more than {seen} references were found in the code")

shown = {snippet: "guides/exports.md" for snippet in sorted((root / "tests" / "system" / "snippets").glob("*.py"))}
shown[root / "io" / "python" / "example.py"] = "guides/python.md"
shown[root / "io" / "python" / "example_program.py"] = "reference/programs.md"
for snippet, page in shown.items():
    code, text = snippet.read_text(), (root / "docs" / page).read_text()
    if f"```python\n{code}```\n" not in text:
        wrong.append(f"docs/{page} does not show {snippet.name} as it is tested")

print("\n".join(wrong) if wrong else f"{len(pages)} pages, {seen} references in the code: all resolve")
sys.exit(bool(wrong))
