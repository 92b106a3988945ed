"""Runs the commands of README.md and docs/ as a reader does:  documented_commands.py PROJECT

Each page has its own folder with small stores, jobs/ and the files that the page shows (`# NAME.toml` in the first
line of a block). Sweeps are made smaller, except the shown files of a page whose output is compared. documented_blocks.py
describes the blocks. Fails if a command fails, if a block of commands is neither run nor marked with a reason, if a
command prints other output than the page shows, or if an entry of `smaller` is not used.
"""
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from documented_blocks import blocks, commands, file_of, unfenced

project = Path(sys.argv[1])
stores = {"store.h5": "store.h5", "quickstart.h5": "store.h5", "monday.h5": "monday.h5", "tuesday.h5": "tuesday.h5"}
level = subprocess.run(["icsweep", "version"], capture_output=True, text=True, check=True).stdout
tolerance = 0 if "in use: x86-64-v4" in level else 0.1  # at another level, rounding changes the trainings
numbers_here = {}  # of pages, where they differ by more
if "in use: x86-64-v3" in level:
    pairs_of_level = Path(__file__).with_name("documented_v3.txt").read_text(encoding="utf-8").splitlines()
    numbers_here = dict(line.split() for line in pairs_of_level if not line.startswith("#"))

# Commands that would take long, and what is run in their place.
smaller = {
    r"--samples 200000": "--samples 2000",
    r"^icsweep bench$": "icsweep bench fig7-H1 --seconds 0.05",
    r"^icsweep bench fig5-L1 fig5-L6.*": r"\g<0> --seconds 0.1",
    r" 1000 10000 100000 1000000": " 1000 10000",
    r"^(icsweep slurm .*) --submit$": r"\1",
    r"^(mpirun .*bench sweep --train )sca-L4-D256": r"\1fig5-L1 --seconds 1",
}
unused = set(smaller)
wrong = []


def shrink(file: Path) -> None:
    """Reduces the work of a sweep file, but keeps its grids."""
    text = file.read_text()
    values = {"sequences": 1024, "test_sequences": 64, "epochs": 1, "(?:steps|decay|prompts)": 8, "checkpoints": 2, "width": 8}
    for key, value in values.items():
        text = re.sub(rf"^({key}) = .*", rf"\1 = {value}", text, flags=re.M)
    text = re.sub(r"^depth = 4", "depth = 1", text, flags=re.M)
    text = re.sub(r"^batch = 1024", "batch = 512", text, flags=re.M)
    text = re.sub(r"^seed = \{ count = .*", "seed = 0", text, flags=re.M)
    if "universality" in file.name:
        text = re.sub(r"^sequences = .*", "sequences = 4", re.sub(r"^length = .*", "length = 60", text, flags=re.M), flags=re.M)
    file.write_text(text)


def prepare(folder: Path, found) -> None:
    """The page's folder: stores, jobs/, the program, and the files that the page shows."""
    (folder / "build/release").mkdir(parents=True)
    (folder / "build/release/icsweep").symlink_to(os.environ["ICSWEEP"])
    for part in ["sweeps", "examples"]:
        shutil.copytree(project / "jobs" / part, folder / "jobs" / part)
    (folder / "jobs/launch.sh").symlink_to(project / "jobs/launch.sh")
    for sweep in (folder / "jobs/sweeps").iterdir():
        shrink(sweep)
        (folder / sweep.stem).symlink_to(Path("jobs/sweeps") / sweep.name)  # by name, too
    text = "\n".join(line for block in found for line in block.text)
    for store, source in stores.items():
        if not re.search(rf"icsweep run .* -o {store}", text):  # which the page makes itself
            shutil.copy(source, folder / store)
    compared = any(block.is_output or block.language == "console" for block in found)
    shown = {file_of(block): block for block in found if file_of(block)}
    if "sweep.toml" not in shown:
        shown["sweep.toml"] = next((block for block in found if "[[grid]]" in block.text), None)
    for name, block in shown.items():
        (folder / name).write_text("\n".join(block.text) + "\n" if block else Path("small.toml").read_text())
        if name.endswith(".toml") and not compared:
            shrink(folder / name)


def reduced(command: str) -> str:
    lines = re.split(r"(?<!\\)\n", command)
    for i, line in enumerate(lines):
        line = re.sub(r" +# .*", "", line)
        for pattern, less in smaller.items():
            if re.search(pattern, line):
                unused.discard(pattern)
                line = re.sub(pattern, less, line)
        lines[i] = line
    return "\n".join(lines)


