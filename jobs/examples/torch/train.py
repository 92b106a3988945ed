"""Trains a small causal Transformer in PyTorch on linear functions in context. icsweep runs, saves and resumes it."""

import math

import torch
from icsweep.program import Diverged, Run, serve
from torch import nn


class Model(nn.Module):
    """A token is a point with the label before it, (x_t, y_{t-1}). The output at token t predicts y_t."""

    def __init__(self, dim: int, width: int, heads: int, depth: int, points: int):
        super().__init__()
        self.read_in = nn.Linear(dim + 1, width)
        self.positions = nn.Parameter(0.02 * torch.randn(points, width))
        layer = nn.TransformerEncoderLayer(width, heads, 4 * width, 0, "gelu", batch_first=True, norm_first=True)
        self.layers = nn.TransformerEncoder(layer, depth, nn.LayerNorm(width), enable_nested_tensor=False)
        self.read_out = nn.Linear(width, 1)
        self.register_buffer("mask", nn.Transformer.generate_square_subsequent_mask(points))

    def forward(self, x, y):
        labels = nn.functional.pad(y[:, :-1], (1, 0)).unsqueeze(-1)
        tokens = self.read_in(torch.cat([x, labels], -1)) + self.positions
        return self.read_out(self.layers(tokens, self.mask)).squeeze(-1)


def prompts(seed: int, step: int, count: int, points: int, dim: int):
    """The batch of a step. It depends only on seed and step, so no generator has to be saved."""
    random = torch.Generator().manual_seed(seed * 1_000_003 + step)
    x, w = torch.randn(count, points, dim, generator=random), torch.randn(count, dim, 1, generator=random)
    return x, (x @ w).squeeze(-1)


def train(run: Run):
    p = run.parameters
    torch.set_num_threads(run.threads)
    torch.manual_seed(run.seed)
    points = p["examples"] + 1
    model = Model(p["dim"], p["width"], p["heads"], p["depth"], points)
    optimizer = torch.optim.Adam(model.parameters(), p["learning_rate"])
    step = 0
    if run.resumed:
        step, weights, moments = torch.load(run.checkpoint)
        model.load_state_dict(weights)
        optimizer.load_state_dict(moments)
    every = p["steps"] // 10
    while step < p["steps"]:
        x, y = prompts(run.seed, step, p["batch"], points, p["dim"])
        loss = (model(x, y) - y).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
        if not math.isfinite(loss.item()):
            raise Diverged(f"the loss is {loss.item()} at step {step}")
        run.progress(
            step,
            p["steps"],
            loss.item(),
            save=lambda path: torch.save((step, model.state_dict(), optimizer.state_dict()), path),
            curves={"loss": loss.item()} if step % every == 0 else None,
        )
    with torch.no_grad():
        x, y = prompts(run.seed, -1, 1000, points, p["dim"])
        return {"test_mse": (model(x, y) - y)[:, -1].square().mean()}


serve(train)
