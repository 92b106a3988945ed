"""A store as DataFrames, curves and weights."""

from __future__ import annotations

import collections
import io
import json
import os
import tempfile
from typing import TYPE_CHECKING, Any, Callable, Iterator, TypeVar, overload

import h5py
import pandas as pd

from icsweep import executable, file
from icsweep.error import StoreError
from icsweep.rows import Rows, read_rows, read_weights
from icsweep.table import BOOLEAN, COMPOSITE, INTEGER, OUTCOMES, PARAMETER, PLANNED, STATUS, Array, Column, Table

if TYPE_CHECKING:
    import xarray

T = TypeVar("T")


def open(path: str | os.PathLike[str]) -> Store:
    """Opens a store. Every call reads the file anew, so that a sweep may write it at the same time."""
    return Store(path)


class Store:
    """The results of the sweeps in one file.

    As in `icsweep query`, an experiment counts if it is done and part of the latest sweep. With all_rows, all count.
    Results of an experiment that is not done are NaN, except curves along training.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.path.abspath(os.fspath(path))
        self._counts()

    @property
    def tasks(self) -> tuple[str, ...]:
        return file.reading(self.path, file.task_names)

    @property
    def sweep(self) -> str:
        """The text of the latest sweep."""
        return file.reading(self.path, file.sweep_text)

    def __iter__(self) -> Iterator[str]:
        return iter(self.tasks)

    def __getitem__(self, task: str) -> pd.DataFrame:
        return self.table(task)

    def table(self, task: str, *, all_rows: bool = False) -> pd.DataFrame:
        """Returns parameters, scalar results and the record of each experiment, indexed by its number."""
        rows = self._read(task, lambda table: read_rows(table, lambda column: not column.dimensions, all_rows))
        index = pd.Index(rows.experiments, name="experiment")
        columns = {name: _series(rows.columns[name], cells, index) for name, cells in rows.cells.items()}
        return pd.DataFrame(columns, index)

    @overload
    def curves(self, task: str, name: str, *, all_rows: bool = False) -> xarray.DataArray: ...

    @overload
    def curves(self, task: str, name: None = None, *, all_rows: bool = False) -> xarray.Dataset: ...

    def curves(self, task: str, name: str | None = None, *, all_rows: bool = False) -> xarray.DataArray | xarray.Dataset:
        """Returns a curve or array, or all of the task, with parameters as coordinates. NaN beyond an experiment's own size."""

        def read(table: Table) -> Rows:
            known = [column.name for column in table.columns.values() if column.dimensions]
            if name is not None and name not in known:
                raise StoreError(f"{self.path}: {task} has no curve {name}, it has {', '.join(known) or 'none'}")
            wanted = known if name is None else [name]
            return read_rows(table, lambda c: c.name in wanted or c.role in (PARAMETER, STATUS), all_rows)

        dataset = _dataset(self._read(task, read))
        return dataset if name is None else dataset[name]

    def weights(self, task: str, *, all_rows: bool = False) -> dict[int, Array]:
        """Returns the trained parameters of each experiment that kept them: all its arrays, one after the other in a flat array."""
        return self._read(task, lambda table: read_weights(table, all_rows))

    def named_weights(self, task: str, experiment: int | str) -> dict[str, Array]:
        """Returns the trained parameters of an experiment, given by number or identity, as arrays by name. Needs the program."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "weights.safetensors")
            executable.run("export", self.path, "--task", task, "--id", str(experiment), "--weights", "-o", path)
            return executable.read_safetensors(path)

    def query(self, sql: str) -> pd.DataFrame:
        """Returns the answer of `icsweep query`. Needs the program."""
        ask = ("query", "--store", self.path, f"--sql={sql}", "--format")
        rows: list[dict[str, Any]] = json.loads(executable.run(*ask, "json"))
        return pd.DataFrame(rows) if rows else pd.read_csv(io.StringIO(executable.run(*ask, "csv", remarks=False)))

    def __repr__(self) -> str:
        try:
            name, counts = self._counts()
        except StoreError as error:
            return f"<icsweep store {error}>"
        return "\n".join([f"<icsweep store {self.path}, sweep {name!r}", *(f"  {t}: {c}" for t, c in counts.items())]) + ">"

    def _read(self, task: str, work: Callable[[Table], T]) -> T:
        def find(open_file: h5py.File) -> T:
            known = file.task_names(open_file)
            if task not in known:
                raise StoreError(f"{self.path}: there is no task {task}, but {', '.join(known) or 'none'}")
            return work(Table(open_file, task))

        return file.reading(self.path, find)

    def _counts(self) -> tuple[str, dict[str, str]]:
        """Returns the sweep's name, and for each task the number of experiments by status."""

        def read(open_file: h5py.File) -> tuple[str, dict[str, str]]:
            tables = [(task, Table(open_file, task)) for task in file.task_names(open_file)]
            return file.text_of(open_file.attrs["sweep_name"]), {task: _count(table) for task, table in tables}

        return file.reading(self.path, read)


def _series(column: Column, cells: Array, index: pd.Index[Any]) -> pd.Series[Any]:
    """A list or table is itself; a boolean or an integer that is null somewhere has a type of pandas that allows it."""
    if cells.dtype != object:
        return pd.Series(cells, index)
    if column.form == COMPOSITE:
        return pd.Series(list(cells), index, object)
    if column.extended and column.kind == INTEGER:
        return pd.Series(list(cells), index, "boolean" if column.form == BOOLEAN else "Int64")
    return pd.Series(cells, index, object if column.optional else str)


def _count(table: Table) -> str:
    rows = read_rows(table, lambda column: column.role in (STATUS, PLANNED), all_rows=True)
    status, planned = rows.cells["status"], rows.cells["planned"] == 1
    counts = collections.Counter(status[planned])
    parts = [f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome]]
    earlier = [f"{(~planned).sum()} of earlier sweeps"] if not planned.all() else []
    return f"{table.rows} experiments: {', '.join(parts + earlier)}"


def _dataset(rows: Rows) -> xarray.Dataset:
    try:
        import xarray
    except ImportError:
        raise ImportError("curves need xarray; install it with: pip install xarray") from None
    arrays = {
        name: (("experiment", *column.dimensions), cells.astype(str) if cells.dtype == object else cells, {"long_name": column.description})
        for (name, column), cells in zip(rows.columns.items(), rows.cells.values())
    }
    data = {name: array for name, array in arrays.items() if rows.columns[name].dimensions}
    coordinates = {name: array for name, array in arrays.items() if name not in data}
    return xarray.Dataset(data, {"experiment": rows.experiments, **rows.indices, **coordinates})
