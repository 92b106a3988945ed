"""What the peers train: shapes, data and first parameters of each workload, in numpy; the rows of `icsweep bench`.

Nothing is read from the C++ code. Names of parameters are those of `icsweep export --weights`, with all heads in one
matrix: the rows of query_key_value are the queries of all heads, then keys, then values.
"""
import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Workload:
    """`depth` layers of causal attention, an MLP behind it if hidden > 0, a linear read-out unless it is the identity.

    attention: linear       scores/sqrt(W) times values, no softmax
               softmax      softmax of scores/sqrt(W); bare: not divided, no biases, no output matrix
               positional   scores/sqrt(W) times the softmax of the learnt positions' scores/sqrt(W)
               shifted      softmax, where what key t' < t gets goes to value t' + 1
    norm:      branch x + LN(f(x)), post LN(x + f(x)), alone LN(f(x)), none x + f(x)
    """

    task: str  # what makes the data
    parameters: dict = dataclasses.field(hash=False)  # of the task, where they are not its standard values
    width: int
    dim: int
    tokens: int
    batch: int
    rate: float
    heads: int = 1
    depth: int = 1
    head_width: int = 0  # the width if 0
    hidden: int = 0
    attention: str = "linear"
    norm: str = "post"
    inputs: int = 0  # features before the read-in, 0: there is none
    outputs: int = 0  # dim if 0
    bare: bool = False
    tied: bool = False
    last: bool = False  # only the last token's prediction counts

    @property
    def size(self):
        """Width of a head."""
        return self.head_width or self.width

    @property
    def targets(self):
        return self.outputs or self.dim


def augmented(depth, **more):
    return Workload("augmented", {"depth": depth, **more.pop("parameters", {})}, width=15, dim=5, tokens=50, batch=1024,
                    rate=5e-3, depth=depth, **{"norm": "branch", **more})


def plain(heads):
    return Workload("plain", {"copies": 2, "heads": heads}, width=20, dim=10, tokens=50, batch=1024, rate=1e-2,
                    heads=heads, attention="positional", norm="alone")


def regression(depth, width, heads, tokenization):
    return Workload("regression", {"block": "post_norm", "depth": depth, "width": width, "heads": heads,
                                   "tokenization": tokenization},
                    width=width, dim=10, tokens=41, batch=64, rate=1e-4, heads=heads, head_width=width // heads,
                    depth=depth, hidden=4 * width, inputs=11, outputs=1, last=tokenization == "aligned",
                    attention="shifted" if tokenization == "sca" else "softmax")


WORKLOADS = {
    "fig5-L1": augmented(1),
    "fig5-L6": augmented(6),
    "fig10-L6": augmented(6, attention="softmax", norm="post", hidden=15,
                          parameters={"attention": "softmax", "norm": "post", "mlp": 15}),
    "fig7-H1": plain(1),
    "fig7-H8": plain(8),
    "fig7-H64": plain(64),
    "positional": Workload("positional", {}, width=1, dim=1, tokens=30, batch=1000, rate=0.5),
    "universality-fig4": Workload("descent_transformer", {}, width=62, dim=15, tokens=99, batch=64, rate=1e-3, heads=2,
                                  depth=6, attention="softmax", norm="none", bare=True, tied=True),
    "sca-L1-D64": regression(1, 64, 2, "sca"),
    "sca-L4-D64": regression(4, 64, 2, "sca"),
    "sca-L4-D256": regression(4, 256, 8, "sca"),
    "aligned-L4-D256": regression(4, 256, 8, "aligned"),
}


def orthogonal(random, count, dim):
    """Uniform on O(dim)."""
    q, r = np.linalg.qr(random.standard_normal((count, dim, dim)))
    return q * np.sign(np.diagonal(r, axis1=1, axis2=2))[:, None, :]


def sequences(random, count, length, first):
    """s_{t+1} = W s_t, a W for each sequence: count x length x dim."""
    w = orthogonal(random, count, first.shape[-1])
    states = [first]
    while len(states) < length:
        states.append(np.einsum("bij,bj->bi", w, states[-1]))
    return np.stack(states, axis=1)


