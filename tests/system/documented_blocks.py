"""Fenced blocks of code in a Markdown page, for the tests of the documentation.

Every fence has a language. `sh` holds commands; `console` holds commands after "$ ", each followed by its output. A block
of any other language holds none. A comment directly before a block says more:

    <!-- not run: REASON -->    the block's commands cannot run in a test
    <!-- prints -->             the block is the output of the commands before it
"""
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator, List, Tuple

programs = re.compile(
    r"(\$ )?(icsweep|(\.\./)*build/release/[a-z_]+|mpirun|jobs/[a-z]+\.sh|tests/[a-z_/]+\.sh|sbatch|scontrol|srun|module|h5pcc|"
    r"h5dump|ncdump|cmake|ninja|ctest|cpack|apt-get|mkdir|for|tail|export|git|pip|python3?|cc|clang-tidy|man|sh)( |$)"
)
code = {"toml", "python", "json", "c", "cmake"}
not_run = re.compile(r"<!-- not run: (.*\S) *-->$")
prints = "<!-- prints -->"


@dataclass
class Block:
    line: int  # of its first line, from 1
    language: str
    marker: str  # the line before it
    text: List[str] = field(default_factory=list)

    @property
    def reason(self) -> str:
        """Why it is not run, or nothing."""
        found = not_run.match(self.marker)
        return found[1] if found else ""

    @property
    def is_output(self) -> bool:
        return self.marker == prints

    def has_commands(self) -> bool:
        shown = self.language not in code and any(programs.match(line) for line in self.text)
        return self.language in ("sh", "console") or shown


def blocks(page: Path) -> Iterator[Block]:
    marker, block = "", None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        fence = re.match(r" *```(\w*)", line)
        if fence and block:
            yield block
            block = None
        elif fence:
            block = Block(number, fence[1], marker)
        elif block:
            block.text.append(line)
        marker = line


def unfenced(page: Path) -> List[int]:
    """The lines of commands that are indented in place of a fence."""
    fenced, found = False, []
    for number, line in enumerate(page.read_text().splitlines(), 1):
        fenced ^= bool(re.match(r" *```", line))
        if not fenced and line.startswith("    ") and programs.match(line.lstrip()):
            found.append(number)
    return found


def commands(block: Block) -> List[Tuple[str, List[str]]]:
    """The commands of a `console` block, each with the lines of its output."""
    found: List[Tuple[str, List[str]]] = []
    for line in block.text:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


def file_of(block: Block) -> str:
    """The name of the file that the block shows: `# NAME.toml` in its first line."""
    found = re.search(r"(?:#|//) ([\w-]+\.(?:toml|py|c|csv))\b", block.text[0]) if block.text else None
    return found[1] if found else ""
