"""Checks that the peers compute the same as icsweep. run.sh calls it before it measures.

1. Gradients, and losses of three steps of Adam, of both peers against tests/reference, with which the tests of the C++
   models are compared as well.
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
from data import data
from reference import by_lag, decoder_reference, own_weights, sequence_reference, stacked
from workloads import WORKLOADS, initial


def distance(found, expected):
    """The difference relative to the norm of all parts together."""
    assert found.keys() == expected.keys(), found.keys() ^ expected.keys()
    apart = sum(np.sum((found[name] - expected[name].reshape(found[name].shape)) ** 2) for name in found)
    return (apart / sum(np.sum(part ** 2) for part in expected.values())) ** 0.5


def require(what, error, bound):
    print(f"{what:<58} {error:.1e}", flush=True)
    if not error < bound:
        raise SystemExit(f"check.py: {what}: off by {error:.2g}, more than {bound:g}; nothing was timed")


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
        x, y = data(w, 1, 16)
        (a, g), (b, h) = (peer.make(name, w, initial(w, 0), x, y).gradient() for peer in (torch_peer, jax_peer))
        require(f"{name}: PyTorch and JAX", max(abs(a / b - 1), distance(g, h)), 1e-4)


def training_flop(w):
    """The FLOP of a training step as `icsweep bench` counts them: products only, 2 per multiply-add."""
    T, D, H = w.tokens, w.width, w.heads
    pairs = T * (T + 1) / 2
    if w.inputs:
        reads = 1 if w.last else T  # the first layer's queries, keys and values are merged with the read-in
        all = 4 * w.inputs * D + 12 * D * w.inputs + (w.depth - 1) * 72 * D * D
        unused = (T - 1) * 6 * D * D + 12 * D * (pairs - T) if w.last else 0  # the last layer has one query
        return T * all + reads * (54 * D * D + 6 * D) + w.depth * 12 * D * pairs - unused
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
