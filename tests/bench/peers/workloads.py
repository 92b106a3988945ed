"""Shapes and first parameters of the workloads of `icsweep bench`, in numpy, for the peers.

Nothing is read from the C++ code. Parameters have the names of `icsweep export --weights`, with all heads in one
matrix: the rows of query_key_value are the queries of all heads, then keys, then values.
"""
import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Workload:
    """`depth` layers of causal attention, each followed by an MLP if hidden > 0, and a linear read-out or the identity.

    attention: linear       scores/sqrt(W) times values, no softmax
               softmax      softmax of scores/sqrt(W); bare: not divided, no biases, no output matrix
               positional   scores/sqrt(W) times the softmax of the learnt positions' scores/sqrt(W)
               shifted      softmax, where the weight of key t' < t applies to value t' + 1
    norm:      branch x + LN(f(x)), post LN(x + f(x)), alone LN(f(x)), none x + f(x)
    """

    task: str  # makes the data
    parameters: dict = dataclasses.field(hash=False)  # of the task, if they are not the defaults
    width: int
    dim: int
    tokens: int
    batch: int
    rate: float
    heads: int = 1
    depth: int = 1
    head_width: int = 0  # 0: the width
    hidden: int = 0
    attention: str = "linear"
    norm: str = "post"
    inputs: int = 0  # features before the read-in; 0: no read-in
    outputs: int = 0  # 0: dim
    bare: bool = False
    tied: bool = False
    last: bool = False  # only the last token's prediction counts

    @property
    def size(self):
        """The width of a head."""
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
            bound = 0.3 if w.bare else 1  # without norms, six layers would grow too large
            values[name] = random.uniform(-bound, bound, shape) / np.sqrt(inputs)
    return {name: value.astype(np.float32) for name, value in values.items()}