def recursive_data(w, random, count):
    """Tokens and the states that follow, of the tasks on s_{t+1} = W s_t."""
    first = np.full((count, w.dim), w.dim ** -0.5)
    if w.task == "descent_transformer":
        first = random.standard_normal((count, w.dim))
        first /= np.linalg.norm(first, axis=1, keepdims=True)
    s = sequences(random, count, w.tokens + 1, first)
    now = s[:, :-1]
    before = np.pad(now, ((0, 0), (1, 0), (0, 0)))[:, :-1]
    if w.task == "plain":
        return np.concatenate([now, now], axis=2), s[:, 1:]
    if w.task == "augmented":
        return np.concatenate([np.zeros_like(now), now, before], axis=2), s[:, 1:]
    at_first = np.zeros((count, w.tokens, 1))
    at_first[:, 0] = 1
    value = now * (1 - at_first)
    one = np.ones_like(at_first)
    return np.concatenate([before, at_first, now, one, value, np.zeros_like(now)], axis=2), s[:, 1:]


def regression_data(w, random, count):
    """Tokens (x_t, y_t), the query's label 0, or (x_t, y_{t-1}) of a linear function of each prompt's own; labels."""
    x = random.standard_normal((count, w.tokens, w.dim))
    y = np.einsum("btd,bd->bt", x, random.standard_normal((count, w.dim)))[..., None]
    if w.last:
        seen = y.copy()
        seen[:, -1] = 0
        return np.concatenate([x, seen], axis=2), y[:, -1:]
    return np.concatenate([x, np.pad(y, ((0, 0), (1, 0), (0, 0)))[:, :-1]], axis=2), y


def data(w, seed, count):
    """Inputs (count x tokens x features) and targets of so many sequences."""
    random = np.random.default_rng(seed)
    if w.task == "positional":  # the moments m_k = mean cos(2 k theta/mu), which are all that its loss needs of them
        angles = random.uniform(0, 2 * np.pi / 50, (count, 1))
        return np.cos(2 * angles * np.arange(w.tokens)).mean(0), None
    make = regression_data if w.task == "regression" else recursive_data
    return tuple(part.astype(np.float32) for part in make(w, random, count))


def lag_matrices(moments):
    """M_{kk'} = m_{|k - k'|}, and which lags k a row r of weights has: 0 ... r + 1."""
    lags = np.arange(len(moments))
    return moments[abs(lags[:, None] - lags)], np.tril(np.ones((len(lags) - 1, len(lags))), 1)


def shapes(w):
    """Names and shapes of all parameters."""
    D, side = w.width, w.heads * w.size
    if w.task == "positional":
        return {"P": (w.tokens - 1, w.tokens)}
    all = {}

    def linear(name, rows, columns, bias=True):
        all[name + ".weight"] = (rows, columns)
        if bias:
            all[name + ".bias"] = (rows,)

    def norm(name):
        all.update({name + ".weight": (D,), name + ".bias": (D,)})

    if w.inputs:
        linear("embedding", D, w.inputs)
    for l in range(1 if w.tied else w.depth):
        layer = f"layers.{l}."
        linear(layer + "query_key_value", 3 * side, D, not w.bare)
        if not w.bare:
            linear(layer + "output", D, side)
        if w.attention == "positional":
            all[layer + "positions"] = (w.tokens, D)
        if w.norm != "none":
            norm(layer + "norm")
        if w.hidden:
            linear(layer + "mlp.expand", w.hidden, D)
            linear(layer + "mlp.contract", D, w.hidden)
            norm(layer + "mlp.norm")
    if not w.bare:
        linear("readout", w.targets, D)
    return all


def initial(w, seed):
    """nn.Linear's initialisation; norms 1 and 0; positions N(0, 1)."""
    random = np.random.default_rng(seed)
    if w.task == "positional":
        return {name: np.zeros(shape) for name, shape in shapes(w).items()}
    values, inputs = {}, w.width
    for name, shape in shapes(w).items():
        if "norm." in name:
            values[name] = np.full(shape, float(name.endswith("weight")))
        elif name.endswith("positions"):
            values[name] = random.standard_normal(shape)
        else:
            inputs = shape[1] if len(shape) == 2 else inputs
            values[name] = random.uniform(-1, 1, shape) / np.sqrt(inputs)
    return {name: value.astype(np.float32) for name, value in values.items()}
