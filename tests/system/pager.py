"""pager.py PROGRAM: what goes through the pager, in a terminal of 24 lines, for the store store.h5 here."""
import os
import re
import shutil
import subprocess
import sys

from in_terminal import in_terminal

program = sys.argv[1]
ROWS = ["query", "store.h5", "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n LIMIT 300) SELECT i FROM n"]
ENDLESS = ["query", "store.h5", "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n) SELECT i FROM n"]
TO_FILE = "sed 's/^/seen: /' | tee paged.txt"


def expect(true, what, text=""):
    if not true:
        sys.exit(f"{what}: {text[-500:]}")


def paged(command, status=0, **variables):
    """What the pager of these variables got, or None without a pager; the terminal shows it in both cases."""
    if os.path.exists("paged.txt"):
        os.remove("paged.txt")
    ended, text = in_terminal([program, *command], 80, **{"ICSWEEP_PAGER": TO_FILE, **variables})
    expect(ended == status, f"{command} with {variables} ends with {ended}, not {status}", text)
    expect(len(text) > 10, f"{command} with {variables} shows nothing", text)
    if not os.path.exists("paged.txt"):
        expect("seen: " not in text, f"{command}: the pager was started", text)
        return None
    with open("paged.txt") as file:
        return file.read()


got = paged(ROWS)
expect(got and "300" in got and got.count("\n") > 300, "query: the pager misses rows", got or "")
for command in (["top", "store.h5", "augmented", "test_mse", "--by", "depth"], ["status", "store.h5"], ["plan", "s.toml", "--points"], ["help"],
                ["help", "commands"], ["tasks", "augmented"], ["run", "--help"], [], ["--help"]):
    expect(paged(command), f"{command} has no pager")
expect("different" in (paged(["diff", "store.h5", "other.h5"], status=1) or ""), "diff: no pager, or another status")
refused = paged(["query", "store.h5", "SELECT no_such FROM augmented"], status=2)
expect("no such column" in (refused or ""), "an error does not reach the pager", refused or "")

# No pager
for command in ([*ROWS, "--no-pager"], ["--no-pager", *ROWS], ["--no-pager"], ["status", "store.h5", "--watch"], ["run", "s.toml", "-o", "new.h5"],
                ["verify", "store.h5"], ["version"]):
    expect(not paged(command), f"{command} has a pager")
for variables in ({"TERM": "dumb"}, {"ICSWEEP_PAGER": ""}, {"ICSWEEP_PAGER": "cat"}, {"ICSWEEP_PAGER": "no-such-pager"}):
    expect(not paged(ROWS, **variables), f"{variables}: a pager")
into_file = subprocess.run([program, *ROWS], env={**os.environ, "ICSWEEP_PAGER": TO_FILE, "TERM": "xterm"}, capture_output=True, text=True, check=True)
expect("seen: " not in into_file.stdout, "the output of a pipe goes through the pager")

# PAGER, after ICSWEEP_PAGER
os.environ["PAGER"] = "sed 's/^/other: /'"
expect("other:" not in (paged(ROWS) or "other:"), "PAGER comes before ICSWEEP_PAGER")


def shown(command, status=0, keys=b"", **variables):
    ended, text = in_terminal([program, *command], 80, keys=keys, **variables)
    expect(ended == status, f"{command} with {variables} ends with {ended}", text)
    return text


expect("other: " in shown(ROWS), "PAGER is not used")
# A reader who quits ends a query that has no end, and that is no error.
shown(ENDLESS, PAGER="head -3")
if shutil.which("less"):
    del os.environ["PAGER"]
    text = shown(ENDLESS, keys=b"q")
    numbers = [int(number) for number in re.findall(r"^ *(\d+)\W", text, re.MULTILINE)]
    expect(10 in numbers and max(numbers) < 100, "less does not stop after one screen", text)
    shown(["version"])
    shown(["top", "store.h5", "augmented", "test_mse", "--by", "depth"])  # fits on the screen: less ends by itself
    shown(ROWS, keys=b"q", PAGER="less")
print("long output goes through the pager")
