"""Windows of real series as prompts: x has the covariates, which are known ahead, and the season; y is the target.

The examples of a prompt are consecutive times; its last point, the query, lies `horizon` steps after the last example.
Windows for training end before the last quarter of a series. Test prompt i is the last window of series i, so that an
interval over test prompts is one over series.
"""

import csv
import functools
import glob

import numpy as np

TEST = 2**53  # seeds from here on are those of test prompts


@functools.cache
def read(data, target, covariates, season):
    """Of each series: x (times x features) and y, scaled by means and deviations of the part for training."""
    series = []
    for name in sorted(glob.glob(data)):
        with open(name, newline="") as file:
            rows = list(csv.DictReader(file))
        columns = np.array([[float(row[c]) for c in [target, *covariates.split()]] for row in rows])
        known = columns[: len(columns) * 3 // 4]
        columns = (columns - known.mean(0)) / known.std(0)
        phase = 2 * np.pi * np.arange(len(rows)) / season
        series.append((np.column_stack([columns[:, 1:], np.sin(phase), np.cos(phase)]), columns[:, 0]))
    if not series:
        raise FileNotFoundError(f"no series match {data}")
    return series


def sample(seed, first, count, points, dim, data, target, covariates, season, horizon):
    series = read(data, target, covariates, season)
    x, y = np.empty((count, points, dim)), np.empty((count, points))
    at = np.append(np.arange(points - 1), points - 2 + horizon)  # the window's times
    for i in range(count):
        if seed >= TEST:
            inputs, target_values = series[(first + i) % len(series)]
            begin = len(target_values) - 1 - at[-1]
        else:
            random = np.random.default_rng([seed, first + i])
            inputs, target_values = series[random.integers(len(series))]
            begin = random.integers(len(target_values) * 3 // 4 - at[-1])
        x[i], y[i] = inputs[begin + at], target_values[begin + at]
    return x, y


def baselines(x, y, data, target, covariates, season, horizon):
    points = y.shape[1]
    at = np.append(np.arange(points - 1), points - 2 + horizon)
    return {
        "seasonal_naive": seasonal_naive(y, at, season),
        "ridge": np.stack([fits(*prompt, 1.0) for prompt in zip(x, y)]),
        "least_squares": np.stack([fits(*prompt, 1e-9) for prompt in zip(x, y)]),
    }


def seasonal_naive(y, at, season):
    """The value of as many whole seasons before as are needed to know it; 0, the mean, if there is none."""
    predictions = np.zeros_like(y)
    for t in range(y.shape[1]):
        known = [s for s in range(t) if (at[t] - at[s]) % season == 0]
        if known:
            predictions[:, t] = y[:, known[-1]]
    return predictions


def fits(x, y, penalty):
    """Of each point, a linear function of its covariates fitted to the points before it, with an intercept."""
    inputs = np.column_stack([np.ones(len(x)), x])
    predictions = np.zeros(len(y))
    for t in range(1, len(y)):
        gram = inputs[:t].T @ inputs[:t] + penalty * np.eye(inputs.shape[1])
        predictions[t] = inputs[t] @ np.linalg.solve(gram, inputs[:t].T @ y[:t])
    return predictions
