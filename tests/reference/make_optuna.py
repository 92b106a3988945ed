"""Writes optuna_importance.json: two tables and their importances by Optuna's evaluators.

Run from anywhere (needs optuna and scikit-learn; written with optuna 5.0.0):

    pip install optuna scikit-learn && python3 tests/reference/make_optuna.py

The file is part of the repository, so the tests need no Python. This program shares nothing with the C++ code. Values
are rounded to those in the file before Optuna gets them.
"""
import itertools
import json
import math
import pathlib
import random

import optuna
from optuna.distributions import FloatDistribution, IntDistribution
from optuna.importance import FanovaImportanceEvaluator, PedAnovaImportanceEvaluator, get_param_importances


def table_of_grid(rng):
    """A complete product: rate has an optimum, depth helps, both interact, heads matter little, dummy does not matter."""
    rows = []
    for rate, depth, heads, dummy in itertools.product(range(6), range(4), range(3), range(4)):
        value = 0.3 * (rate - 2.3) ** 2 + 0.8 / (1 + depth) + 0.1 * rate * depth + 0.05 * heads + rng.gauss(0, 0.1)
        rows.append([rate, depth, heads, dummy, round(value, 6)])
    names = {"rate": IntDistribution(0, 5), "depth": IntDistribution(0, 3), "heads": IntDistribution(0, 2), "dummy": IntDistribution(0, 3)}
    return names, rows


def table_of_draws(rng):
    """Independent uniform draws."""
    rows = []
    for _ in range(600):
        x = [round(rng.uniform(0, 1), 4) for _ in range(5)]
        value = 2 * math.sin(2 * math.pi * x[0]) + 3 * (x[1] - 0.5) + 4 * (x[0] - 0.5) * (x[2] - 0.5) + 0.5 * x[3] + rng.gauss(0, 0.3)
        rows.append([*x, round(value, 6)])
    return {f"x{i}": FloatDistribution(0, 1) for i in range(5)}, rows


def importances(names, rows):
    study = optuna.create_study()
    for row in rows:
        params = {name: (float(v) if isinstance(d, FloatDistribution) else int(v)) for (name, d), v in zip(names.items(), row)}
        study.add_trial(optuna.trial.create_trial(params=params, distributions=names, value=row[-1]))
    fanova = get_param_importances(study, evaluator=FanovaImportanceEvaluator(seed=0), normalize=False)
    ped = get_param_importances(study, evaluator=PedAnovaImportanceEvaluator())
    return {"fanova": [fanova[name] for name in names], "ped_anova": [ped[name] for name in names]}


def main():
    rng = random.Random(36)
    answer = {"optuna": optuna.__version__}
    for kind, (names, rows) in {"grid": table_of_grid(rng), "draws": table_of_draws(rng)}.items():
        answer[kind] = {"parameters": list(names), "rows": rows, **importances(names, rows)}
    path = pathlib.Path(__file__).parent / "optuna_importance.json"
    path.write_text(json.dumps(answer).replace("], [", "],\n[") + "\n")


if __name__ == "__main__":
    main()
