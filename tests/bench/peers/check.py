"""Whether the peers compute what icsweep computes; run.sh calls it before anything is timed.

1. Gradient, and losses of three steps of Adam, of both peers against tests/reference, which the tests of the C++ models are held to as well.
2. PyTorch's and JAX's gradients against each other, at the size of every workload.
3. The floating-point operations of every workload, counted from its shape here, against those of `icsweep bench`.
4. The loss of icsweep's own weights on data drawn here, for the models that tests/reference does not have.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np

import jax_peer
import torch_peer
from workloads import WORKLOADS, Workload, data, initial, shapes

REFERENCE = pathlib.Path(__file__).resolve().parents[2] / "reference"


def distance(found, expected):
    """Relative to the norm of all parts together."""
    assert found.keys() == expected.keys(), found.keys() ^ expected.keys()
    apart = sum(np.sum((found[name] - expected[name].reshape(found[name].shape)) ** 2) for name in found)
    return (apart / sum(np.sum(part ** 2) for part in expected.values())) ** 0.5


def require(what, error, bound):
    print(f"{what:<58} {error:.1e}", flush=True)
    if not error < bound:
        raise SystemExit(f"check.py: {what}: off by {error:.2g}, more than {bound:g}; nothing was timed")


def stacked(named, w):
    """A model's named parameters with all heads in one matrix."""
    all = {name.replace("attention.", ""): np.array(value, np.float32) for name, value in named.items()}
    for l in range(w.depth):
        layer = f"layers.{l}."
        if layer + "query_key_value.weight" in all:
            continue
        heads = [layer] if w.heads == 1 else [f"{layer}heads.{h}." for h in range(w.heads)]
        for kind in ("weight", "bias"):
            parts = [all.pop(f"{head}{part}.{kind}") for part in ("query", "key", "value") for head in heads
                     if f"{head}{part}.{kind}" in all]
            if parts:
                all[f"{layer}query_key_value.{kind}"] = np.concatenate([part.reshape(-1) for part in parts])
        if heads[0] + "output.weight" in all:
            outputs = [all.pop(head + "output.weight").reshape(w.width, w.width) for head in heads]
            all[layer + "output.weight"] = np.concatenate(outputs, axis=1)
    return {name: all[name].reshape(shape) for name, shape in shapes(w).items()}


def sequence_reference(name, **shape):
    """Of pytorch_step.json: workload, parameters, inputs, targets, losses of steps, gradient."""
    r = json.loads((REFERENCE / "pytorch_step.json").read_text())[name]
    w = Workload("", {}, width=r["width"], dim=r["dim"], tokens=r["tokens"], batch=r["sequences"],
                 rate=r["learning_rate"], depth=r["depth"], heads=r.get("heads", 1), **shape)
    s = np.array(r["values"], np.float32).reshape(w.batch, w.tokens + 1, w.dim)
    now = s[:, :-1]
    before = np.pad(now, ((0, 0), (1, 0), (0, 0)))[:, :-1]
    x = np.concatenate([now, now] if name == "plain" else [0 * now, now, before], axis=2)
    return w, stacked(r["initial"], w), x, s[:, 1:], r["losses"], stacked(r["gradient"], w)


def decoder_reference(name):
    """Of pytorch_decoder.json, whose loss is the sum of weights times predictions: mean((y' - y)^2) has its gradient if
    y lies n/2 times the weights below the predictions y', n their number."""
    r = json.loads((REFERENCE / "pytorch_decoder.json").read_text())["models"][name]
    w = Workload("regression", {}, width=r["width"], dim=0, tokens=r["tokens"], batch=r["sequences"], rate=1e-3,
                 heads=r["heads"], head_width=r["width"] // r["heads"], depth=r["depth"], hidden=4 * r["width"],
                 inputs=r["inputs"], outputs=r["outputs"], attention="shifted" if r["shift"] == "own" else "softmax")
    x, predictions, weights = (np.array(r[key]).reshape(w.batch, w.tokens, -1) for key in ("x", "predictions", "weights"))
    below = weights * weights.size / 2
    return (w, stacked(r["parameters"], w), x.astype(np.float32), (predictions - below).astype(np.float32),
            [np.mean(below ** 2)], stacked(r["gradient"], w))


def check_references():
    cases = {"training": sequence_reference("training", norm="branch"),
             "vaswani": sequence_reference("vaswani", attention="softmax", hidden=7),
             "plain": sequence_reference("plain", attention="positional", norm="alone"),
             "sca_post_norm": decoder_reference("sca_post_norm"), "post_norm": decoder_reference("post_norm")}
    for name, (w, parameters, x, y, losses, gradient) in cases.items():
        for peer in (torch_peer, jax_peer):
            trainer = peer.make(name, w, parameters, x, y)
            _, g = trainer.gradient()
            steps = [float(trainer.step()) / loss - 1 for loss in losses]
            require(f"tests/reference, {name}: {peer.__name__}", max(distance(g, gradient), *map(abs, steps)), 1e-4)


