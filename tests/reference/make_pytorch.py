"""Writes pytorch_step.json: losses and gradients of the models and steps of Adam, by PyTorch in double precision.

Run from anywhere (needs only torch and numpy; written with torch 1.13, Debian's python3-torch):

    /usr/bin/python3 tests/reference/make_pytorch.py

The file is part of the repository, so the tests need no Python. This program shares nothing with the C++ code.
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
    """The parameters in the order of parameter_views() in models/transformer/transformer.hpp."""
    for layer in range(DEPTH):
        for kind in ("weight", "bias"):
            for part in ("query", "key", "value"):
                yield f"layers.{layer}.{part}.{kind}"
        for part in ("output", "norm"):
            for kind in ("weight", "bias"):
                yield f"layers.{layer}.{part}.{kind}"
    yield "readout.weight"
    yield "readout.bias"


class Heads(nn.Module):
    """Causal attention of several heads, each as wide as the token; W_O maps all heads' outputs at once."""

    def __init__(self, width, heads, tokens, attention, separate):
        super().__init__()
        self.attention = attention
        self.query, self.key, self.value = (nn.ModuleList(nn.Linear(width, width) for _ in range(heads))
                                            for _ in range(3))
        self.output = nn.Linear(heads * width, width)
        self.position_query = self.position_key = None
        if attention == "positional":
            self.positions = nn.Parameter(torch.randn(tokens, width))
            if separate:
                self.position_query, self.position_key = nn.Linear(width, width), nn.Linear(width, width)

    @staticmethod
    def scores(query, key, x):
        return query(x) @ key(x).transpose(-1, -2) / math.sqrt(x.shape[-1])

    @staticmethod
    def causal_softmax(scores):
        future = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
        return torch.softmax(scores.masked_fill(future, -math.inf), dim=-1)

    def weights(self, query, key, x):
        scores = self.scores(query, key, x)
        if self.attention == "softmax":
            return self.causal_softmax(scores)
        by_position = self.scores(self.position_query or query, self.position_key or key, self.positions)
        return scores * self.causal_softmax(by_position)

    def forward(self, x):
        return self.output(torch.cat([self.weights(q, k, x) @ v(x)
                                      for q, k, v in zip(self.query, self.key, self.value)], dim=-1))

    def named(self, of):
        """Names as in parameter_views(). `of` maps a parameter to itself or to its gradient."""
        outputs = of(self.output.weight).chunk(len(self.query), dim=1)
        for h, output in enumerate(outputs):
            head = f"heads.{h}." if len(outputs) > 1 else ""
            for part in ("query", "key", "value"):
                linear = getattr(self, part)[h]
                yield f"{head}{part}.weight", of(linear.weight)
                yield f"{head}{part}.bias", of(linear.bias)
            yield f"{head}output.weight", output
        yield "output.bias", of(self.output.bias)
        if self.attention == "positional":
            yield "positions", of(self.positions)
        if self.position_query:
            for part, linear in (("query", self.position_query), ("key", self.position_key)):
                yield f"positions.{part}.weight", of(linear.weight)
                yield f"positions.{part}.bias", of(linear.bias)


class Block(nn.Module):
    """Heads and, if hidden > 0, an MLP, each in LN(x + f(x)), or in LN(f(x)) without residual."""

    def __init__(self, shape):
        super().__init__()
        width, hidden = shape["width"], shape["hidden"]
        self.residual = shape["residual"]
        self.heads = Heads(width, shape["heads"], shape["tokens"], shape["attention"], shape["separate"])
        self.norm = nn.LayerNorm(width)
        self.mlp = self.mlp_norm = None
        if hidden:
            self.mlp = nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Linear(hidden, width))
            self.mlp_norm = nn.LayerNorm(width)

    def forward(self, x):
        for f, norm in ((self.heads, self.norm), (self.mlp, self.mlp_norm)):
            if f is not None:
                x = norm(x + f(x) if self.residual else f(x))
        return x

    def named(self, of):
        yield from self.heads.named(of)
        modules = {"norm": self.norm}
        if self.mlp:
            modules.update({"mlp.expand": self.mlp[0], "mlp.contract": self.mlp[2], "mlp.norm": self.mlp_norm})
        for name, module in modules.items():
            yield f"{name}.weight", of(module.weight)
            yield f"{name}.bias", of(module.bias)


