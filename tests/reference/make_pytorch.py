"""Writes pytorch_step.json: what PyTorch makes of the model, its gradient and Adam, in double precision.

Run from anywhere (needs only torch and numpy; written with torch 1.13, Debian's python3-torch):

    /usr/bin/python3 tests/reference/make_pytorch.py

The file is part of the repository: the tests need no Python. Nothing here is shared with the C++ code.
"""
import json
import math
import pathlib

import torch
from torch import nn

DEPTH, DIM, TOKENS, SEQUENCES, STEPS = 2, 3, 8, 5, 3
WIDTH = 3 * DIM
LEARNING_RATE = 5e-3


class Layer(nn.Module):
    """x + LN(W_O Attn(W_Q x + b, W_K x + b, W_V x + b) + b): one causal head without softmax."""

    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.output = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.norm = nn.LayerNorm(WIDTH)

    def forward(self, x):
        scores = self.query(x) @ self.key(x).transpose(1, 2) / math.sqrt(WIDTH)
        return x + self.norm(self.output(torch.tril(scores) @ self.value(x)))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(Layer() for _ in range(DEPTH))
        self.readout = nn.Linear(WIDTH, DIM)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.readout(x)


def parameter_names():
    """The order of parameter_views() in models/transformer.hpp."""
    for layer in range(DEPTH):
        for kind in ("weight", "bias"):
            for part in ("query", "key", "value"):
                yield f"layers.{layer}.{part}.{kind}"
        for part in ("output", "norm"):
            for kind in ("weight", "bias"):
                yield f"layers.{layer}.{part}.{kind}"
    yield "readout.weight"
    yield "readout.bias"


def flat(tensor):
    return tensor.detach().reshape(-1).tolist()


def by_name(model, value):
    parameters = dict(model.named_parameters())
    names = list(parameter_names())
    assert sorted(names) == sorted(parameters)
    return {name: flat(value(parameters[name])) for name in names}


def sequences():
    """s_{t+1} = W s_t with a random orthogonal W each, from a random start of norm 1."""
    context, _ = torch.linalg.qr(torch.randn(SEQUENCES, DIM, DIM))
    state = torch.nn.functional.normalize(torch.randn(SEQUENCES, DIM, 1), dim=1)
    states = [state]
    for _ in range(TOKENS):
        states.append(context @ states[-1])
    return torch.stack(states, dim=1).squeeze(-1)


def augmented(s):
    """e_t = (0, s_t, s_{t-1}) with s_0 = 0, for t = 1 ... T."""
    now = s[:, :-1]
    before = torch.cat([torch.zeros(SEQUENCES, 1, DIM), now[:, :-1]], dim=1)
    return torch.cat([torch.zeros_like(now), now, before], dim=2)


def training():
    model, s = Model(), sequences()
    for layer in model.layers:  # PyTorch starts every norm at (1, 0), which would hide an error in their use
        nn.init.uniform_(layer.norm.weight, 0.5, 1.5)
        nn.init.uniform_(layer.norm.bias, -0.5, 0.5)
    out = {"depth": DEPTH, "dim": DIM, "width": WIDTH, "tokens": TOKENS, "sequences": SEQUENCES, "values": flat(s),
           "learning_rate": LEARNING_RATE, "initial": by_name(model, lambda p: p), "losses": []}
    optimiser = torch.optim.Adam(model.parameters(), lr=LEARNING_RATE)
    for step in range(STEPS):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(model(augmented(s)), s[:, 1:])
        loss.backward()
        out["losses"].append(loss.item())
        if step == 0:
            out["gradient"] = by_name(model, lambda p: p.grad)
        optimiser.step()
    out["after_three_steps"] = by_name(model, lambda p: p)
    return out


def adam(steps, count, **settings):
    """Random gradients from 1e-10 (where epsilon decides) to 1e2, one exactly 0 throughout."""
    theta = nn.Parameter(torch.randn(count))
    scale = torch.logspace(-10, 2, count)
    scale[0] = 0
    optimiser = torch.optim.Adam([theta], lr=settings["learning_rate"], betas=(settings["beta1"], settings["beta2"]),
                                 eps=settings["epsilon"])
    out = dict(settings, initial=flat(theta), gradients=[], parameters=[])
    for _ in range(steps):
        theta.grad = scale * torch.randn(count)
        optimiser.step()
        out["gradients"].append(flat(theta.grad))
        out["parameters"].append(flat(theta))
    return out


if __name__ == "__main__":
    torch.set_default_dtype(torch.float64)
    torch.manual_seed(1)
    result = {"torch": torch.__version__, "training": training(),
              "adam": [adam(20, 11, learning_rate=5e-3, beta1=0.9, beta2=0.999, epsilon=1e-8),
                       adam(20, 11, learning_rate=0.1, beta1=0.7, beta2=0.95, epsilon=1e-3)]}
    path = pathlib.Path(__file__).with_name("pytorch_step.json")
    path.write_text(json.dumps(result) + "\n")
    print(f"{path}: {path.stat().st_size} bytes, losses {result['training']['losses']}")
