"""Reads the table of a task from the file. Everything in the file is checked before use."""

from __future__ import annotations

import json
import math
from typing import Any, NamedTuple

import h5py
import numpy as np
from numpy.typing import NDArray

from icsweep.file import Stale, member, text_of

Array = NDArray[Any]

OUTCOMES = (  # by status byte; all except pending are final
    "pending", "done", "diverged", "failed", "timed_out", "crashed", "pruned",
)
DONE = 1
INTEGER, REAL, TEXT, BOOLEAN, COMPOSITE = range(5)  # the last two: forms of parameters
IDENTITY, PARAMETER, RESULT, RECORD, PLANNED, CHECKSUM, STATUS = range(7)


class Column(NamedTuple):
    name: str
    kind: int
    role: int
    width: int
    dimensions: tuple[str, ...]
    description: str
    form: int | None = None  # of a parameter: BOOLEAN, kept as 0 and 1, or COMPOSITE, kept as JSON
    optional: bool = False  # some experiments do not have it
    nullable: bool = False  # it may be null

    @property
    def extended(self) -> bool:
        """Whether its cells need more than their kind to be understood."""
        return self.form is not None or self.optional or self.nullable

    @property
    def dtype(self) -> np.dtype[Any]:
        if self.kind == TEXT:
            return np.dtype(f"S{self.width}")
        return np.dtype("<f8" if self.kind == REAL else "u1" if self.role in (STATUS, PLANNED) else "<i8")


class Table:
    """A task's table in an open file."""

    def __init__(self, file: h5py.File, task: str) -> None:
        self._group = member(file, task)
        schema = json.loads(text_of(self._group.attrs["schema"]))
        self.rows: int = schema["rows"]
        self._extents: dict[str, int] = schema["extents"]
        self._weights: int = schema.get("weights", 0)
        columns = [Column(**{key: c[key] for key in Column._fields if key in c}) for c in schema["columns"]]
        self.columns = {c.name: c._replace(dimensions=tuple(c.dimensions)) for c in columns}

    def status(self) -> Array:
        """Returns one byte per row. Read it first: a row with a final status is complete in every column read later."""
        status = self.read("status")
        if (self.read("checksum")[status != 0] == 0).any():  # written before the status, and never 0
            raise Stale("rows have ended whose checksum is missing")
        return status

    def read(self, name: str) -> Array:
        """Returns a whole column."""
        column = self.columns[name]
        shape = (self.rows, *(self._extents[d] for d in column.dimensions))
        return np.asarray(_checked(member(self._group, name), shape, column.dtype)[()])

    def indices(self, dimension: str) -> Array:
        """Returns the indices of a dimension: positions from 1, all others from 0."""
        return np.asarray(_checked(member(self._group, dimension), (self._extents[dimension],), np.dtype("<i8"))[()])

    def weights(self) -> h5py.Dataset | None:
        """Returns the trained parameters of all rows as a flat array; None if the store keeps none."""
        return _checked(member(self._group, "weights"), (self._weights,), np.dtype("<f4")) if self._weights else None


def _checked(dataset: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> h5py.Dataset:
    """Returns the dataset if it agrees with the schema and is contiguous in the file."""
    if not isinstance(dataset, h5py.Dataset) or dataset.shape != shape or dataset.dtype != dtype:
        raise ValueError(f"{dataset.name} is not what its schema says")
    size, offset = math.prod(shape) * dtype.itemsize, dataset.id.get_offset()
    if size and (dataset.chunks or dataset.external or offset is None or offset + size > dataset.file.id.get_filesize()):
        raise ValueError(f"{dataset.name} is not contiguous in the file")
    return dataset