def check_peers():
    for name, w in WORKLOADS.items():
        parameters = initial(w, 0)
        if w.bare:
            parameters = {key: value / 4 for key, value in parameters.items()}  # six layers of it would grow too large
        x, y = data(w, 1, 16)
        (a, g), (b, h) = (peer.make(name, w, parameters, x, y).gradient() for peer in (torch_peer, jax_peer))
        require(f"{name}: PyTorch and JAX", max(abs(a / b - 1), distance(g, h)), 1e-4)


def training_flop(w):
    """As `icsweep bench` counts: products only, 2 a multiply-add."""
    T, D, H = w.tokens, w.width, w.heads
    pairs = T * (T + 1) / 2
    if w.inputs:
        return T * (4 * w.inputs * D + w.depth * 72 * D * D + 6 * D) + w.depth * 12 * D * pairs
    total = 0 if w.bare else 6 * T * w.dim * (D + 1)
    for l in range(w.depth):
        features = D if l or w.bare else {"augmented": 2 * w.dim, "plain": w.dim}[w.task]
        K = features + (not w.bare)
        total += H * T * 6 * (K * K + D * K) + 6 * T * ((D + 1) * w.hidden + D * w.hidden)
        total -= 0 if l else H * T * 2 * K * K
        if w.attention == "linear":
            total += H * T * (3 * K * (K + 1) + 6 * K * K - (0 if l else 2 * K * K + 2 * K * (K + 1)))
        else:
            total += H * pairs * (12 * K - (0 if l else 4 * K))
    return total


def check_sizes(program):
    for name, w in WORKLOADS.items():
        if w.task == "positional":
            continue
        command = [program, "bench", name, "--json", "--seconds", "0.01"]
        ours = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)["flop_per_sequence"]
        require(f"{name}: operations, as icsweep counts them", abs(training_flop(w) / ours - 1), 1e-9)


SWEEP = """[sweep]
name = "check"
keep_weights = true
[[grid]]
task = "descent_transformer"
sequences = 2000
epochs = 1
learning_rate = 1e-12
[[grid]]
task = "positional"
sequences = 100000
steps = 30
"""


def own_weights(program, folder, task):
    """Trained weights of the only experiment of a task, flat arrays by name."""
    file = f"{folder}/{task}.safetensors"
    subprocess.run([program, "export", f"{folder}/check.h5", "--task", task, "--id", "0", "--weights", "-o", file],
                   check=True, stdout=subprocess.DEVNULL)
    raw = pathlib.Path(file).read_bytes()
    size = int.from_bytes(raw[:8], "little")
    entries = {name: entry for name, entry in json.loads(raw[8:8 + size]).items() if name != "__metadata__"}
    kinds = {"F32": np.float32, "F64": np.float64}
    return {name: np.frombuffer(raw[8 + size:][slice(*entry["data_offsets"])], kinds[entry["dtype"]])
            for name, entry in entries.items()}


def by_lag(p):
    """p_t of row r in column t - 1 becomes the weight of lag r + 2 - t."""
    w = np.zeros((len(p) - 1, len(p)))
    for r in range(len(w)):
        w[r, :r + 2] = p[r, r + 1::-1]
    return w


def check_own_weights(program):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "check.toml").write_text(SWEEP)
        subprocess.run([program, "run", "check.toml", "-o", "check.h5"], cwd=folder, check=True, capture_output=True)

        def value(column, task):
            answer = subprocess.run([program, "query", f"{folder}/check.h5", f"SELECT {column} FROM {task}", "--format",
                                     "csv"], check=True, text=True, stdout=subprocess.PIPE).stdout
            return float(answer.split()[-1])
        w = WORKLOADS["universality-fig4"]
        parameters = stacked(own_weights(program, folder, "descent_transformer"), w)
        p = by_lag(own_weights(program, folder, "positional")["P"].reshape(30, 30))
        for peer in (torch_peer, jax_peer):
            loss = peer.make("", w, parameters, *data(w, 2, 512)).gradient()[0]
            require(f"loss of descent_transformer's weights: {peer.__name__}",
                    abs(loss / value("test_mse", "descent_transformer") - 1), 0.05)
            found = peer.make("", WORKLOADS["positional"], {"P": p}, data(WORKLOADS["positional"], 2, 10 ** 5)[0], None)
            require(f"loss of positional's weights: {peer.__name__}",
                    abs(found.gradient()[0] / value("final_loss", "positional") - 1), 0.05)


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--icsweep", required=True)
    program = options.parse_args().icsweep
    check_references()
    check_peers()
    check_sizes(program)
    check_own_weights(program)
