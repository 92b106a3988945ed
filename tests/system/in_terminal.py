"""A command in a terminal of its own, as a person starts it."""
import fcntl
import os
import pty
import struct
import termios
from typing import Tuple


def in_terminal(command, columns: int, rows: int = 24, keys: bytes = b"", **variables) -> Tuple[int, str]:
    """The command's status, and what its terminal showed. The keys are pressed when it has shown something."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update({"TERM": "xterm", "LANG": "C.UTF-8", **variables})
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
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
        if keys and len(output) > columns:
            os.write(terminal, keys)
            keys = b""
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), output.decode(errors="replace").replace("\r", "")
