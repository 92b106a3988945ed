"""Reads a store while a sweep writes it. Final values never change:  python_running.py STORE EXPERIMENTS"""

import sys
import time

import icsweep
import numpy
import pandas

store, experiments = icsweep.open(sys.argv[1]), int(sys.argv[2])
readings, end = [], time.monotonic() + 120
while not readings or len(readings[-1][0]) < experiments:
    assert time.monotonic() < end, store
    readings.append((store["augmented"], store.curves("augmented", "position_mse"), store.table("augmented", all_rows=True)))
    time.sleep(0.1)
last, last_curves, _ = readings[-1]
seen = sorted({len(frame) for frame, _, _ in readings if 0 < len(frame) < experiments})
assert len(seen) >= 2, f"the run ended before it could be read: {seen}"
for frame, curves, everything in readings:
    assert len(everything) == experiments and set(everything.status) <= {"pending", "done"}
    assert everything.test_mse[everything.status == "pending"].isna().all()
    pandas.testing.assert_frame_equal(frame, last.loc[frame.index], check_exact=True)
    assert numpy.isfinite(curves).all() and curves.identical(last_curves.sel(experiment=curves.experiment))
print(f"{len(readings)} readings during the run, with {seen} experiments done")
