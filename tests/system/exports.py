"""Reads an export back with the package of its format, and compares it with the store:  exports.py FORMAT STORE PLACE"""
import json
import sys

import icsweep

form, path, place = sys.argv[1:]
store = icsweep.open(path)
rows = store.query("SELECT * FROM early ORDER BY experiment").to_dict("records")
curves = store.query("SELECT * FROM curves").to_dict("records")
loss = {(row["experiment"], row["at"]): row["value"] for row in curves if row["curve"] == "loss"}
assert len(rows) == 40 and len(loss) == 260


def parquet():
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(f"{place}/early.parquet").to_pylist()
    for row, read in zip(rows, table):
        for name in ("experiment", "identity", "rate", "stops", "label", "error", "status"):
            assert row[name] == read[name], (name, row, read)
        assert json.loads(read["layers"]) == [16, 16]
        assert read["decay"] == (0.5 if row["decay"] == 0.5 else None), (row, read)
    read = pyarrow.parquet.read_table(f"{place}/early-curves.parquet").to_pylist()
    assert {(row["experiment"], row["at"]): row["value"] for row in read if row["curve"] == "loss"} == loss
    return len(table)


def tensorboard():
    import pathlib

    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    from tensorboard.plugins.hparams import plugin_data_pb2

    runs = sorted(pathlib.Path(place, "early").iterdir())
    assert len(runs) == 40 and all(len(list(run.iterdir())) == 1 for run in runs), runs[:3]
    for row in rows:
        run = next(run for run in runs if run.name.endswith(row["identity"][:8]))
        read = EventAccumulator(str(run)).Reload()
        values = [(event.step, event.value) for event in read.Scalars("loss")]
        wanted = [(at + 1, value) for (experiment, at), value in sorted(loss.items()) if experiment == row["experiment"]]
        assert len(values) == len(wanted) and all(s == t and abs(a - b) < 1e-6 for (s, a), (t, b) in zip(values, wanted)), (values, wanted)
        assert abs(read.Scalars("error")[0].value - row["error"]) < 1e-6
        content = read.SummaryMetadata("_hparams_/session_start_info").plugin_data.content
        hparams = plugin_data_pb2.HParamsPluginData.FromString(content).session_start_info.hparams
        assert hparams["rate"].number_value == row["rate"] and hparams["label"].string_value == row["label"]
    return len(runs)


def mlflow():
    from mlflow.tracking import MlflowClient

    client = MlflowClient(tracking_uri=place)
    home = client.get_experiment_by_name("early/early").experiment_id
    runs = {run.data.tags["icsweep_identity"]: run for run in client.search_runs([home], max_results=1000)}
    assert len(runs) == len(client.search_runs([home], max_results=1000)) == 40
    for row in rows[::7]:
        run = runs[row["identity"]]
        assert run.info.status == "FINISHED" and run.data.metrics["error"] == row["error"]
        assert run.data.params["rate"] == str(row["rate"]) and run.data.params["label"] == row["label"]
        history = [(metric.step, metric.value) for metric in client.get_metric_history(run.info.run_id, "loss")]
        assert sorted(history) == [(at + 1, value) for (experiment, at), value in sorted(loss.items()) if experiment == row["experiment"]], history
    return len(runs)


print(f"{form}: {globals()[form]()} experiments read back")
