"""narrow_terminal.py COLUMNS COMMAND...: runs the command in a terminal of this width, and prints the lines that are wider."""
import re
import sys

from in_terminal import in_terminal

columns = int(sys.argv[1])
status, text = in_terminal(sys.argv[2:], columns, ICSWEEP_PAGER="cat")
lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).split("\n")
for line in lines:
    if len(line) > columns:
        print(f"{len(line)} columns: {line}")
if status != 0:
    print(f"status {status}: {text[-300:]}")
if not any(line.strip() for line in lines):
    print("printed nothing")
