"""Calls the program icsweep, which answers SQL and knows the shapes of trained weights."""

from __future__ import annotations

import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from icsweep.error import StoreError

if TYPE_CHECKING:
    from icsweep.table import Array


def find_program() -> str:
    """Finds the program with the variable ICSWEEP, on the PATH, or in bin/ of the prefix where Python or this package is installed."""
    named = os.environ.get("ICSWEEP")
    prefixes = [pathlib.Path(sys.prefix), *pathlib.Path(__file__).resolve().parents]
    beside = os.pathsep.join(str(prefix / "bin") for prefix in prefixes)
    found = shutil.which(named) if named else shutil.which("icsweep") or shutil.which("icsweep", path=beside)
    if not found:
        place = f"{named} (ICSWEEP) is no program" if named else "there is no program icsweep"
        raise StoreError(f"{place}; put its folder on the PATH or its path into the variable ICSWEEP")
    return found


def environment() -> dict[str, str]:
    """Returns the variables of the program. They name this interpreter, which then also runs samplers and programs."""
    return os.environ | ({"ICSWEEP_IMPORTER": sys.executable} if sys.executable else {})


def run(*arguments: str, remarks: bool = True) -> str:
    """Returns the output of the program. Its remarks go to standard error, as in a shell. A refusal becomes a StoreError."""
    command = [find_program(), *arguments]
    result = subprocess.run(
        command, capture_output=True, encoding="utf-8", errors="replace", check=False, env=environment()
    )
    if result.returncode != 0:
        lines = result.stderr.splitlines() or [f"icsweep: {arguments[0]} ended with {result.returncode}"]
        raise StoreError(lines[-1].removeprefix("icsweep: "))
    if remarks:
        sys.stderr.write(result.stderr)
    return result.stdout


def read_safetensors(path: str) -> dict[str, Array]:
    """Returns the arrays of a safetensors file by name, in their order."""
    import numpy as np

    content = pathlib.Path(path).read_bytes()
    start = 8 + int.from_bytes(content[:8], "little")
    arrays = {}
    for name, array in json.loads(content[8:start]).items():
        if name != "__metadata__":
            shape, begin = array["shape"], start + array["data_offsets"][0]
            arrays[name] = np.frombuffer(content, "<f4", math.prod(shape), begin).reshape(shape).copy()
    return arrays
