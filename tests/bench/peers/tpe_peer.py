"""tpe_peer.py TABLE.csv [SEARCHES] [ROUND]: measures Optuna's TPESampler as tests/bench/tpe_finds.cpp does.

The sampler starts with the same number of random draws. It has one axis at a time, then its default: all axes together.
"""
import csv, math, sys

import numpy as np
import optuna

RANDOM_DRAWS, SAMPLE, MOST = 120, 16, 480
path, searches, batch = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100, int(sys.argv[3]) if len(sys.argv) > 3 else 4
rows = list(csv.reader(open(path)))
names, rows = rows[0][:-1], rows[1:]


def number(text):
    try:
        return float(text)
    except ValueError:
        return math.inf


choices = [a for a in range(len(names)) if math.isinf(number(rows[0][a]))]
nodes = [sorted({r[a] for r in rows}) if a in choices else sorted({math.log(float(r[a])) for r in rows}) for a in range(len(names))]
place = lambda a, text: nodes[a].index(text if a in choices else math.log(float(text)))
losses = {tuple(place(a, r[a]) for a in range(len(names))): number(r[-1]) for r in rows}
nearest = lambda a, value: nodes[a].index(value) if a in choices else int(np.argmin([abs(n - math.log(value)) for n in nodes[a]]))
loss = lambda values: losses[tuple(nearest(a, v) for a, v in enumerate(values))]
half = [0 if a in choices else (nodes[a][1] - nodes[a][0]) / 2 for a in range(len(names))]
bounds = [None if a in choices else (nodes[a][0] - half[a], nodes[a][-1] + half[a]) for a in range(len(names))]
space = {n: optuna.distributions.CategoricalDistribution(nodes[a]) if a in choices
         else optuna.distributions.FloatDistribution(*map(math.exp, bounds[a]), log=True) for a, n in enumerate(names)}
optuna.logging.set_verbosity(optuna.logging.ERROR)


def random_best(seed):
    rng = np.random.default_rng(seed)
    draw = lambda a: nodes[a][rng.integers(len(nodes[a]))] if a in choices else math.exp(rng.uniform(*bounds[a]))
    return min(loss([draw(a) for a in range(len(names))]) for _ in range(RANDOM_DRAWS))


def search(seed, multivariate):
    goal = random_best(1000 + seed)
    sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=SAMPLE, multivariate=multivariate, constant_liar=batch > 1)
    study = optuna.create_study(sampler=sampler)
    done = 0
    while done < MOST:
        trials = [study.ask(space) for _ in range(batch)]
        for trial in trials:
            value = loss([trial.params[n] for n in names])
            done += 1
            if value <= goal:
                return done
            study.tell(trial, value if math.isfinite(value) else 1e9)
    return MOST


for multivariate in (False, True):
    needed = [search(seed, multivariate) for seed in range(searches)]
    low, middle, high = np.quantile(needed, [0.25, 0.5, 0.75])
    print(f"{path}: {searches} searches in rounds of {batch}, Optuna {optuna.__version__}{'' if multivariate else ', multivariate=False'}: "
          f"median {middle} experiments, quartiles {low} and {high}")
