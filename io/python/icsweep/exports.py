"""Exports done experiments and their curves to other tools:  python -m icsweep.exports FORMAT STORE PLACE [TASK]

`icsweep export --to` runs it. A second export to the same place replaces (parquet, tensorboard) or completes (mlflow) the
first.
"""

from __future__ import annotations

import json
import math
import os
import pathlib
import sys
from typing import Any, Iterator, NamedTuple, Optional

try:
    from icsweep.error import StoreError
    from icsweep.file import reading, text_of
    from icsweep.store import Store
    from icsweep.table import PARAMETER, RESULT, Table
except ImportError as missing:
    if __name__ != "__main__":
        raise
    sys.exit(f"icsweep: export: {sys.executable} lacks {missing.name}; install it with: pip install {missing.name}")


class Experiment(NamedTuple):
    identity: str
    number: int
    parameters: dict[str, Any]
    results: dict[str, float]
    record: dict[str, Any]
    curves: dict[str, list[tuple[int, float]]]  # by name: values with their steps

    @property
    def label(self) -> str:
        """width=32 seed=0, of the parameters that are short enough for a name."""
        parts = [f"{name}={value}" for name, value in self.parameters.items() if name != "code"]
        return " ".join(parts).replace("/", "|")[:80]


class Tables:
    """The tables of a store that an export contains."""

    def __init__(self, path: str, task: str) -> None:
        self.store = Store(path)
        self.sweep = reading(self.store.path, lambda file: text_of(file.attrs["sweep_name"]))
        self.tasks = [name for name in self.store.tasks if not task or name == task]

    def roles(self, task: str) -> dict[str, int]:
        return reading(self.store.path, lambda file: {name: column.role for name, column in Table(file, task).columns.items()})

    def curves(self, task: str) -> Any:
        """A DataFrame of experiment, curve, at and value."""
        return self.store.query(f"SELECT experiment, curve, at, value FROM curves WHERE task = '{task}' ORDER BY 1, 2, 3")

    def experiments(self, task: str) -> Iterator[Experiment]:
        roles, frame = self.roles(task), self.store[task]
        curves: dict[int, dict[str, list[tuple[int, float]]]] = {}
        for number, curve, at, value in self.curves(task).itertuples(index=False):
            curves.setdefault(int(number), {}).setdefault(str(curve), []).append((int(at), float(value)))
        for number, row in zip(frame.index.tolist(), frame.to_dict("records")):
            parts: dict[int, dict[str, Any]] = {PARAMETER: {}, RESULT: {}}
            for name, value in row.items():
                parts.setdefault(roles[str(name)], {})[str(name)] = value
            found = {name: _with_steps(values, int(row["last_step"])) for name, values in curves.get(number, {}).items()}
            results = {name: float(value) for name, value in parts[RESULT].items() if not _is_missing(value)}
            parameters = {name: value for name, value in parts[PARAMETER].items() if not _is_missing(value)}
            yield Experiment(str(row["identity"]), number, parameters, results, row, found)


