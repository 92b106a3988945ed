"""Writes COUNT (32) series of hourly loads and temperatures as small CSV files: python3 make_series.py [COUNT]."""

import sys

import numpy as np

hours = np.arange(240)
for series in range(int(sys.argv[1]) if len(sys.argv) > 1 else 32):
    random = np.random.default_rng(series)
    noise = np.zeros((2, len(hours)))
    for t in hours[1:]:
        noise[:, t] = [0.9, 0.5] * noise[:, t - 1] + random.standard_normal(2)
    day = 2 * np.pi * (hours - random.uniform(0, 24)) / 24
    temperature = 15 + 5 * np.sin(day - 2) + 2 * noise[0]
    load = 50 + random.uniform(2, 6) * np.sin(day) + random.uniform(0.5, 1.5) * np.abs(temperature - 18) + noise[1]
    rows = np.column_stack([hours, load, temperature])
    np.savetxt(f"series-{series:02}.csv", rows, "%d,%.3f,%.3f", header="hour,load,temperature", comments="")
