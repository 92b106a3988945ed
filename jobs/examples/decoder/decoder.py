"""The decoder of `regression` in NumPy, by the formulas of docs/background/decoder.md alone.

    python3 decoder.py STORE.h5 TASK [ROW ...]

TASK is `regression` or the task of a sampler. The program draws the test prompts of each experiment, predicts with its
exported weights, and compares the error by number of examples with the stored error. Its exit status is 1 if an
experiment differs by more than 5e-6, which is some roundings of single precision. With bfloat16, up to a third of the
experiments may differ by more, since one last bit can round a factor to the next number.
"""

import importlib.util
import json
import os
import struct
import subprocess
import sys

import numpy as np

import draws

ICSWEEP = os.environ.get("ICSWEEP", "icsweep")
EPSILON = 1e-5


def rounded(x, c):
    """With bfloat16, x rounded to 8 significant bits, ties to even; else x."""
    if c["precision"] == "float32":
        return x
    bits = np.asarray(x, np.float32).view(np.uint32).astype(np.uint64)
    bits = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
    return bits.astype(np.uint32).view(np.float32).astype(float)


def norm(x, weights, name, kind):
    if kind == "layer":
        x = x - x.mean(-1, keepdims=True)
    x = x / np.sqrt((x**2).mean(-1, keepdims=True) + EPSILON)
    return x * weights[name + ".weight"] + (weights[name + ".bias"] if kind == "layer" else 0)


def linear(x, weights, name):
    return x @ weights[name + ".weight"].T + weights.get(name + ".bias", 0)


def layer_map(x, weights, name, c):
    """One linear map of a layer. With bfloat16, queries are divided by the root of W before they are rounded."""
    matrix, bias = weights[name + ".weight"], weights.get(name + ".bias", 0)
    merged = c["block"] == "post_norm" and c["positions"] in ("none", "rotary") and weights["embedding.weight"].shape[1] < c["width"]
    if c["precision"] == "float32" or (merged and name == "layers.0.attention.query_key_value"):
        return x @ matrix.T + bias
    scale = np.ones((len(matrix), 1))
    if name.endswith("query_key_value"):
        scale[: c["width"]] /= np.sqrt(c["width"] // c["heads"])
    return rounded(x, c) @ rounded(scale * matrix, c).T / scale[:, 0] + bias


def gelu(u):
    return u / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u**3)))


