"""Stores of icsweep in pandas and xarray. icsweep.program is for programs that icsweep runs, and needs neither.

store = icsweep.open("store.h5")
store["augmented"]                              # a DataFrame, one row per experiment
store.curves("augmented", "position_mse")       # an xarray.DataArray
store.query("SELECT depth, avg(test_mse) FROM augmented GROUP BY depth")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from icsweep.error import StoreError

if TYPE_CHECKING:
    from icsweep.store import Store, open

__all__ = ["Store", "StoreError", "open"]
__version__ = "0.2.0"


def __getattr__(name: str) -> object:
    """Imports h5py and pandas when a store is first opened, since icsweep.program does not need them."""
    if name not in ("Store", "open"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from icsweep import store

    return getattr(store, name)
