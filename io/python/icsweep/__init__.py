"""Stores of icsweep in pandas and xarray.

store = icsweep.open("store.h5")
store["augmented"]                              # a DataFrame, a row an experiment
store.curves("augmented", "position_mse")       # an xarray.DataArray
store.query("SELECT depth, avg(test_mse) FROM augmented GROUP BY depth")
"""

from icsweep.error import StoreError
from icsweep.store import Store, open

__all__ = ["Store", "StoreError", "open"]
__version__ = "0.2.0"
