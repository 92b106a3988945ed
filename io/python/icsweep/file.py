"""Reads the HDF5 file of a store (docs/reference/store.md). Everything in the file is checked before use."""

from __future__ import annotations

import os
import time
from typing import Any, Callable, TypeVar

import h5py

from icsweep.error import StoreError

T = TypeVar("T")

_versions = (1, 2, 3, 4)
_no_tables = ("sweep", "sweeps", "launches")
_waits = (0.1, 0.2, 0.5)  # seconds before another try, if waiting may help
_damage = (ArithmeticError, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError)


class Stale(Exception):
    """The data read are older than the data written, as can happen on a network file system."""


def reading(path: str, work: Callable[[h5py.File], T]) -> T:
    """Returns the result of `work` on the file. Opens the file anew for each call, so that `work` sees the writes of a running sweep."""
    _expect_store_file(path)
    for wait in (*_waits, None):
        try:
            with _opened(path) as file:
                _expect_version(path, file)
                return work(file)
        except (Stale, *_damage) as error:
            if wait is None or not isinstance(error, (Stale, OSError)):
                cause = " ".join(str(error).split())
                raise StoreError(f"{path}: is damaged ({cause}); restore it, or look with: icsweep verify {path}") from None
            time.sleep(wait)
    raise AssertionError("the last try returns or raises")


def task_names(file: h5py.File) -> tuple[str, ...]:
    return tuple(name for name in file if name not in _no_tables)


def sweep_text(file: h5py.File) -> str:
    """The text of the sweep that the column `planned` refers to."""
    return text_of(member(file, "sweep")[()])


def text_of(value: bytes | str) -> str:
    return value if isinstance(value, str) else bytes(value).decode("utf-8", "replace")


def _expect_store_file(path: str) -> None:
    if not os.path.exists(path):
        raise StoreError(f"{path}: there is no such store; make one with: icsweep run SWEEP.toml -o {path}")
    if not os.path.isfile(path):
        raise StoreError(f"{path}: is not a regular file, name one")
    if not os.access(path, os.R_OK):
        raise StoreError(f"{path}: may not be read, check its permissions")
    if not h5py.is_hdf5(path):
        raise StoreError(f"{path}: is not an HDF5 file, name another")


def _opened(path: str) -> h5py.File:
    """Opens the file without a lock, which would make a new sweep wait."""
    try:
        return h5py.File(path, "r", locking=False)
    except OSError as error:
        if "locking flag" not in str(error):
            raise
        return h5py.File(path, "r")  # this process already has it open with a lock


def _expect_version(path: str, file: h5py.File) -> None:
    version = file.attrs.get("icsweep_store_version")
    if version is None:
        raise StoreError(f"{path}: is an HDF5 file but not an icsweep store, name another")
    if version not in _versions:
        raise StoreError(f"{path}: has store version {version}, this package reads {_versions}; install a newer one")


def member(group: h5py.Group, name: str) -> Any:
    if not isinstance(group.get(name, getlink=True), h5py.HardLink):
        raise ValueError(f"{name} is missing or elsewhere")
    return group[name]
