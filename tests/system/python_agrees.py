"""Compares stores in the Python package with the program, value by value:  python_agrees.py PROGRAM STORE..."""

import json
import math
import subprocess
import sys

import icsweep
import numpy

program, *paths = sys.argv[1:]


def ask(path, sql):
    output = subprocess.run([program, "query", path, sql, "--format", "json"], check=True, capture_output=True).stdout
    return json.loads(output)


def same(value, answer):
    if answer is None:  # JSON has no value for inf and NaN
        return isinstance(value, float) and not math.isfinite(value)
    return type(value) is type(answer) and value == answer


def check_table(store, task, all_rows):
    frame = store.table(task, all_rows=all_rows)
    answers = ask(store.path, f"SELECT * FROM {task}{'_all' if all_rows else ''} ORDER BY experiment")
    rows = frame.reset_index().to_dict("records")
    assert len(rows) == len(answers), (task, len(rows), len(answers))
    for row, answer in zip(rows, answers):
        assert list(row) == list(answer), (list(row), list(answer))
        for name in row:
            assert same(row[name], answer[name]), (task, all_rows, name, row[name], answer[name])
    return frame


def check_curves(store, task, all_rows):
    dataset = store.curves(task, all_rows=all_rows)
    texts = [name for name, coordinate in dataset.coords.items() if coordinate.dtype.kind == "U"]
    assert "status" in texts and all(coordinate.dtype.kind in "Uif" for coordinate in dataset.coords.values())
    for name, curve in dataset.items():
        assert curve.identical(store.curves(task, name, all_rows=all_rows))
        answers = ask(store.path, f"SELECT * FROM {task}{'_all' if all_rows else ''}_{name}")
        held = {tuple(answer[d] for d in curve.dims): answer["value"] for answer in answers}
        numbers = curve.values[numpy.isfinite(curve.values)]
        assert len(held) >= len(numbers) > 0 or not answers, (task, name)
        stacked = curve.stack(at=curve.dims)
        found = {at: value for at, value in zip(stacked["at"].values.tolist(), stacked.values.tolist()) if not math.isnan(value)}
        assert found == {at: math.inf if value is None else value for at, value in held.items()}, (task, all_rows, name)
    return dataset


def check_exports(store, task, dataset, experiment):
    for name, curve in dataset.items():
        command = [program, "export", store.path, "--task", task, "--id", str(experiment), "--array", name, "-o", "curve.npy"]
        subprocess.run(command, check=True, capture_output=True)
        exported, stored = numpy.load("curve.npy"), curve.sel(experiment=experiment).values.copy()
        own = tuple(slice(n) for n in exported.shape)
        assert numpy.array_equal(stored[own], exported, equal_nan=True), (task, name)
        stored[own] = numpy.nan
        assert numpy.isnan(stored).all(), (task, name)


def check_weights(store, task, frame):
    weights = store.weights(task)
    assert list(weights) == [e for e in frame.index if frame.get("weights_count", {}).get(e, 0) > 0]
    for experiment, flat in weights.items():
        arrays = store.named_weights(task, experiment)
        assert len(arrays) > 1 and numpy.array_equal(numpy.concatenate([a.ravel() for a in arrays.values()]), flat)
    return len(weights)


for path in paths:
    store = icsweep.open(path)
    assert store.sweep == ask(path, "SELECT text FROM sweeps")[0]["text"]
    experiments = arrays = weights = 0
    for task in store.tasks:
        check_table(store, task, True)
        check_curves(store, task, True)
        frame, dataset = check_table(store, task, False), check_curves(store, task, False)
        for experiment in frame.index[::3]:
            check_exports(store, task, dataset, experiment)
        weights += check_weights(store, task, frame)
        experiments, arrays = experiments + len(frame), arrays + len(dataset)
        assert store.query(f"SELECT * FROM {task}").shape == frame.reset_index().shape
        assert f"{task}: {len(store.table(task, all_rows=True))} experiments: " in repr(store), repr(store)
    print(f"{path}: {experiments} experiments, {arrays} arrays and weights of {weights} are those of the program")
