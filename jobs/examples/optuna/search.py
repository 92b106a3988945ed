"""Optuna proposes points and icsweep runs them: python3 search.py STORE.h5 [ROUNDS [DRAWS]].

The program needs optuna and the Python package icsweep (io/python). Each round adds points to a sweep file beside the
store. After a kill, the same command resumes: from the same results, Optuna proposes the same points."""
import argparse
import pathlib
import subprocess

import icsweep
import optuna
from icsweep.executable import find_program

SWEEP = """[[grid]]
task = "augmented"
zip = ["learning_rate", "depth"]
learning_rate = {rates}
depth = {depths}
dim = 2
length = 10
sequences = 128
test_sequences = 64
batch = 32
epochs = 40
seed = {{ count = 2 }}
"""
options = argparse.ArgumentParser()
options.add_argument("store", type=pathlib.Path)
options.add_argument("rounds", type=int, nargs="?", default=4)
options.add_argument("draws", type=int, nargs="?", default=8, help="points per round")
store, rounds, draws = vars(options.parse_args()).values()
study, rates, depths = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=0)), [], []
for _ in range(rounds):
    trials = [study.ask() for _ in range(draws)]
    rates += [trial.suggest_float("learning_rate", 1e-4, 1.0, log=True) for trial in trials]
    depths += [trial.suggest_int("depth", 1, 3) for trial in trials]
    store.with_suffix(".toml").write_text(SWEEP.format(rates=rates, depths=depths))
    subprocess.run([find_program(), "run", store.with_suffix(".toml"), "-o", store], check=True)
    results = icsweep.open(store)["augmented"].groupby(["learning_rate", "depth"]).test_mse
    for trial, point in zip(trials, list(zip(rates, depths))[-draws:]):
        done = point in results.groups and results.count()[point] == 2  # a trial fails if one of its seeds does
        study.tell(trial, results.mean()[point] if done else None, None if done else optuna.trial.TrialState.FAIL)
print(f"{len(study.trials)} trials, the best {study.best_value:.6g} at {study.best_params}")