def _with_steps(values: list[tuple[int, float]], last_step: int) -> list[tuple[int, float]]:
    """Places a curve's values evenly over the steps of the training, if they are at least as numerous."""
    count = len(values)
    even = last_step >= count
    return [((i + 1) * last_step // count if even else i + 1, value) for i, (_, value) in enumerate(values)]


def _is_missing(value: Any) -> bool:
    if value is None:
        return True
    return str(value) == "<NA>" or (isinstance(value, float) and math.isnan(value))


def to_parquet(tables: Tables, place: str) -> None:
    """TASK.parquet has a row per experiment, TASK-curves.parquet one per value. Lists and dicts are texts of JSON."""
    import pyarrow
    import pyarrow.parquet

    folder = _folder(place)
    for task in tables.tasks:
        frame = tables.store[task].reset_index()
        for name in frame.columns:
            if frame[name].map(lambda value: isinstance(value, (list, dict))).any():
                frame[name] = frame[name].map(lambda value: None if _is_missing(value) else json.dumps(value))
        for suffix, content in (("", frame), ("-curves", tables.curves(task))):
            table = pyarrow.Table.from_pandas(content, preserve_index=False).replace_schema_metadata({"icsweep": tables.sweep})
            new = folder / f"{task}{suffix}.parquet.new"
            pyarrow.parquet.write_table(table, new)
            new.replace(folder / f"{task}{suffix}.parquet")


def to_tensorboard(tables: Tables, place: str) -> None:
    """A run per experiment: curves and results as scalars, parameters as hyperparameters."""
    from tensorboard.compat.proto import event_pb2, summary_pb2
    from tensorboard.plugins.hparams import plugin_data_pb2
    from tensorboard.summary.writer.event_file_writer import EventFileWriter

    folder, suffix = _folder(place), ".icsweep"
    for task in tables.tasks:
        for experiment in tables.experiments(task):
            run = folder / task / f"{experiment.label} {experiment.identity[:8]}"
            for earlier in run.glob(f"events.out.tfevents.*{suffix}"):
                earlier.unlink()
            writer, ended = EventFileWriter(str(run), filename_suffix=suffix), float(experiment.record["finished"])

            def add(step: int, values: list[Any]) -> None:
                writer.add_event(event_pb2.Event(wall_time=ended, step=step, summary=summary_pb2.Summary(value=values)))

            data = plugin_data_pb2.HParamsPluginData(version=0)
            for name, value in experiment.parameters.items():
                field = data.session_start_info.hparams[name]
                plain = _plain(value)
                if isinstance(plain, bool):
                    field.bool_value = plain
                elif isinstance(plain, (int, float)):
                    field.number_value = plain
                else:
                    field.string_value = plain if isinstance(plain, str) else json.dumps(plain)
            plugin = summary_pb2.SummaryMetadata.PluginData(plugin_name="hparams", content=data.SerializeToString())
            metadata = summary_pb2.SummaryMetadata(plugin_data=plugin)
            add(0, [summary_pb2.Summary.Value(tag="_hparams_/session_start_info", metadata=metadata)])
            for name, values in experiment.curves.items():
                for step, value in values:
                    add(step, [summary_pb2.Summary.Value(tag=name, simple_value=value)])
            add(int(experiment.record["last_step"]), [summary_pb2.Summary.Value(tag=n, simple_value=v) for n, v in experiment.results.items()])
            writer.close()


def to_mlflow(tables: Tables, place: str) -> None:
    """An experiment per task, SWEEP/TASK, and a run per experiment of icsweep. Runs that are there already stay."""
    from mlflow.entities import Metric, Param, RunTag
    from mlflow.tracking import MlflowClient

    client = MlflowClient(tracking_uri=place)
    for task in tables.tasks:
        name = f"{tables.sweep}/{task}"
        known = client.get_experiment_by_name(name)
        home = known.experiment_id if known is not None else client.create_experiment(name)
        for experiment in tables.experiments(task):
            if client.search_runs([home], f"tags.icsweep_identity = '{experiment.identity}'", max_results=1):
                continue
            ended = int(1000 * float(experiment.record["finished"]))
            begun = ended - int(1000 * float(experiment.record["seconds"]))
            run = client.create_run(home, start_time=begun, run_name=experiment.label, tags={"icsweep_store": tables.store.path}).info.run_id
            metrics = [Metric(n, value, ended, step) for n, values in experiment.curves.items() for step, value in values]
            metrics += [Metric(n, value, ended, int(experiment.record["last_step"])) for n, value in experiment.results.items()]
            params = [Param(n, str(_plain(value))[:500]) for n, value in experiment.parameters.items()]
            client.log_batch(run, params=params[:100])
            for first in range(0, len(metrics), 1000):
                client.log_batch(run, metrics=metrics[first : first + 1000])
            client.log_batch(run, tags=[RunTag("icsweep_identity", experiment.identity)])  # last: the run is complete
            client.set_terminated(run, "FINISHED", ended)


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value


def _folder(place: str) -> pathlib.Path:
    folder = pathlib.Path(place)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def export(form: str, store: str, place: str, task: str = "") -> None:
    """Exports the store. Raises StoreError."""
    known = {"parquet": to_parquet, "tensorboard": to_tensorboard, "mlflow": to_mlflow}
    packages = {"parquet": "pyarrow", "tensorboard": "tensorboard", "mlflow": "mlflow"}
    if form not in known:
        raise StoreError(f"--to {form}: use {', '.join(known)}, or csv")
    try:
        known[form](Tables(store, task), place)
    except ImportError as error:
        lacks = (error.name or "").partition(".")[0]
        package = lacks if lacks in ("h5py", "pandas", "numpy") else packages[form]
        raise StoreError(f"{sys.executable} lacks {package} ({error}); install it with: pip install {package}") from None
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "mlflow" and not isinstance(error, OSError):
            raise
        raise StoreError(f"{place}: cannot be written ({' '.join(str(error).split())[:300]})") from None


def main(arguments: Optional[list[str]] = None) -> int:
    words = sys.argv[1:] if arguments is None else arguments
    try:
        export(*words)
    except StoreError as error:
        sys.stderr.write(f"icsweep: export: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")  # MLflow's
    sys.exit(main())
