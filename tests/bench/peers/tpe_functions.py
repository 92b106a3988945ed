"""tpe_functions.py [REPEATS [FIRST_SEED [FUNCTION...]]]: measures Optuna's TPESampler, with its defaults, as tests/bench/tpe_functions.cpp does.

The sampler starts with the same number of random draws. In rounds, all trials of a round are asked for before one is told.
"points" in place of REPEATS prints the functions at the points of tpe_functions.cpp.
"""
import math, sys, warnings

import numpy as np
import optuna

EVALUATIONS, SAMPLE = 64, 10
WIDTHS = [[10, 3, 17, 3.5, 1.7, 8], [0.05, 10, 17, 0.1, 8, 14], [3, 3.5, 1.7, 10, 17, 8], [17, 8, 0.05, 10, 0.1, 14]]
CENTERS = [[1312, 1696, 5569, 124, 8283, 5886], [2329, 4135, 8307, 3736, 1004, 9991], [2348, 1451, 3522, 2883, 3047, 6650], [4047, 8828, 8732, 5743, 1091, 381]]
warnings.filterwarnings("ignore")
optuna.logging.set_verbosity(optuna.logging.ERROR)


def reals(trial, count, low, high):
    return [trial.suggest_float(f"x{i}", low, high) for i in range(count)]


def branin(trial):
    x, y = trial.suggest_float("x0", -5, 10), trial.suggest_float("x1", 0, 15)
    return (y - 5.1 / (4 * math.pi**2) * x * x + 5 / math.pi * x - 6) ** 2 + 10 * (1 - 1 / (8 * math.pi)) * math.cos(x) + 10


def hartmann6(trial):
    x = reals(trial, 6, 0, 1)
    part = lambda i: sum(WIDTHS[i][j] * (x[j] - CENTERS[i][j] * 1e-4) ** 2 for j in range(6))
    return -sum(a * math.exp(-part(i)) for i, a in enumerate((1, 1.2, 3, 3.2)))


def rosenbrock4(trial):
    x = reals(trial, 4, -2, 2)
    return math.log10(1 + sum(100 * (x[i + 1] - x[i] ** 2) ** 2 + (1 - x[i]) ** 2 for i in range(3)))


def ackley(trial, count):
    x = reals(trial, count, -32.768, 32.768)
    return -20 * math.exp(-0.2 * math.sqrt(sum(v * v for v in x) / count)) - math.exp(sum(math.cos(2 * math.pi * v) for v in x) / count) + 20 + math.e


def mixed(trial):
    rate, decay = trial.suggest_float("rate", 1e-5, 1, log=True), trial.suggest_float("decay", 1e-6, 1e-1, log=True)
    width, kind = trial.suggest_int("width", 1, 64), trial.suggest_categorical("kind", ["a", "b", "c", "d"])
    best, least = {"a": (-3, 0), "b": (-4, 0.3), "c": (-1, 0.2), "d": (-2, 0.5)}[kind]
    a = math.log10(rate) - best
    b, c = math.log10(decay) + 4 + a / 2, (width - 40) / 16
    return least + 0.3 * a * a + 0.1 * b * b + 0.1 * c * c


def conditional(trial):
    rate, kind = trial.suggest_float("rate", 1e-5, 1, log=True), trial.suggest_categorical("kind", ["sgd", "adam"])
    if kind == "sgd":
        return 0.02 + 0.3 * (math.log10(rate) + 1) ** 2 + 4 * (trial.suggest_float("momentum", 0, 1) - 0.9) ** 2
    return 0.3 * (math.log10(rate) + 3) ** 2 + 0.02 * (trial.suggest_int("warmup", 0, 20) - 12) ** 2 + 0.1 * (math.log10(trial.suggest_float("decay", 1e-6, 1e-1, log=True)) + 3) ** 2


def zdt1(trial):
    x = reals(trial, 30, 0, 1)
    g = 1 + 9 * sum(x[1:]) / 29
    return x[0], g * (1 - math.sqrt(x[0] / g))


def lacking_area(points):
    area, above = 0, 10
    for first, second in sorted(points):
        if second < above: area, above = area + (1 - first) * (above - second), second
    return 10 - 1 / 3 - area


def search(function, seed, round):
    several = function is zdt1
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed, n_startup_trials=SAMPLE), directions=["minimize"] * (1 + several))
    found = []
    while len(found) < (128 if several else EVALUATIONS):
        trials, values = [], []
        for _ in range(SAMPLE if not found else min(round, (128 if several else EVALUATIONS) - len(found))):
            trials.append(study.ask())
            values.append(function(trials[-1]))  # the study has them after the whole round
        for trial, value in zip(trials, values): study.tell(trial, value)
        found += values
    return lacking_area(found) if several else min(found)


functions = {"branin": branin, "hartmann6": hartmann6, "mixed": mixed, "rosenbrock4": rosenbrock4, "ackley5": lambda t: ackley(t, 5),
             "ackley10": lambda t: ackley(t, 10), "conditional": conditional, "zdt1": zdt1}
LEAST = {"branin": 0.397887357729738, "hartmann6": -3.32236801141551}


class Point(optuna.trial.FixedTrial):
    """The values at the i-th point: each parameter at its own share of its range."""

    def __init__(self, i, names):
        super().__init__({})
        self.share = {name: (0.618033988749895 * (i + 1) * (a + 1)) % 1 for a, name in enumerate(names)}

    def suggest_float(self, name, low, high, log=False):
        return low * (high / low) ** self.share[name] if log else low + (high - low) * self.share[name]

    def suggest_int(self, name, low, high):
        return low + int((high - low + 1) * self.share[name])

    def suggest_categorical(self, name, choices):
        return choices[int(len(choices) * self.share[name])]


def points(name):
    names = {"mixed": ["rate", "decay", "width", "kind"], "conditional": ["rate", "kind", "momentum", "warmup", "decay"]}.get(name, [f"x{i}" for i in range(30)])
    for i in range(12):
        losses = functions[name](Point(i, names))
        print(f"{name},{i},{losses[0] + 10 * losses[1] if name == 'zdt1' else losses:.12g}")


words = sys.argv[1:] or ["20"]
if words[0] == "points":
    for name in words[1:]: points(name)
    sys.exit()
seeds = range(int(words[1]) if len(words) > 1 else 0, (int(words[1]) if len(words) > 1 else 0) + int(words[0]))
for name in words[2:] or functions:
    for round in (1, 6):
        median = np.median([search(functions[name], seed, round) for seed in seeds])
        print(f"{name},Optuna,{round},{median - LEAST.get(name, 0):.6g}", flush=True)