def angles(tokens, width):
    return np.arange(tokens)[:, None] / 10000 ** (2 * np.arange((width + 1) // 2) / width)


def turned(x):
    """x with rotary positions: x_i and x_{i + W/2} are a pair."""
    alpha, half = angles(x.shape[-2], x.shape[-1]), x.shape[-1] // 2
    a, b = x[..., :half], x[..., half:]
    return np.concatenate([a * np.cos(alpha) - b * np.sin(alpha), b * np.cos(alpha) + a * np.sin(alpha)], -1)


def shifted(layer, c):
    """Whether the attention of a layer, "layers.0.attention." for the first, is shifted."""
    first = not layer.startswith("layers.") or layer.startswith("layers.0.")
    return c["tokenization"] == "sca" and c["shift_layers"] in ("all", "first" if first else "not_first")


def attention(x, weights, layer, c):
    """The shape of x is prompts × tokens × features."""
    heads, tokens = c["heads"], x.shape[1]
    parts = layer_map(x, weights, layer + "query_key_value", c)
    q, k, v = np.moveaxis(parts.reshape(*x.shape[:2], 3, heads, -1), (2, 3), (0, 2))  # prompts × heads × tokens × W
    if c["positions"] == "rotary":
        q, k = turned(q), turned(k)
    if c["block"] != "bare":
        q = q / np.sqrt(q.shape[-1])
    if c["attention"] == "linear_mean":
        q = q / (np.arange(tokens) + 1)[:, None]
    scores = rounded(q, c) @ np.swapaxes(rounded(k, c), -1, -2)
    past = np.tril(np.ones((tokens, tokens), bool))
    mixing, total = np.where(past, scores, 0), 1
    if c["attention"] == "softmax":
        mixing = np.where(past, np.exp(scores - np.where(past, scores, -np.inf).max(-1, keepdims=True)), 0)
        total = mixing.sum(-1, keepdims=True)
    if shifted(layer, c):  # a key brings the next token's value; the query's own key brings its own value
        diagonal = np.eye(tokens, dtype=bool)
        own = np.where(diagonal, mixing, 0) if c["own_term"] == "kept" else 0
        mixing = np.concatenate([0 * mixing[..., :1], np.where(diagonal, 0, mixing)[..., :-1]], -1) + own
    mixed = rounded(mixing, c) @ rounded(v, c) / total
    return layer_map(np.swapaxes(mixed, 1, 2).reshape(*x.shape[:2], -1), weights, layer + "output", c)


def predictions(tokens, weights, c):
    """The prediction of each token, one number."""
    if c["block"] == "bare":
        return attention(tokens, weights, bare_layer(weights), c)[..., 0]
    x = linear(tokens, weights, "embedding")
    if c["positions"] == "learned":
        x = x + weights["positions"]
    if c["positions"] == "sinusoidal":
        alpha = angles(x.shape[1], x.shape[2])
        x = x + np.stack([np.sin(alpha), np.cos(alpha)], -1).reshape(len(alpha), -1)[:, : x.shape[2]]
    for i in range(c["depth"]):
        layer = f"layers.{i}."
        act = gelu if c["activation"] == "gelu" else lambda u: np.maximum(u, 0)

        def mlp(u):
            return layer_map(act(layer_map(u, weights, layer + "mlp.expand", c)), weights, layer + "mlp.contract", c)

        if c["block"] == "gpt2":
            x = x + attention(norm(x, weights, layer + "attention.norm", c["norm"]), weights, layer + "attention.", c)
            x = x + mlp(norm(x, weights, layer + "mlp.norm", c["norm"]))
        else:
            x = norm(x + attention(x, weights, layer + "attention.", c), weights, layer + "attention.norm", c["norm"])
            x = norm(x + mlp(x), weights, layer + "mlp.norm", c["norm"])
    if c["block"] == "gpt2":
        x = norm(x, weights, "final_norm", c["norm"])
    return linear(x, weights, "readout")[..., 0]


def bare_layer(weights):
    return next(iter(weights)).removesuffix("query_key_value.weight")


def slots(x, y, c, query):
    """Tokens of prompts cut at point `query`, without the query's label; and the point that each token predicts, or -1."""
    count, _, dim = x.shape
    p, examples = c["patch"], c["examples"]
    if c["tokenization"] == "interleaved":
        tokens = np.zeros((count, 2 * examples + 1, dim))
        tokens[:, 0::2], tokens[:, 1::2, 0] = x, y[:, :-1]
        return tokens, [t // 2 if t % 2 == 0 else -1 for t in range(2 * examples + 1)]
    last = examples // p
    tokens = np.zeros((count, last + 1, p, dim + 1))
    if c["tokenization"] == "aligned":
        for t in range(query):
            tokens[:, t // p, t % p, :dim], tokens[:, t // p, t % p, dim] = x[:, t], y[:, t]
        tokens[:, query // p, 0, :dim] = x[:, query]
        return tokens.reshape(count, last + 1, -1), [query if t == query // p else -1 for t in range(last + 1)]
    for t in range(examples + 1):
        token, slot = (t // p, t % p) if t < examples else (last, p - 1)
        tokens[:, token, slot, :dim] = x[:, t]
        if t > 0:
            tokens[:, token, slot, dim] = y[:, t - 1]
    return tokens.reshape(count, last + 1, -1), [(t + 1) * p - 1 if t < last else examples for t in range(last + 1)]


def errors(x, y, weights, c):
    """Mean squared error by number of examples; NaN where no token predicts."""
    result = np.full(c["examples"] + 1, np.nan)
    aligned = c["tokenization"] == "aligned"
    for query in range(0, c["examples"] + 1, c["patch"]) if aligned else [c["examples"]]:
        tokens, points = slots(x, y, c, query)
        predicted = predictions(tokens, weights, c)
        for token, point in enumerate(points):
            if point >= 0:
                result[point] = ((predicted[:, token] - y[:, point]) ** 2).mean()
    return result


def asked(store, sql):
    return json.loads(subprocess.check_output([ICSWEEP, "query", store, sql, "--format", "json"], stderr=sys.stderr))


def weights_of(store, task, row):
    """Exports the weights of a row and reads the safetensors file: length of the header, header in JSON, numbers."""
    subprocess.run([ICSWEEP, "export", store, "--task", task, "--id", str(row), "--weights", "-o", "weights.safetensors"],
                   check=True, stdout=subprocess.DEVNULL)
    with open("weights.safetensors", "rb") as file:
        data = file.read()
    length = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8 : 8 + length])
    return {name: np.frombuffer(data[8 + length :][slice(*entry["data_offsets"])], "<f4").reshape(entry["shape"]).astype(float)
            for name, entry in header.items() if name != "__metadata__"}


def with_block_defaults(c):
    own = {"gpt2": ("learned", "gelu"), "post_norm": ("none", "relu"), "bare": ("none", "none")}[c["block"]]
    c["positions"] = own[0] if c["positions"] == "block" else c["positions"]
    c["activation"] = own[1] if c["activation"] == "block" else c["activation"]
    return c


def test_prompts(c):
    """Prompts 0, 1, ... of the test. A sampler draws them with seed + 2^53, in single precision."""
    if "code" not in c:
        return draws.prompts(c, draws.TEST, 0, c["prompts"])
    spec = importlib.util.spec_from_file_location("sampler", c["function"])
    sampler = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sampler)
    own = {name.removeprefix("function_"): value for name, value in c.items() if name.startswith("function_")}
    x, y = sampler.sample(c["seed"] + 2**53, 0, c["prompts"], c["examples"] + 1, c["dim"], **own)
    return np.float32(x).astype(float), np.float32(y).astype(float)


def main(store, task, *rows):
    wrong, compared = [0, 0], [0, 0]  # [in float32, in bfloat16]
    for c in asked(store, f'SELECT * FROM "{task}" ORDER BY experiment'):
        if rows and str(c["experiment"]) not in rows:
            continue
        stored = asked(store, f'SELECT seen, value FROM "{task}_error" WHERE experiment = {c["experiment"]} ORDER BY seen')
        stored = {e["seen"]: e["value"] for e in stored if e["value"] is not None}
        mine = errors(*test_prompts(with_block_defaults(c)), weights_of(store, task, c["experiment"]), c)
        predicted = [i for i in range(len(mine)) if not np.isnan(mine[i])]
        same = sorted(stored) == predicted
        worst = max(abs(mine[i] / stored.get(i, np.inf) - 1) for i in predicted)
        is_rounded = int(c["precision"] != "float32")
        compared[is_rounded] += 1
        wrong[is_rounded] += not same or not worst < 5e-6
        print(c["experiment"], c["block"], c["attention"], c["tokenization"], c["own_term"], c["positions"],
              c["activation"], c["norm"], f"patch {c['patch']}: off by at most {worst:.1e}", "" if same else "other points")
    return int(wrong[0] > 0 or wrong[1] > compared[1] / 3)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
