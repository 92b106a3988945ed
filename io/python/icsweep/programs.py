"""Writes a function as a program or sampler that a sweep file can name."""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
from typing import Any, Mapping, Sequence

from icsweep.error import StoreError
from icsweep.functions import Experiment, Sampler
from icsweep.project import project_files
from icsweep.source import Source

FOLDER = "icsweep_programs"
PLACES = "places.json"

_head = """# Written by icsweep.Sweep from the function {name}, with all that it uses. Change the function, not this file."""
_serve = """

if __name__ == "__main__":
    __import__("icsweep.program").program.serve_function({name})
"""
_beside = '__import__("sys").path.insert(0, __file__.rpartition("/")[0])\n'


class Program:
    """Files of a program. The folder's name is a hash of their contents, so a changed function gets another folder."""

    def __init__(self, name: str, files: Mapping[str, bytes], places: Sequence[Sequence[Any]] = ()) -> None:
        """places: where the user wrote the parts of the main file, as Source.places() gives them."""
        digest = hashlib.sha256()
        for path, content in sorted(files.items()):
            digest.update(f"{len(path)} {path} {len(content)} ".encode() + content)
        self.folder = f"{FOLDER}/{name}-{digest.hexdigest()[:12]}"
        self._files = {**files, PLACES: json.dumps(places, ensure_ascii=False).encode()}  # not part of the identity
        self.main = f"{self.folder}/{name}.py"
        self.others = sorted(f"{self.folder}/{path}" for path in files if path != f"{name}.py")

    def write(self, beside: pathlib.Path) -> None:
        """Writes the files that are not there yet. Each appears whole."""
        for path, content in self._files.items():
            place = beside / self.folder / path
            if place.is_file() and place.read_bytes() == content:
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            new = place.with_name(f"{place.name}.{os.getpid()}.new")
            new.write_bytes(content)
            new.replace(place)


def program_of(experiment: Experiment) -> Program:
    name = experiment.icsweep_function.__name__
    source = Source(experiment.icsweep_function)
    return _program(name, source, source.text(_head.format(name=name), _serve.format(name=name)))


def sampler_of(sampler: Sampler) -> Program:
    name = sampler.icsweep_function.__name__
    source = Source(sampler.icsweep_function)
    tail = "" if name == "sample" else f"\n\nsample = {name}\n"
    if sampler.baselines is not None:
        source.add(sampler.baselines)
        tail += "" if sampler.baselines.__name__ == "baselines" else f"baselines = {sampler.baselines.__name__}\n"
    program = _program(name, source, source.text(_head.format(name=name), tail))
    if not program.others:
        return program
    return _program(name, source, source.text(_head.format(name=name), tail).replace("annotations\n", "annotations\n\n" + _beside, 1))


def _program(name: str, source: Source, text: str) -> Program:
    files: dict[str, bytes] = {f"{name}.py": text.encode()}
    files.update({f"{array}.npy": content for array, content in source.arrays.items()})
    for path, place in project_files(text).items():
        if path in files:
            raise StoreError(f"{name}: imports a module of the same name, {place}; rename the function")
        files[path] = pathlib.Path(place).read_bytes()
    return Program(name, files, source.places(text))


def program_keys(experiment: Experiment, program: Program) -> dict[str, Any]:
    """Keys `program.*` of the sweep file."""
    keys: dict[str, Any] = {"name": experiment.name, "command": ["python3", program.main], "results": experiment.results}
    keys["files"] = [program.main, *program.others, *experiment.keys.get("files", ())]
    return {**keys, **{name: value for name, value in experiment.keys.items() if name != "files"}}


def sampler_keys(sampler: Sampler, program: Program) -> dict[str, Any]:
    """Keys of the parameter that the sampler replaces."""
    files = [*program.others, *sampler.keys.get("files", ())]
    keys: dict[str, Any] = {"file": program.main, **({"files": files} if files else {})}
    return {**keys, **({"added": sampler.keys["added"]} if "added" in sampler.keys else {}), **sampler.own}
