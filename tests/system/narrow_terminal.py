"""narrow_terminal.py COLUMNS COMMAND...: runs the command in a terminal of this width, and prints the lines that are wider."""
import fcntl
import os
import pty
import re
import struct
import sys
import termios

columns, command = int(sys.argv[1]), sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.environ.update(TERM="xterm", LANG="C.UTF-8")
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.execvp(command[0], command)
output = b""
while True:
    try:
        piece = os.read(terminal, 65536)
    except OSError:  # the other side is closed
        break
    if not piece:
        break
    output += piece
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", output.decode(errors="replace"))
lines = text.replace("\r", "").split("\n")
for line in lines:
    if len(line) > columns:
        print(f"{len(line)} columns: {line}")
if status != 0:
    print(f"status {status}: {text[-300:]}")
if not any(line.strip() for line in lines):
    print("printed nothing")
