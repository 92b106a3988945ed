"""Makes prompts of windows of real series. x has the covariates, known ahead, and the season; y is the target.

The examples of a prompt are consecutive times. Its last point, the query, is `horizon` steps after the last example.
Windows for training end before the last quarter of a series. Test prompt i is the last window of series i, so an
interval over test prompts is an interval over series.
"""

import csv
import datetime
import functools
import glob

import numpy as np

TEST = 2**53  # test prompts have this seed or a larger one


def number(text, place):
    """Reads a finite number that is written with a decimal point."""
    try:
        value = float(text if text.isascii() and "_" not in text else "")  # Python alone would accept 1_000
    except (AttributeError, ValueError):
        raise ValueError(f"{place}: {text!r} is not a number; write it with a decimal point") from None
    if not np.isfinite(value):
        raise ValueError(f"{place}: {text!r} is not finite")
    return value


def moment(text, place):
    """Reads a number, or a date and time such as 2026-11-26T15:00 in seconds. Times without a zone are UTC."""
    try:
        float(text)
    except (TypeError, ValueError):
        pass
    else:
        return number(text, place)
    try:
        read = datetime.datetime.fromisoformat(text)
        return (read if read.tzinfo else read.replace(tzinfo=datetime.timezone.utc)).timestamp()
    except (TypeError, ValueError):
        raise ValueError(f"{place}: {text!r} is not a time; write a number or 2026-11-26T15:00") from None


def even(times, columns, gaps, name, lines):
    """The columns at evenly spaced times. gaps = "interpolate" fills missing rows linearly; "refuse" refuses them."""
    if gaps not in ("refuse", "interpolate"):
        raise ValueError(f'function.gaps is {gaps!r}; set it to "refuse" or "interpolate"')
    if len(times) < 2:
        raise ValueError(f"{name}: the file has {len(times)} rows; a series needs at least 2")
    steps = np.diff(times)
    if (steps <= 0).any():
        row = lines[np.argmax(steps <= 0) + 1]
        raise ValueError(f"{name}:{row}: its time is not later than that of the row before; sort the rows, remove repeats")
    step = np.median(steps)
    missing = np.rint(steps / step).astype(int) - 1
    uneven = np.abs(steps / step - np.rint(steps / step)) > 1e-3
    if uneven.any():
        raise ValueError(f"{name}:{lines[np.argmax(uneven) + 1]}: its time is not {step:g} after that of the row before; space the rows evenly")
    if (missing > 0).any() and gaps != "interpolate":
        row = lines[np.argmax(missing > 0) + 1]
        raise ValueError(f'{name}:{row}: {missing.max()} rows are missing before it; add them, or set function.gaps = "interpolate"')
    places = np.concatenate([[0], np.cumsum(missing + 1)])
    whole = np.arange(places[-1] + 1)
    return np.column_stack([np.interp(whole, places, column) for column in columns.T])


def table(name, names, time, gaps):
    """Reads columns of a CSV file at evenly spaced times. The times are in column `time`, or in the first column."""
    with open(name, newline="", encoding="utf-8-sig", errors="surrogateescape") as file:
        reader = csv.DictReader(file)
        header = reader.fieldnames or []
        if len(set(header)) < len(header):
            raise ValueError(f"{name}:1: two columns have the same name; rename one of {', '.join(header)}")
        for column in [*names, *([time] if time else [])]:
            if column not in header:
                raise ValueError(f"{name}:1: there is no column {column!r}; the columns are {', '.join(header)}")
        rows = [(reader.line_num, cells) for cells in reader]
    for row, cells in rows:
        if None in cells or None in cells.values():
            raise ValueError(f"{name}:{row}: the row and the header differ in their number of cells; decimal commas become points")
    times = np.array([moment(cells[time or header[0]], f"{name}:{row}") for row, cells in rows])
    columns = np.array([[number(cells[c], f"{name}:{row}, {c}") for c in names] for row, cells in rows])
    return even(times, columns.reshape(len(rows), len(names)), gaps, name, [row for row, _ in rows])


@functools.cache
def read(data, target, covariates, season, time, gaps):
    """Reads x (times × features) and y of each series, scaled by means and deviations of the part for training."""
    series = []
    names = [target, *covariates.split()]
    for name in sorted(glob.glob(data)):
        columns = table(name, names, time, gaps)
        known = columns[: len(columns) * 3 // 4]
        for column, deviation in zip(names, known.std(0)):
            if deviation == 0:
                raise ValueError(f"{name}: column {column} is constant in the part for training; leave it out")
        columns = (columns - known.mean(0)) / known.std(0)
        phase = 2 * np.pi * np.arange(len(columns)) / season
        series.append((np.column_stack([columns[:, 1:], np.sin(phase), np.cos(phase)]), columns[:, 0]))
    if not series:
        raise FileNotFoundError(f"no series match {data}")
    return series


def long_enough(series, data, last):
    """Refuses a series if no window for training fits into its first three quarters."""
    for name, (_, values) in zip(sorted(glob.glob(data)), series):
        if len(values) * 3 // 4 <= last:
            raise ValueError(f"{name}: the series has {len(values)} times; a window needs {last + 1} in its first three quarters")


def sample(seed, first, count, points, dim, data, target, covariates, season, horizon, time="", gaps="refuse"):
    series = read(data, target, covariates, season, time, gaps)
    x, y = np.empty((count, points, dim)), np.empty((count, points))
    at = np.append(np.arange(points - 1), points - 2 + horizon)  # the window's times
    long_enough(series, data, at[-1])
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


def baselines(x, y, data, target, covariates, season, horizon, time="", gaps="refuse"):
    points = y.shape[1]
    at = np.append(np.arange(points - 1), points - 2 + horizon)
    return {
        "seasonal_naive": seasonal_naive(y, at, season),
        "ridge": np.stack([fits(*prompt, 1.0) for prompt in zip(x, y)]),
        "least_squares": np.stack([fits(*prompt, 1e-9) for prompt in zip(x, y)]),
    }


def seasonal_naive(y, at, season):
    """The latest known value that is a whole number of seasons earlier; 0, the mean, if there is no such value."""
    predictions = np.zeros_like(y)
    for t in range(y.shape[1]):
        known = [s for s in range(t) if (at[t] - at[s]) % season == 0]
        if known:
            predictions[:, t] = y[:, known[-1]]
    return predictions


def fits(x, y, penalty):
    """Predicts each point by a linear function of its covariates with intercept, fitted to the points before it."""
    inputs = np.column_stack([np.ones(len(x)), x])
    predictions = np.zeros(len(y))
    for t in range(1, len(y)):
        gram = inputs[:t].T @ inputs[:t] + penalty * np.eye(inputs.shape[1])
        predictions[t] = inputs[t] @ np.linalg.solve(gram, inputs[:t].T @ y[:t])
    return predictions
