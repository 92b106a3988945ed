"""race_peer.py TABLE.csv FIRST SEEDS [SHARE]: measures Optuna's pruners and Ray's ASHA as race_finds.cpp does.

Four trials run side by side, one step each in turn, and report the mean of their setting's seeds at each checkpoint.
The pruner of Optuna or the scheduler of Ray stops trials. A grid sampler tries each of the 27 settings once, in random
order. TPESampler draws learning rates until the trials have made SHARE (0.25) of the grid's steps; a draw takes the
nearest setting. The found winner is the fully trained setting with the least mean final error. Decisions of ASHA
depend on the order of the trials, so the seeds of the orders are part of the result."""
import csv, math, statistics, sys

import numpy as np

path, first, seeds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
share = float(sys.argv[4]) if len(sys.argv) > 4 else 0.25
T95 = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262}
STEPS, WORKERS = 81, 4

problems = {}
for row in csv.DictReader(open(path)):
    if first <= int(row["seed"]) < first + seeds:
        final = float(row["final"]) if row["final"] not in ("", "NULL") else math.inf
        curve = [float(v) for v in row["curve"].split()]
        problems.setdefault(row["problem"], {}).setdefault(int(row["setting"]), []).append((final, curve, float(row["share"])))


class Setting:
    def __init__(self, trainings):
        self.finals = [t[0] for t in trainings]
        self.final = sum(self.finals) / len(self.finals)
        means = np.mean([t[1] for t in trainings], axis=0)
        self.curve = [float(v) if math.isfinite(v) else math.inf for v in means]
        self.steps = sum(t[2] for t in trainings) / len(trainings)  # a diverged training makes fewer steps


class Optuna:
    def __init__(self, pruner, sampler):
        self.study = optuna.create_study(sampler=sampler, pruner=pruner)
        self.space = {"rate": optuna.distributions.FloatDistribution(-0.5, 26.5)}

    def begin(self, number):
        if number is not None:
            self.study.enqueue_trial({"rate": float(number)})
        trial = self.study.ask(self.space)
        return min(26, max(0, round(trial.params["rate"]))), trial

    def stops(self, trial, step, value):
        trial.report(min(value, 1e30), step)
        return trial.should_prune()

    def end(self, trial, value, stopped):
        state = optuna.trial.TrialState.PRUNED if stopped else optuna.trial.TrialState.COMPLETE
        self.study.tell(trial, None if stopped else min(value, 1e30), state=state)


class RayTrial:
    def __init__(self, number):
        self.trial_id, self.config = str(number), {}


class Ray:
    def __init__(self, **options):
        self.scheduler = ASHAScheduler(time_attr="step", metric="loss", mode="min", max_t=STEPS, **options)
        self.count = 0

    def begin(self, number):
        self.count += 1
        trial = RayTrial(self.count)
        self.scheduler.on_trial_add(None, trial)
        return number, trial

    def stops(self, trial, step, value):
        return self.scheduler.on_trial_result(None, trial, {"step": step, "loss": min(value, 1e30)}) == "STOP" and step < STEPS

    def end(self, trial, value, stopped):
        self.scheduler.on_trial_complete(None, trial, {"step": STEPS, "loss": min(value, 1e30)})


def search(judge, settings, order, most):
    """The number of the found setting, and the steps of the search in units of a whole setting's training."""
    flights, ended, steps = [], {}, 0
    while True:
        while len(flights) < WORKERS and (order is None or order) and steps < most:
            number, trial = judge.begin(order.pop() if order is not None else None)
            flights.append([number, trial, 0])
        if not flights:
            return (min(ended, key=ended.get) if ended else None), steps
        for flight in list(flights):
            number, trial, step = flight
            setting, flight[2] = settings[number], step + 1
            if step / STEPS < setting.steps:
                steps += 1 / STEPS
            stopped = judge.stops(trial, step + 1, setting.curve[step])
            if stopped or step + 1 == STEPS:
                judge.end(trial, setting.final, stopped)
                flights.remove(flight)
                if not stopped and math.isfinite(setting.final):
                    ended[number] = setting.final


def measure(name, make, random_order):
    same = within = taken = everything = 0
    for place, problem in enumerate(problems.values()):
        settings = {number: Setting(t) for number, t in problem.items()}
        whole = sum(s.steps for s in settings.values())
        order = list(np.random.default_rng(place).permutation(len(settings))) if random_order else None
        found, steps = search(make(place), settings, order, math.inf if random_order else share * whole)
        taken, everything = taken + steps, everything + whole
        winner = min(settings, key=lambda n: settings[n].final)
        if found is None:
            continue
        values = settings[winner].finals
        half = T95[len(values) - 1] * statistics.stdev(values) / math.sqrt(len(values))
        same += found == winner
        within += found == winner or settings[found].final <= settings[winner].final + half
    print(f"{name}: {len(problems)} problems, the winner in {same}, the winner or one within its interval in {within}, {100 * taken / everything:.1f} % of the steps",
          flush=True)


try:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    random = lambda seed: optuna.samplers.RandomSampler(seed=seed)
    tpe = lambda seed: optuna.samplers.TPESampler(seed=seed, n_startup_trials=8, constant_liar=True)
    halving = lambda eta, least: optuna.pruners.SuccessiveHalvingPruner(min_resource=least, reduction_factor=eta)
    hyperband = lambda: optuna.pruners.HyperbandPruner(min_resource=3, max_resource=STEPS, reduction_factor=3)
    label = f"Optuna {optuna.__version__}"
    for eta, least in ((3, 3), (3, 9), (2, 5)):
        measure(f"{label}, SuccessiveHalvingPruner, eta {eta} from {least}", lambda s: Optuna(halving(eta, least), random(s)), True)
    measure(f"{label}, HyperbandPruner, eta 3 from 3", lambda s: Optuna(hyperband(), random(s)), True)
    measure(f"{label}, TPESampler and SuccessiveHalvingPruner, eta 3 from 3", lambda s: Optuna(halving(3, 3), tpe(s)), False)
    measure(f"{label}, TPESampler and HyperbandPruner", lambda s: Optuna(hyperband(), tpe(s)), False)
except ImportError:
    print("Optuna is not installed: pip install optuna", file=sys.stderr)
try:
    import ray
    from ray.tune.schedulers import ASHAScheduler

    for eta, least in ((3, 3), (3, 9), (2, 5)):
        measure(f"Ray {ray.__version__}, ASHAScheduler, eta {eta} from {least}", lambda s: Ray(grace_period=least, reduction_factor=eta), True)
except ImportError:
    print("Ray is not installed: pip install 'ray[tune]'", file=sys.stderr)
