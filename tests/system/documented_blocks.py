"""Blocks of code in a Markdown page, for the tests of the documentation.

A fence has a language. `sh` holds commands; `console` holds commands after "$ ", each followed by its output. A block
of any other language holds none. A comment directly before a block says more:

    <!-- not run: REASON -->    the block's commands cannot run in a test
    <!-- prints -->             the block is the output of the commands before it
"""
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator, List

programs = re.compile(
    r"(\$ )?(icsweep|(\.\./)*build/release/[a-z_]+|mpirun|jobs/[a-z]+\.sh|tests/[a-z_/]+\.sh|sbatch|scontrol|srun|module|h5pcc|"
    r"h5dump|ncdump|cmake|ninja|ctest|cpack|apt-get|mkdir|for|tail|export|git|pip|python3?|cc|clang-tidy|man|sh)( |$)"
)
not_run = re.compile(r"<!-- not run: (.*\S) *-->$")
prints = "<!-- prints -->"


@dataclass
class Block:
    line: int  # of its first line, from 1
    language: str  # empty: an indented block
    marker: str  # the comment before it, or nothing
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
        return self.language in ("sh", "console") or any(programs.match(line) for line in self.text)


def blocks(page: Path) -> Iterator[Block]:
    marker, block, fenced = "", None, False
    for number, line in enumerate(page.read_text().splitlines() + [""], 1):
        fence = re.match(r" *```(\w*)", line)
        if fence:
            if fenced:
                yield block
                block, marker = None, ""
            else:
                block = Block(number, fence[1], marker)
            fenced = not fenced
        elif fenced:
            block.text.append(line)
        elif line.startswith("    "):
            block = block or Block(number, "", marker)
            block.text.append(line[4:])
        elif block and line:
            yield block
            block, marker = None, line
        elif block:
            block.text.append("")
        elif line:
            marker = line
    if block:
        yield block


def commands(block: Block) -> List[str]:
    """Of a block that is no `sh`: its commands, one string each. An open quote or a backslash at the end continues one."""
    found: List[str] = []
    open_line = False
    for line in block.text:
        if open_line:
            found[-1] += "\n" + line
        elif programs.match(line) or (block.language == "console" and line.startswith("$ ")):
            found.append(re.sub(r"^\$ ", "", line))
        else:
            continue
        text = found[-1]
        open_line = text.endswith("\\") or text.count('"') % 2 == 1 or text.count("'") % 2 == 1
    return found


def outputs(block: Block) -> List[List[str]]:
    """Of a `console` block: the lines below each command."""
    found: List[List[str]] = []
    for line in block.text:
        if line.startswith("$ "):
            found.append([])
        elif found:
            found[-1].append(line)
    return found


def file_of(block: Block) -> str:
    """The name of the file that the block shows: `# NAME.toml` in its first line."""
    found = re.search(r"(?:#|//) ([\w-]+\.(?:toml|py|c|csv))\b", block.text[0]) if block.text else None
    return found[1] if found else ""