def at_this_level(line: str) -> str:
    for number, here in numbers_here.items():
        line = line.replace(number, here)
    return line


def same(shown: str, printed: str) -> bool:
    """True if words are equal and numbers are within the tolerance. … matches anything."""
    pattern = "".join(".*" if part == "…" else re.escape(part) for part in re.split("(…)", shown.rstrip()))
    if re.fullmatch(pattern, printed.rstrip()):
        return True
    words = [re.split(r"[\s=]+", text.strip()) for text in (shown, printed)]
    pairs = list(zip(*words))
    if not tolerance or len(words[0]) != len(words[1]):
        return False
    number = re.compile(r"-?[\d.]+(e-?\d+)?$")
    return all(a == b or number.match(a) and number.match(b) and abs(float(a) - float(b)) <= tolerance * abs(float(a)) for a, b in pairs)


def compare(about: str, shown, printed) -> None:
    """Compares the lines. A line … matches any lines."""
    shown = [at_this_level(line) for line in shown if line.strip()]
    printed = [line for line in printed if line.strip()]
    at = 0
    for i, line in enumerate(shown):
        if line.strip() == "…":
            if i + 1 == len(shown):
                return
            continue
        skipped = i > 0 and shown[i - 1].strip() == "…"
        here = next((k for k in range(at, len(printed) if skipped else at + 1) if k < len(printed) and same(line, printed[k])), None)
        if here is None:
            wrong.append(f"{about} shows\n  {line}\nand prints\n  " + "\n  ".join(printed[at : at + 4]))
            return
        at = here + 1
    if at < len(printed):
        wrong.append(f"{about} does not show what is also printed:\n  " + "\n  ".join(printed[at : at + 4]))


def run(about: str, folder: Path, command: str):
    began = time.monotonic()
    script = """trap 'echo "failed: $BASH_COMMAND"' ERR\n""" + reduced(command)
    process = subprocess.run(["timeout", "100", "bash", "-ec", script], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, check=False)
    if process.returncode:
        wrong.append(f"{about} prints and fails:\n" + "\n".join(process.stdout.splitlines()[-20:]))
    if os.environ.get("TIMES"):
        print(f"{time.monotonic() - began:7.2f} s: {command}", file=sys.stderr)
    return process.stdout.splitlines()


def check(page: Path) -> tuple:
    """Runs a page. Returns the number of commands that ran, and of blocks that are marked."""
    name = page.relative_to(project).with_suffix("")
    found = list(blocks(page))
    wrong.extend(f"{name}.md:{line}: a command without a fence" for line in unfenced(page))
    wrong.extend(f"{name}.md:{block.line}: a fence without a language" for block in found if not block.language)
    if not any(block.has_commands() for block in found):
        return 0, 0
    folder = Path("pages", *name.parts)
    prepare(folder, found)
    ran = marked = 0
    printed = None
    for block in found:
        about = f"{name}.md:{block.line}"
        if block.is_output:
            if printed is None:
                wrong.append(f"{about}: no command before this output ran")
            else:
                compare(about, block.text, printed)
        elif block.reason:
            marked += 1
            printed = None
        elif block.language == "console":
            for command, shown in commands(block):
                compare(about, shown, run(about, folder, command))
                ran += 1
        elif block.language == "sh":
            printed = run(about, folder, "\n".join(block.text))
            ran += len([line for line in block.text if line.strip()])
        elif block.has_commands():
            wrong.append(f"{about}: commands in a block of {block.language}; make it sh, or mark it <!-- not run: reason -->")
    return ran, marked


pages = [project / "README.md", *sorted((project / "docs").rglob("*.md"))]
chosen = [page for page in pages if not sys.argv[2:] or any(word in str(page) for word in sys.argv[2:])]
counts = [check(page) for page in chosen]
if chosen == pages:
    wrong += [f"no command is made smaller by {pattern}: take it out" for pattern in unused]
    if sum(ran for ran, _ in counts) < 50:
        wrong.append("fewer than 50 commands were found")
print("\n".join(wrong) or f"{sum(ran for ran, _ in counts)} commands of the documentation run, {sum(m for _, m in counts)} blocks are marked with a reason")
sys.exit(bool(wrong))
