"""Milliseconds per trial that computes nothing:  trials.py icsweep|optuna|ray|processes [TRIALS]

Each trial gets a random number and reports one result, which is stored: by icsweep as a Python program on two ranks, by
Optuna in SQLite and in a journal file, by Ray Tune in its folder of results on two processors. `processes` starts one
Python per trial that imports NumPy, two at a time, as the tasks of a Slurm array do. Prints the time per trial beyond
the first tenth of them, so that the start of each program does not count.
"""
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def icsweep(trials: int) -> None:
    Path("trial.py").write_text("from icsweep.program import serve\nserve(lambda run: {'y': run.parameters['x']})\n")
    Path("trials.toml").write_text(
        '[[grid]]\ntask = "program"\nprogram.command = ["python3", "trial.py"]\nprogram.results = ["y"]\nprogram.seconds = 0.001\n'
        f"x = {{ uniform = [0, 1] }}\nsample = {{ count = {trials}, seed = 1 }}\n"
    )
    program = os.environ.get("ICSWEEP", "icsweep")
    subprocess.run(["mpirun", "-n", "2", program, "run", "trials.toml", "-o", f"{trials}.h5", "--allow-code"], check=True, capture_output=True)


def optuna(trials: int, storage) -> None:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(storage=storage(trials), sampler=optuna.samplers.RandomSampler(seed=1))
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), n_trials=trials)


def sqlite(trials: int):
    return f"sqlite:///{trials}.db"


def journal(trials: int):
    from optuna.storages import JournalStorage
    from optuna.storages.journal import JournalFileBackend

    return JournalStorage(JournalFileBackend(f"{trials}.log"))


def ray_tune(trials: int) -> None:
    import ray
    from ray import tune

    if not ray.is_initialized():
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    tune.Tuner(
        lambda config: tune.report({"y": config["x"]}),
        param_space={"x": tune.uniform(0, 1)},
        tune_config=tune.TuneConfig(num_samples=trials, reuse_actors=True),
        run_config=tune.RunConfig(storage_path=os.getcwd(), verbose=0),
    ).fit()


def processes(trials: int) -> None:
    subprocess.run(["xargs", "-P", "2", "-n", "1", sys.executable, "-c", "import numpy"], input="\n".join(["0"] * trials), text=True, check=True)


def measure(name: str, run, trials: int) -> None:
    begins = [time.monotonic()]
    for count in (trials // 10, trials):
        run(count)
        begins.append(time.monotonic())
    few, all_of_them = begins[1] - begins[0], begins[2] - begins[1]
    print(f"{name}: {1000 * (all_of_them - few) / (trials - trials // 10):.2f} ms a trial, {trials} trials in {all_of_them:.1f} s", flush=True)


wanted = sys.argv[1]
count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    if wanted == "icsweep":
        measure("icsweep", icsweep, count)
    elif wanted == "optuna":
        measure("Optuna, SQLite", lambda n: optuna(n, sqlite), count)
        measure("Optuna, journal", lambda n: optuna(n, journal), count)
    elif wanted == "ray":
        ray_tune(2)  # starts its workers
        measure("Ray Tune", ray_tune, count)
    else:
        measure("a process per trial", processes, count)
    os.chdir("/")
