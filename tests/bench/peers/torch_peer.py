"""The workloads in PyTorch, eager or through torch.compile: forward, loss, backward and the fused Adam.

Forms that are not used here, in sequences/s on one thread of a Zen 5 core, each beside the form that is used:
* The whole batch at once in place of micro-batches: 29 000 and 33 700 (fig5-L1), 3 800 and 4 350 (fig7-H8).
* Linear attention by the running state, as a cumulative sum: 9 000 and 26 000, compiled 20 000 and 34 000 (fig5-L1).
* scaled_dot_product_attention: 3 290 and 3 720 (fig10-L6), but 109 and 106 (aligned-L4-D256).
* Shifted attention by a correction of the own term: 1 060 and 1 190 (sca-L4-D64).
* max-autotune with C++ templates: 28 000 and 29 000 (fig5-L1), but 90 and 87 (sca-L4-D256).

MKL multiplies matrices of width 256 at 93 GFLOP/s on this AMD processor, XLA at 218.
"""
import argparse
import functools
import math

import torch
from torch.nn import functional

from torch_positional import PositionalTrainer
from serve import serve

# Sizes of micro-batches whose gradients are added, found by trial. Other workloads use the whole batch at once.
SEQUENCES_AT_A_TIME = {"fig5-L1": 128, "fig5-L6": 64, "fig10-L6": 128, "fig7-H1": 128, "fig7-H8": 16, "fig7-H64": 16,
                       "universality-fig4": 8}


def linear(p, name, x):
    return functional.linear(x, p[name + ".weight"], p.get(name + ".bias"))


def layer_norm(p, name, x):
    return functional.layer_norm(x, x.shape[-1:], p[name + ".weight"], p[name + ".bias"])


def projected(p, layer, x, w, last=False):
    """Queries, or the last one alone, keys and values, each ... x H x T x W."""
    name, D = layer + "query_key_value", w.width
    if last:
        weight, bias = p[name + ".weight"], p[name + ".bias"]
        parts = (functional.linear(x[:, -1:], weight[:D], bias[:D]),
                 *functional.linear(x, weight[D:], bias[D:]).chunk(2, dim=-1))
    else:
        parts = linear(p, name, x).chunk(3, dim=-1)
    return [part.unflatten(-1, (w.heads, w.size)).transpose(-2, -3) for part in parts]


def causal_softmax(scores):
    """The last query sees all keys."""
    queries, keys = scores.shape[-2:]
    hidden = torch.full_like(scores[(0,) * (scores.dim() - 2)], -math.inf).triu(1 + keys - queries)
    return (scores + hidden).softmax(-1)


def weights(p, layer, scores, scale, w):
    """The weight of each value for each query, B x H x T x T."""
    if w.attention == "linear":
        return scores.tril()
    if w.attention == "positional":
        q, k, _ = projected(p, layer, p[layer + "positions"], w)
        return scores * causal_softmax((q * scale) @ k.transpose(-1, -2))
    a = causal_softmax(scores)
    if w.attention == "softmax":
        return a
    own = torch.diag_embed(a.diagonal(dim1=-2, dim2=-1))  # shifted
    return functional.pad(a.tril(-1), (1, 0))[..., :-1] + own


def attention(p, layer, x, w, last):
    q, k, v = projected(p, layer, x, w, last)
    scale = 1 if w.bare else w.size ** -0.5
    z = weights(p, layer, (q * scale) @ k.transpose(-1, -2), scale, w) @ v
    return z.sum(1) if w.bare else linear(p, layer + "output", z.transpose(1, 2).flatten(-2))


def predict(p, x, w):
    if w.inputs:
        x = linear(p, "embedding", x)
    for depth in range(w.depth):
        layer = f"layers.{0 if w.tied else depth}."
        last = w.last and depth == w.depth - 1  # what is not used is not computed
        z = attention(p, layer, x, w, last)
        if last:
            x = x[:, -1:]
        if w.norm == "none":
            x = x + z
        elif w.norm == "branch":
            x = x + layer_norm(p, layer + "norm", z)
        else:
            x = layer_norm(p, layer + "norm", x + z if w.norm == "post" else z)
        if w.hidden:
            hidden = functional.relu(linear(p, layer + "mlp.expand", x))
            x = layer_norm(p, layer + "mlp.norm", x + linear(p, layer + "mlp.contract", hidden))
    if w.bare:
        return x[..., -w.targets:]
    return linear(p, "readout", x)


def loss(p, x, y, w):
    return functional.mse_loss(predict(p, x, w), y)


class Trainer:
    def __init__(self, name, w, parameters, x, y, compiled=False):
        size = min(SEQUENCES_AT_A_TIME.get(name, w.batch), len(x))
        self.x, self.y = (torch.from_numpy(part).split(size) for part in (x, y))
        self.w, self.sequences = w, len(x)
        self.p = {key: torch.nn.Parameter(torch.from_numpy(value.copy())) for key, value in parameters.items()}
        self.optimiser = torch.optim.Adam(self.p.values(), lr=w.rate, fused=True)
        self.loss = torch.compile(loss, dynamic=False) if compiled else loss

    def backward(self):
        self.optimiser.zero_grad()
        total = 0
        for x, y in zip(self.x, self.y):
            value = self.loss(self.p, x, y, self.w) / len(self.x)
            value.backward()
            total += value.detach()
        return total

    def step(self):
        value = self.backward()
        self.optimiser.step()
        return value

    def gradient(self):
        value = self.backward()
        return value.item(), {name: p.grad.numpy().copy() for name, p in self.p.items()}


def make(name, w, parameters, x, y, compiled=False):
    torch._dynamo.reset()
    if w.task == "positional":
        return PositionalTrainer(w, parameters, x, compiled)
    return Trainer(name, w, parameters, x, y, compiled)


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--threads", type=int, required=True)
    options.add_argument("--compile", action="store_true")
    chosen = options.parse_args()
    torch.set_num_threads(chosen.threads)
    serve(functools.partial(make, compiled=chosen.compile))
