"""A sweep as an object: writes the sweep file and programs that the command line uses, and runs them."""

from __future__ import annotations

import os
import pathlib
from typing import Any, Mapping, Optional, Sequence, Union

from icsweep import launch
from icsweep.error import StoreError
from icsweep.functions import Experiment
from icsweep.grid import Grid, Task
from icsweep.plan import Plan
from icsweep.results import Results
from icsweep.toml_text import key, plain, text

Path = Union[str, "os.PathLike[str]"]
_mark = "# Written by icsweep.Sweep."


class Sweep:
    """All combinations of the values of one grid, or of several:  Sweep(train, width=[32, 64])  or  Sweep(Grid(…), Grid(…)).

    A dict behind the task has parameters whose names are keywords. The keywords are those of Grid, and
    name: the sweep's name; the task's by default
    search: icsweep.halving(…), icsweep.scouts(…) or icsweep.proposals(…)
    include: names of sweep files whose grids belong to it
    """

    def __init__(
        self,
        *grids: Union[Task, Grid, Mapping[str, Any]],
        name: Optional[str] = None,
        search: Optional[Mapping[str, Any]] = None,
        scale: Optional[Mapping[str, Mapping[str, Any]]] = None,
        include: Union[str, Sequence[str], None] = None,
        **values: Any,
    ) -> None:
        made = [grid for grid in grids if isinstance(grid, Grid)]
        common = {key: values.pop(key) for key in ("time_limit", "retries", "keep_weights", "resources") if made and key in values}
        if made and (len(made) < len(grids) or values):
            raise StoreError("a sweep of several grids has the values of its parameters in icsweep.Grid(task, …)")
        common_scale, own_scale = _split(scale or {}, bool(made))
        self.grids = made or _one_grid(grids, {**values, "scale": own_scale}, bool(include))
        self.search = plain(dict(search or {}), "search")
        self.scale = {name: plain(scaled, name) for name, scaled in common_scale.items()}
        self.include = [include] if isinstance(include, str) else list(include or ())
        self.common = {key: plain(value, key) for key, value in common.items() if value is not None}
        self.name = name or (self.grids[0].table if self.grids else "sweep")

    @property
    def text(self) -> str:
        """The sweep file."""
        lines = [f"{_mark} Run it: icsweep run FILE -o STORE.h5" + (" --allow-code" if self._has_code else "")]
        lines += [f"include = {text(self.include, 'include')}"] if self.include else []
        lines += ["[sweep]", f"name = {text(self.name, 'name')}"]
        lines += [f"{name} = {text(value, name)}" for name, value in self.common.items()]
        if self.search:
            lines += ["", "[search]", *(f"{name} = {text(value, name)}" for name, value in self.search.items())]
        for name, values in self.scale.items():
            lines += ["", f"[scale.{key(name)}]", *(f"{key(own)} = {text(value, own)}" for own, value in values.items())]
        searches = [self.search, *(scaled.get("search", {}) for scaled in self.scale.values())]
        race: Mapping[str, Any] = next((search for search in searches if search.get("resource")), {})
        return "\n".join([*lines, "", *(grid.text(race) for grid in self.grids)])

    def save(self, path: Path) -> pathlib.Path:
        """Writes the sweep file, and its programs into icsweep_programs beside it. A run from either continues the same store."""
        place = pathlib.Path(path)
        written = self.text
        if place.exists() and not place.read_text(encoding="utf-8").startswith(_mark):
            raise StoreError(f"{place}: was not written by icsweep.Sweep and stays; name another file")
        for grid in self.grids:
            for program in grid.programs:
                program.write(place.parent)
        new = place.with_name(f"{place.name}.{os.getpid()}.new")
        new.write_text(written, encoding="utf-8")
        new.replace(place)
        return place

    def run(
        self,
        store: Path,
        ranks: int = 1,
        *,
        scale: Optional[str] = None,
        only: Optional[str] = None,
        set: Optional[Mapping[str, Any]] = None,
        retry: Optional[str] = None,
        threads: Optional[int] = None,
        walltime: Optional[str] = None,
        add: bool = False,
        options: Sequence[str] = (),
    ) -> Results:
        """Runs, resumes or extends the sweep in the store, as `mpirun -n RANKS icsweep run` does, and returns its results.

        Programs run in the current folder, which gets the sweep file STORE.icsweep.toml. `options` has other options of
        `icsweep run`. An interrupt saves the running experiments; the same call resumes. Raises StoreError if the sweep
        is refused, or if no experiment succeeds.
        """
        place = pathlib.Path(store)
        if place.suffix == "":
            raise StoreError(f"{place}: has no ending, name the store {place}.h5")
        words = [*(f"--set={name}={_assigned(value, name)}" for name, value in (set or {}).items()), *options]
        for option, value in {"scale": scale, "only": only, "retry": retry, "threads": threads, "walltime": walltime}.items():
            words += [f"--{option}={value}"] if value is not None else []
        words += ["--add"] if add else []
        words += ["--allow-code"] if self._has_code else []
        file = self.save(f"{place.stem}.icsweep.toml")
        launch.run(["run", str(file), "-o", str(place), *words], ranks, str(place))
        return Results(place, {grid.table: grid.varied for grid in self.grids})

    def plan(self, *options: str) -> Plan:
        """Returns the answer of `icsweep plan`: number of experiments, points that rules drop, and predicted time."""
        file = self.save(f"{self.name}.icsweep.toml")
        return Plan(["plan", str(file), *(["--allow-code"] if self._has_code else []), *options])

    def __repr__(self) -> str:
        return f"<icsweep sweep {self.name!r}\n{self.text}>"

    @property
    def _has_code(self) -> bool:
        return any(isinstance(grid.task, Experiment) or grid.programs for grid in self.grids)


def _split(scale: Mapping[str, Mapping[str, Any]], all_common: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """Scales of the whole sweep, such as their searches, and those of the only grid, whose values get its types."""
    common: dict[str, Any] = {}
    own: dict[str, Any] = {}
    for name, scaled in scale.items():
        for key, value in scaled.items():
            is_common = all_common or (key == "search" and isinstance(value, Mapping))
            (common if is_common else own).setdefault(name, {})[key] = value
    return common, own


def _one_grid(given: Sequence[Any], values: Mapping[str, Any], may_be_none: bool) -> list[Grid]:
    """The grid of a task and perhaps a dict of parameters whose names are keywords."""
    if may_be_none and not given:
        return []
    if not given or isinstance(given[0], Mapping) or not all(isinstance(more, Mapping) for more in given[1:]) or len(given) > 2:
        raise StoreError("a sweep has one task, or several icsweep.Grid(task, …)")
    return [Grid(*given, **values)]


def _assigned(value: Any, name: str) -> str:
    """A value as --set has it."""
    made = plain(value, name)
    return made if isinstance(made, str) else text(made, name)
