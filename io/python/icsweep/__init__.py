"""Sweeps from Python, and their stores in pandas and xarray.

@icsweep.experiment
def train(run, learning_rate: float, width: int, seed: int = 0):
    ...
    return {"test_mse": error}

sweep = icsweep.Sweep(train, learning_rate=icsweep.log_uniform(1e-4, 1e-1), width=[32, 64], seed=range(3), sample=40)
results = sweep.run("store.h5", ranks=4)        # resumes and extends
results.top("test_mse")                         # a DataFrame
results.plot("loss", by="width")

store = icsweep.open("store.h5")
store["augmented"]                              # a DataFrame, one row per experiment
store.curves("augmented", "position_mse")       # an xarray.DataArray
store.query("SELECT depth, avg(test_mse) FROM augmented GROUP BY depth")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from icsweep.error import StoreError

if TYPE_CHECKING:
    from icsweep.functions import Experiment, Sampler, experiment, sampler
    from icsweep.grid import Grid
    from icsweep.program import Diverged, Run, Stopped
    from icsweep.results import Figure, Report, Results
    from icsweep.store import Store, open
    from icsweep.sweep import Sweep
    from icsweep.values import choice, count, halving, integer, largest, linear, log_integer, log_uniform, logarithmic
    from icsweep.values import normal, proposals, sample, scouts, steps, uniform, when

__all__ = [
    "Diverged", "Experiment", "Figure", "Grid", "Report", "Results", "Run", "Sampler", "Stopped", "Store", "StoreError", "Sweep",
    "choice", "count", "experiment", "halving", "integer", "largest", "linear", "log_integer", "log_uniform", "logarithmic",
    "normal", "open", "proposals", "sample", "sampler", "scouts", "steps", "uniform", "when",
]  # fmt: skip
__version__ = "0.2.0"

_values = "choice count halving integer largest linear log_integer log_uniform logarithmic normal proposals sample scouts steps uniform when"
_places = {
    **dict.fromkeys(("Experiment", "Sampler", "experiment", "sampler"), "functions"),
    **dict.fromkeys(("Diverged", "Run", "Stopped"), "program"),
    **dict.fromkeys(("Figure", "Report", "Results"), "results"),
    **dict.fromkeys(("Store", "open"), "store"),
    **dict.fromkeys(_values.split(), "values"),
    "Grid": "grid",
    "Sweep": "sweep",
}


def __getattr__(name: str) -> object:
    """Imports a part when it is first used: programs need none of them, and only stores need h5py and pandas."""
    if name not in _places:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"icsweep.{_places[name]}"), name)
