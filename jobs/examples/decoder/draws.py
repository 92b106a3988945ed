"""Random numbers, first weights and prompts of `regression` in NumPy, written from two pages alone:
docs/background/decoder.md and docs/background/decoder-training.md.
"""

import numpy as np

TRAINING, TEST, FIRST_WEIGHTS = 1, 2, 3


def uniforms(seed, purpose, index, count):
    """Numbers of Philox4x64-10. NumPy increments the counter before each block of four, so one is subtracted."""
    key, words = seed % 2**64 + purpose * 2**64, []
    for block in range((count + 3) // 4):
        generator = np.random.Philox(key=key, counter=(index + block * 2**64 - 1) % 2**256)
        words.append(generator.random_raw(4))
    return ((np.concatenate(words)[:count] >> np.uint64(12)) + 0.5) / 2.0**52


def normals(seed, purpose, index, count):
    u = uniforms(seed, purpose, index, count + count % 2)
    radius, angle = np.sqrt(-2 * np.log(u[0::2])), 2 * np.pi * u[1::2]
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], -1).ravel()[:count]


def shapes(c):
    """Every array of the model in its order, with its shape."""
    width, heads, depth, p = c["width"], c["heads"], c["depth"], c["patch"]
    interleaved = c["tokenization"] == "interleaved"
    features = c["dim"] if interleaved else p * (c["dim"] + 1)
    tokens = 2 * c["examples"] + 1 if interleaved else c["examples"] // p + 1
    if c["block"] == "bare":
        return {"attention.query_key_value.weight": (3 * heads * width, features), "attention.output.weight": (1, heads * width)}
    all_ = {}

    def linear(name, outputs, inputs):
        all_[name + ".weight"], all_[name + ".bias"] = (outputs, inputs), (outputs,)

    def norm(name):
        all_[name + ".weight"] = (width,)
        if c["norm"] == "layer":
            all_[name + ".bias"] = (width,)

    linear("embedding", width, features)
    if c["positions"] == "learned":
        all_["positions"] = (tokens, width)
    for i in range(depth):
        layer, before = f"layers.{i}.", c["block"] == "gpt2"
        for part, maps in [("attention", [("query_key_value", 3 * width, width), ("output", width, width)]),
                           ("mlp", [("expand", 4 * width, width), ("contract", width, 4 * width)])]:
            if before:
                norm(layer + part + ".norm")
            for name, outputs, inputs in maps:
                linear(layer + part + "." + name, outputs, inputs)
            if not before:
                norm(layer + part + ".norm")
    if c["block"] == "gpt2":
        norm("final_norm")
    linear("readout", 1, width)
    return all_


def is_norm(name):
    return "norm." in name


def first_weights(c):
    weights, inputs = {}, 0
    for number, (name, shape) in enumerate(shapes(c).items()):
        count, stream = int(np.prod(shape)), (c["seed"], FIRST_WEIGHTS, number)
        if name.endswith(".weight") and not is_norm(name):
            inputs = shape[1]
        if is_norm(name):
            values = np.full(count, float(name.endswith(".weight")))
        elif name == "positions":
            values = 0.02 * normals(*stream, count)
        elif c["block"] == "gpt2" and name.startswith("layers."):
            into_stream = name.endswith(("attention.output.weight", "mlp.contract.weight"))
            deviation = 0.02 / np.sqrt(2 * c["depth"]) if into_stream else 0.02
            values = np.zeros(count) if name.endswith(".bias") else deviation * normals(*stream, count)
        else:
            values = (2 * uniforms(*stream, count) - 1) / np.sqrt(inputs)
        weights[name] = (values if is_norm(name) else c["initial_scale"] * values).reshape(shape)
    return weights


def prompts(c, purpose, first, count, active=None):
    """x and y of `count` prompts from number `first` on, of function linear or relu2. x is 0 from coordinate `active` on."""
    d, points, hidden = c["dim"], c["examples"] + 1, c["hidden"] if c["function"] == "relu2" else 0
    xs, ys = [], []
    for index in range(first, first + count):
        draws = normals(c["seed"], purpose, index, hidden * d + (hidden or d) + points * (d + 1))
        inner, last, rest = np.split(draws, [hidden * d, hidden * d + (hidden or d)])
        x, noise = rest.reshape(points, d + 1)[:, :d].copy(), rest.reshape(points, d + 1)[:, d]
        x[:, active if active is not None else d:] = 0
        y = np.sqrt(2 / hidden) * np.maximum(x @ inner.reshape(d, hidden), 0) @ last if hidden else x @ last
        xs.append(x), ys.append(y + c["noise"] * noise)
    return np.array(xs), np.array(ys)
