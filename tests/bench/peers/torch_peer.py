"""The workloads in PyTorch, eager or through torch.compile: forward, loss, backward and the fused Adam.

What was slower on a Zen 5 core, one thread, and so is not here: see SEQUENCES_AT_A_TIME; linear attention by the running
state as a cumulative sum (9 000 sequences/s for 26 000, compiled 20 000 for 34 000, fig5-L1). MKL multiplies matrices
of width 256 at 93 GFLOP/s on this AMD processor, XLA at 218.
"""
import argparse
import functools
import math

import torch
from torch.nn import functional

from serve import serve
from workloads import lag_matrices

# Micro-batch whose gradients are added, found by trial; others take the whole batch at once.
SEQUENCES_AT_A_TIME = {}


def linear(p, name, x):
    return functional.linear(x, p[name + ".weight"], p.get(name + ".bias"))


def layer_norm(p, name, x):
    return functional.layer_norm(x, x.shape[-1:], p[name + ".weight"], p[name + ".bias"])


def projected(p, layer, x, w):
    """Queries, keys and values, ... x H x T x W."""
    parts = linear(p, layer + "query_key_value", x).chunk(3, dim=-1)
    return [part.unflatten(-1, (w.heads, w.size)).transpose(-2, -3) for part in parts]


def causal_softmax(scores):
    return (scores + torch.full_like(scores[(0,) * (scores.dim() - 2)], -math.inf).triu(1)).softmax(-1)


def attended(p, layer, x, w):
    """What the heads say, B x H x T x W."""
    q, k, v = projected(p, layer, x, w)
    scale = 1 if w.bare else w.size ** -0.5
    if w.attention == "softmax":
        return functional.scaled_dot_product_attention(q, k, v, is_causal=True, scale=scale)
    scores = (q * scale) @ k.transpose(-1, -2)
    if w.attention == "linear":
        return scores.tril() @ v
    if w.attention == "positional":
        by_position, key, _ = projected(p, layer, p[layer + "positions"], w)
        return (scores * causal_softmax((by_position * scale) @ key.transpose(-1, -2))) @ v
    a = causal_softmax(scores)  # shifted
    next = torch.cat([v[:, :, 1:], v[:, :, -1:]], dim=2)
    return a @ next + a.diagonal(dim1=-2, dim2=-1).unsqueeze(-1) * (v - next)


def predict(p, x, w):
    if w.inputs:
        x = linear(p, "embedding", x)
    for depth in range(w.depth):
        layer = f"layers.{0 if w.tied else depth}."
        z = attended(p, layer, x, w)
        z = z.sum(1) if w.bare else linear(p, layer + "output", z.transpose(1, 2).flatten(-2))
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
    return linear(p, "readout", x[:, -1:] if w.last else x)


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


def positional_loss(weights, moments, matrix, mask):
    weights = weights * mask
    return ((weights @ matrix - 2 * moments) * weights).sum() / len(weights) + 1  # w M w - 2 m w + 1, mean over rows


class PositionalTrainer:
    """Plain gradient descent in double precision: 72 us a step; written on the sample instead of its moments 357 us."""

    def __init__(self, w, parameters, moments, compiled=False):
        self.constants = [torch.from_numpy(part) for part in (moments, *lag_matrices(moments))]
        self.weights = torch.nn.Parameter(torch.from_numpy(parameters["P"].copy()))
        self.rate, self.sequences = w.rate, w.batch
        self.loss = torch.compile(positional_loss) if compiled else positional_loss

    def step(self):
        value = self.loss(self.weights, *self.constants)
        g, = torch.autograd.grad(value, self.weights)
        with torch.no_grad():
            self.weights.sub_(g, alpha=self.rate)
        return value

    def gradient(self):
        value = self.loss(self.weights, *self.constants)
        return value.item(), {"P": torch.autograd.grad(value, self.weights)[0].numpy()}


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
