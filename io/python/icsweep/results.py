"""Results of a sweep: tables, best settings, figures and the report. Calls the program icsweep."""

from __future__ import annotations

import html
import json
import os
import tempfile
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Sequence, Union

from icsweep import executable, launch
from icsweep.display import status_html, status_line
from icsweep.error import StoreError

if TYPE_CHECKING:
    import pandas as pd
    from icsweep.store import Store

Names = Union[str, Sequence[str]]
_single = "one value, no interval"  # a remark that n = 1 makes, too
_columns_of_top = 8  # n, planned, mean, ci95, best, identity, settings, remark


class Figure:
    """A drawing. A notebook shows it. draw: draws it once more, into a file."""

    def __init__(self, svg: str, draw: Callable[[str], None]) -> None:
        self.svg = svg
        self._draw = draw

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes SVG, PDF or PNG, by the ending."""
        self._draw(os.path.abspath(os.fspath(path)))


class Report:
    """The page of `icsweep report`. A notebook shows it in a frame."""

    def __init__(self, page: str) -> None:
        self.html = page

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{html.escape(self.html)}" style="width:100%;height:40em;border:1px solid #ccc"></iframe>'

    def save(self, path: str) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)


class Results:
    """Results in a store, of the sweep that made this object. `store` has tables, curves and weights."""

    def __init__(self, path: Union[str, "os.PathLike[str]"], varied: Mapping[str, Sequence[str]]) -> None:
        self.path = os.path.abspath(os.fspath(path))
        self._varied = {task: list(names) for task, names in varied.items()}

    @property
    def store(self) -> Store:
        """The store, for store["train"] and store.curves("train", "loss"). Needs h5py and pandas."""
        from icsweep.store import Store

        return Store(self.path)

    @property
    def tasks(self) -> list[str]:
        return list(self._varied)

    def top(self, metric: str, by: Optional[Names] = None, *, largest: bool = False, task: Optional[str] = None, all: bool = False) -> Any:
        """Best settings first, with mean and interval over seeds: a DataFrame, or a list of dicts without pandas.

        by: parameters that the rows stand for; by default all that vary, without the seed
        all: also ci95 and remark if no row needs them, the number of planned seeds and of settings, and the best
        experiment
        """
        asked = [f"--by={by if isinstance(by, str) else ','.join(by)}"] if by else []
        ask = ["top", self.path, self._task(task), metric, *asked, *(["--largest"] if largest else [])]
        rows: list[dict[str, Any]] = json.loads(executable.run(*ask, "--format=json"))
        columns = list(rows[0] if rows else [])
        names, count = columns[:-_columns_of_top], columns[-_columns_of_top:][:1]  # count: "n", or "n:1" beside a parameter n
        if by:
            names = [by] if isinstance(by, str) else list(by)
        said = {name for row in rows for name in ("ci95", "remark") if row.get(name) not in (None, "", _single)}
        shown = [*names, *count, "mean", *sorted(said)]
        return _frame(rows if all else [{name: row[name] for name in shown if name in row} for row in rows])

    def query(self, sql: str) -> Any:
        """The answer to SQL, as of `icsweep query`: a DataFrame, or a list of dicts without pandas."""
        return _frame(json.loads(executable.run("query", "--store", self.path, f"--sql={sql}", "--format=json")))

    def failures(self, task: Optional[str] = None) -> Any:
        """Experiments that failed, with their parameters, outcome and message, such as "train.py:12: ValueError: …"."""
        chosen = self._task(task)
        columns = ", ".join([*self._varied[chosen], "substr(identity, 1, 8) AS identity", "status", "message"])
        outcomes = "'failed', 'timed_out', 'crashed', 'diverged'"
        return self.query(f"SELECT {columns} FROM {chosen}_all WHERE planned = 1 AND status IN ({outcomes}) ORDER BY finished")

    def plot(
        self,
        y: Optional[str] = None,
        x: Optional[Names] = None,
        *,
        by: Optional[Names] = None,
        pareto: Optional[Names] = None,
        setting: Optional[str] = None,
        largest: bool = False,
        log: str = "",
        median: bool = False,
        all: bool = False,
        where: Optional[str] = None,
        title: Optional[str] = None,
        xlabel: Optional[str] = None,
        ylabel: Optional[str] = None,
        label: Optional[Mapping[str, str]] = None,
        width: Optional[str] = None,
        task: Optional[str] = None,
        options: Sequence[str] = (),
    ) -> Figure:
        """Draws a result. The keywords are the options of `icsweep plot`, and label={"width": "channels"}."""
        given: dict[str, Any] = {"y": y, "x": x, "by": by, "pareto": pareto, "setting": setting, "largest": largest, "log": log or None, "median": median}
        given.update(all=all, where=where, title=title, xlabel=xlabel, ylabel=ylabel, label=label, width=width)
        drawing = [self._task(task), *option_words(given), *options]

        def draw(file: str) -> None:
            executable.run("plot", self.path, *drawing, "-o", file, remarks=False)

        return Figure(self._written("plot", drawing, "figure.svg"), draw)

    def report(self) -> Report:
        """The page of `icsweep report`."""
        return Report(self._written("report", [], "report.html"))

    def _written(self, command: str, words: Sequence[str], name: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name)
            executable.run(command, self.path, *words, "-o", path, remarks=False)
            with open(path, encoding="utf-8") as file:
                return file.read()

    def _task(self, task: Optional[str]) -> str:
        if task is None and len(self._varied) != 1:
            raise StoreError(f"the sweep has several tasks; add task= one of {', '.join(self._varied)}")
        chosen = task if task is not None else next(iter(self._varied))
        if chosen not in self._varied:
            raise StoreError(f"there is no task {chosen}, but {', '.join(self._varied)}")
        return chosen

    def __repr__(self) -> str:
        return f"<icsweep results {self.path}: {status_line(launch.status(self.path), running=False)}>"

    def _repr_html_(self) -> str:
        return status_html(launch.status(self.path), running=False)


def option_words(given: Mapping[str, Any]) -> list[str]:
    """Keywords as options of the command line. None and False are left out; a dict repeats its option."""
    words: list[str] = []
    for name, value in given.items():
        if value is True:
            words.append(f"--{name}")
        elif isinstance(value, Mapping):
            words += [f"--{name}={key}={entry}" for key, entry in value.items()]
        elif value is not None and value is not False:
            words.append(f"--{name}={value if isinstance(value, str) else ','.join(value)}")
    return words


def _frame(rows: list[dict[str, Any]]) -> Union[pd.DataFrame, list[dict[str, Any]]]:
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows)