class Blocks(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape["depth"]))
        self.readout = nn.Linear(shape["width"], shape["dim"])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.readout(x)

    def named(self, of):
        for layer, block in enumerate(self.blocks):
            yield from ((f"layers.{layer}.{name}", value) for name, value in block.named(of))
        yield "readout.weight", of(self.readout.weight)
        yield "readout.bias", of(self.readout.bias)


def flat(tensor):
    return tensor.detach().reshape(-1).tolist()


def by_name(model, value):
    parameters = dict(model.named_parameters())
    names = list(parameter_names())
    assert sorted(names) == sorted(parameters)
    return {name: flat(value(parameters[name])) for name in names}


def sequences():
    """Sequences s_{t+1} = W s_t, each with a random orthogonal W and a random start of norm 1."""
    context, _ = torch.linalg.qr(torch.randn(SEQUENCES, DIM, DIM))
    state = torch.nn.functional.normalize(torch.randn(SEQUENCES, DIM, 1), dim=1)
    states = [state]
    for _ in range(TOKENS):
        states.append(context @ states[-1])
    return torch.stack(states, dim=1).squeeze(-1)


def augmented(s):
    """The tokens e_t = (0, s_t, s_{t-1}) with s_0 = 0, for t = 1 ... T."""
    now = s[:, :-1]
    before = torch.cat([torch.zeros(SEQUENCES, 1, DIM), now[:, :-1]], dim=1)
    return torch.cat([torch.zeros_like(now), now, before], dim=2)


def copied(s, copies):
    """The tokens e_t = s_t, repeated `copies` times."""
    return torch.cat([s[:, :-1]] * copies, dim=2)


def train(model, names, tokens, s, shape):
    for module in model.modules():  # PyTorch starts every norm at (1, 0), which would hide an error in their use
        if isinstance(module, nn.LayerNorm):
            nn.init.uniform_(module.weight, 0.5, 1.5)
            nn.init.uniform_(module.bias, -0.5, 0.5)
    out = {**shape, "sequences": SEQUENCES, "values": flat(s), "learning_rate": LEARNING_RATE,
           "initial": names(model, lambda p: p), "losses": []}
    optimiser = torch.optim.Adam(model.parameters(), lr=LEARNING_RATE)
    for step in range(STEPS):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(model(tokens), s[:, 1:])
        loss.backward()
        out["losses"].append(loss.item())
        if step == 0:
            out["gradient"] = names(model, lambda p: p.grad)
        optimiser.step()
    out["after_three_steps"] = names(model, lambda p: p)
    return out


def training():
    model, s = Model(), sequences()
    return train(model, by_name, augmented(s), s, {"depth": DEPTH, "dim": DIM, "width": WIDTH, "tokens": TOKENS})


def training_of_blocks(copies, **shape):
    """Augmented tokens, or plain ones repeated `copies` times."""
    s = sequences()
    shape = {"dim": DIM, "tokens": TOKENS, "separate": False, "hidden": 0, **shape,
             "copies": copies or 1, "features": DIM if copies else 2 * DIM, "width": (copies or 3) * DIM}
    tokens = copied(s, copies) if copies else augmented(s)
    model = Blocks(shape)
    out = train(model, lambda m, of: {name: flat(v) for name, v in m.named(of)}, tokens, s, shape)
    assert sum(map(len, out["initial"].values())) == sum(p.numel() for p in model.parameters())
    return out


def adam(steps, count, **settings):
    """Random gradients from 1e-10 (where epsilon dominates) to 1e2; one is always exactly 0."""
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
                       adam(20, 11, learning_rate=0.1, beta1=0.7, beta2=0.95, epsilon=1e-3)],
              "vaswani": training_of_blocks(0, depth=2, heads=2, attention="softmax", residual=True, hidden=7),
              "plain": training_of_blocks(2, depth=1, heads=3, attention="positional", residual=False),
              "separate": training_of_blocks(2, depth=2, heads=2, attention="positional", residual=False,
                                             separate=True)}
    path = pathlib.Path(__file__).with_name("pytorch_step.json")
    path.write_text(json.dumps(result) + "\n")
    losses = {name: run["losses"] for name, run in result.items() if "losses" in run}
    print(f"{path}: {path.stat().st_size} bytes, losses {losses}")
