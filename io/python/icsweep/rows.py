"""Selects the rows of a table that count, and converts their cells for NumPy."""

from __future__ import annotations

import json
from typing import Any, Callable, NamedTuple

import numpy as np

from icsweep.file import text_of
from icsweep.table import BOOLEAN, COMPOSITE, DONE, INTEGER, OUTCOMES, PARAMETER, REAL, RESULT, STATUS, TEXT, Array, Column, Table

_least_integer = np.iinfo(np.int64).min


class Rows(NamedTuple):
    experiments: Array  # numbers of the experiments
    columns: dict[str, Column]
    cells: dict[str, Array]  # by column
    indices: dict[str, Array]  # by dimension of those columns


def read_rows(table: Table, wanted: Callable[[Column], bool], all_rows: bool) -> Rows:
    """Returns the done and planned rows, or all rows, with the wanted columns."""
    status = table.status()
    chosen = np.arange(table.rows) if all_rows else np.flatnonzero((status == DONE) & (table.read("planned") == 1))
    columns = {name: column for name, column in table.columns.items() if wanted(column)}
    cells = {name: _cells(table, column, status, chosen) for name, column in columns.items()}
    dimensions = {d for column in columns.values() for d in column.dimensions}
    return Rows(chosen, columns, cells, {d: table.indices(d) for d in sorted(dimensions)})


def read_weights(table: Table, all_rows: bool) -> dict[int, Array]:
    """Returns the trained parameters of each experiment that kept them: all its arrays, one after the other in a flat array."""
    weights = table.weights()
    if weights is None:
        return {}
    rows = read_rows(table, lambda column: column.name in ("weights_offset", "weights_count"), all_rows)
    places = zip(rows.experiments.tolist(), rows.cells["weights_offset"].tolist(), rows.cells["weights_count"].tolist())
    held = [(row, first, first + count) for row, first, count in places if first >= 0 and count > 0]
    return {row: weights[first:end] for row, first, end in held if end <= weights.size}


def _cells(table: Table, column: Column, status: Array, chosen: Array) -> Array:
    cells = status[chosen] if column.role == STATUS else table.read(column.name)[chosen]
    if column.role == STATUS:
        return np.array([OUTCOMES[s] if s < len(OUTCOMES) else OUTCOMES[0] for s in cells], dtype=object)
    if column.extended:
        return _parameters(column, cells)
    if column.kind == TEXT:
        return np.array([text_of(text) for text in cells], dtype=object)
    if column.role == RESULT and column.dimensions[:1] != ("checkpoint",):  # a curve along training exists before the end
        cells[status[chosen] != DONE] = np.nan
    if column.role == PARAMETER and column.kind == REAL:
        values, places = np.unique(cells, return_inverse=True)
        return np.array([_as_written(value) for value in values], dtype=float)[places]
    return cells


def _parameters(column: Column, cells: Array) -> Array:
    """Returns values of Python, None where the parameter is null or absent (io/store/parameter_cell.hpp); numbers without None stay numbers."""
    if column.kind == TEXT:
        texts = [text_of(text) for text in cells]
        values: list[Any] = [None if text == "\x1a" else json.loads(text) if column.form == COMPOSITE else text for text in texts]
    elif column.kind == INTEGER:
        convert = bool if column.form == BOOLEAN else int
        values = [None if value <= _least_integer + 1 else convert(value) for value in cells]
    else:
        return np.where(np.isfinite(cells), cells, np.nan)
    if column.form == BOOLEAN and None not in values:
        return np.array(values, dtype=bool)
    if column.kind == INTEGER and None not in values:
        return np.array(values, dtype=np.int64)
    array = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        array[place] = value
    return array


def _as_written(value: float) -> float:
    """Returns the number with at most 12 digits from the sweep file, which ranges of versions before 0.2 missed by an ulp."""
    rounded = float(f"{value:.15g}")
    return rounded if float(f"{rounded:.12g}") == rounded else float(value)
