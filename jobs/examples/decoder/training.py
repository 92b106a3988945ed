"""Trains the decoders of a store from their first weights in NumPy, written from two pages alone:
docs/background/decoder.md and docs/background/decoder-training.md.

    python3 training.py STORE.h5 [ROW ...]

Compares the weights after the last step with the exported weights. Compares the first loss, the norms of the gradients
and the test errors with the stored values. The exit status is 1 if single precision does not explain a difference.
"""

import sys

import numpy as np

import decoder
import draws


def loss(weights, c, x, y, points):
    """Mean squared error over the prompts and their predicted points below `points`."""
    tokens, predicted = decoder.slots(x, y, c, points - 1 if c["tokenization"] == "aligned" else c["examples"])
    at = [t for t, point in enumerate(predicted) if 0 <= point < points]
    error = decoder.predictions(tokens, weights, c)[:, at] - y[:, [predicted[t] for t in at]]
    return (error**2).mean()


def gradient_of(weights, *of):
    """The gradient by complex steps, f(θ + ih) = f(θ) + ih f'(θ), which are exact."""
    gradient, moved = {}, {name: values.astype(complex) for name, values in weights.items()}
    for name, values in moved.items():
        gradient[name] = np.zeros(values.shape)
        for at in np.ndindex(values.shape):
            kept, values[at] = values[at], values[at] + 1e-30j
            gradient[name][at] = loss(moved, *of).imag / 1e-30
            values[at] = kept
    return gradient


def rate(c, step):
    """The learning rate of a step; steps count from 0."""
    steps, warmup, final = c["steps"], c["warmup"], c["final_rate"]
    schedule, begin = ("linear", steps - c["decay"]) if c["decay"] else (c["schedule"], warmup)
    if step < warmup:
        return c["learning_rate"] * (step + 1) / warmup
    left = min(1, (steps - step) / (steps - begin)) if schedule != "constant" else 1
    share = left if schedule == "linear" else (1 + np.cos(np.pi * (1 - left))) / 2
    return c["learning_rate"] * (final + (1 - final) * share)


def update(c, rate, step, w, g, m, v):
    """New weights and moments of one array after a step; steps count from 1."""
    b1, b2, decay = c["beta1"], c["beta2"], c["weight_decay"]
    if c["optimizer"] in ("adam", "sgd"):
        g = g + decay * w
    else:
        w = w - rate * decay * w
    if c["optimizer"] == "sgd":
        m = c["momentum"] * m + g
        return w - rate * m, m, v
    if c["optimizer"] == "lion":
        return w - rate * np.sign(b1 * m + (1 - b1) * g), b2 * m + (1 - b2) * g, v
    m, v = b1 * m + (1 - b1) * g, b2 * v + (1 - b2) * g**2
    return w - rate * m / (1 - b1**step) / (np.sqrt(v / (1 - b2**step)) + c["epsilon"]), m, v


def grown(c, step, first, more, most):
    return min(most, first + more * (step // c["curriculum"])) if c["curriculum"] else most


def trained(c):
    """The weights that are tested, the first loss and the norms of the gradients."""
    weights = draws.first_weights(c)
    m, v = ({name: np.zeros(w.shape) for name, w in weights.items()} for _ in range(2))
    average, norms, first = {}, [], None
    for step in range(c["steps"]):
        x, y = draws.prompts(c, draws.TRAINING, step * c["batch"], c["batch"], grown(c, step, 5, 1, c["dim"]))
        of = c, x, y, grown(c, step, 11, 2, c["examples"] + 1)
        first = loss(weights, *of) if first is None else first
        gradient = gradient_of(weights, *of)
        norms.append(np.sqrt(sum((g**2).sum() for g in gradient.values())))
        shorter = min(1, c["clip"] / (norms[-1] + 1e-6)) if c["clip"] else 1
        for name, w in weights.items():
            weights[name], m[name], v[name] = update(c, rate(c, step), step + 1, w, shorter * gradient[name], m[name], v[name])
            kept = c["ema"] if step > 0 else 0
            average[name] = kept * average.get(name, 0) + (1 - kept) * weights[name]
    return average if c["ema"] else weights, first, np.array(norms)


def off(mine, stored):
    return np.abs(mine - stored).max() / np.abs(stored).max()


def curves_of(store, table, axis):
    """The values of each experiment in the order of the axis."""
    curves = {}
    for e in decoder.asked(store, f"SELECT experiment, value FROM {table} ORDER BY experiment, {axis}"):
        curves.setdefault(e["experiment"], []).append(np.nan if e["value"] is None else e["value"])
    return {row: np.array(curve) for row, curve in curves.items()}


def differences(store, c, norms, errors):
    weights, first, my_norms = trained(c)
    stored = decoder.weights_of(store, "regression", c["experiment"])
    if [(n, w.shape) for n, w in weights.items()] != [(n, w.shape) for n, w in stored.items()]:
        sys.exit(f"row {c['experiment']}: the store has other arrays")
    mine = decoder.errors(*decoder.test_prompts(c), weights, c)
    known = ~np.isnan(mine)
    if not (known == ~np.isnan(errors)).all():
        sys.exit(f"row {c['experiment']}: the store has other points")
    return {"weights": max(off(weights[n], stored[n]) for n in weights if np.abs(stored[n]).max() > 0),
            "first loss": abs(first / c["initial_loss"] - 1), "gradients": off(my_norms, norms),
            "errors": off(mine[known], errors[known])}


def main(store, *rows):
    wrong = 0
    norms = curves_of(store, "regression_grad_norm", "checkpoint")
    errors = curves_of(store, "regression_error", "seen")
    for c in decoder.asked(store, "SELECT * FROM regression ORDER BY experiment"):
        row = c["experiment"]
        if rows and str(row) not in rows:
            continue
        found = differences(store, decoder.with_block_defaults(c), norms[row], errors[row])
        wrong += not all(value < 2e-5 for value in found.values())
        print(row, c["block"], c["optimizer"], ", ".join(f"{name} off by {value:.1e}" for name, value in found.items()))
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
