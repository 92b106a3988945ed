"""Writes pytorch_optimisers.json: parameters after 50, 100, 150 and 200 steps of PyTorch's optimisers and schedules.

Run from anywhere (needs only torch; written with torch 2.15):

    python3 tests/reference/make_pytorch_optimisers.py

Gradients are integers over 64, the same for every run. PyTorch has no Lion, so it is written here from its paper with
tensor operations. This program shares nothing with the C++ code.
"""
import json
import pathlib
import random

import torch

STEPS, COUNT = 200, 7
RATE = {"sgd": 2e-3, "lion": 1e-3}  # other optimisers: 1e-2


class Lion(torch.optim.Optimizer):
    """The optimiser Lion (Chen et al. 2023, Algorithm 2)."""

    def __init__(self, parameters, lr, betas, weight_decay):
        super().__init__(parameters, {"lr": lr, "betas": betas, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            beta1, beta2 = group["betas"]
            for p in group["params"]:
                momentum = self.state[p].setdefault("momentum", torch.zeros_like(p))
                update = (beta1 * momentum + (1 - beta1) * p.grad).sign()
                p.mul_(1 - group["lr"] * group["weight_decay"]).add_(update, alpha=-group["lr"])
                momentum.mul_(beta2).add_(p.grad, alpha=1 - beta2)


def optimiser(run, theta):
    lr, decay = run["learning_rate"], run.get("weight_decay", 0.0)
    betas = (run.get("beta1", 0.9), run.get("beta2", 0.999))
    if run["optimizer"] == "sgd":
        return torch.optim.SGD([theta], lr=lr, momentum=run.get("momentum", 0.0), weight_decay=decay)
    if run["optimizer"] == "lion":
        return Lion([theta], lr, betas, decay)
    kind = torch.optim.Adam if run["optimizer"] == "adam" else torch.optim.AdamW
    return kind([theta], lr=lr, betas=betas, eps=run.get("epsilon", 1e-8), weight_decay=decay)


def schedule(run, updates):
    """Warm-up by LinearLR, then a constant rate, LinearLR or CosineAnnealingLR over the remaining steps."""
    lrs = torch.optim.lr_scheduler
    warmup, last, left = run.get("warmup", 0), run.get("final_rate", 0.0), STEPS - run.get("warmup", 0)
    after = {
        "constant": lambda: lrs.ConstantLR(updates, factor=1.0),
        "linear": lambda: lrs.LinearLR(updates, start_factor=1.0, end_factor=last, total_iters=left),
        "cosine": lambda: lrs.CosineAnnealingLR(updates, T_max=left, eta_min=last * run["learning_rate"]),
    }[run["schedule"]]
    if warmup == 0:
        return after()
    rise = lrs.LinearLR(updates, start_factor=1 / warmup, end_factor=1.0, total_iters=warmup - 1)
    return lrs.SequentialLR(updates, [rise, after()], milestones=[warmup])


def path(run, initial, gradients, kind):
    theta = torch.nn.Parameter(torch.tensor(initial, dtype=kind) * run.get("initial_scale", 1.0))
    updates = optimiser(run, theta)
    rates = schedule(run, updates)
    ema = run.get("ema", 0.0)
    average = torch.optim.swa_utils.AveragedModel(
        torch.nn.ParameterList([theta]), multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(ema)) if ema else None
    kept = []
    for step, gradient in enumerate(gradients):
        theta.grad = torch.tensor(gradient, dtype=kind) / 64
        if run.get("clip", 0.0):
            torch.nn.utils.clip_grad_norm_([theta], run["clip"])
        updates.step()
        rates.step()
        if average:
            average.update_parameters(torch.nn.ParameterList([theta]))
        if (step + 1) % 50 == 0:
            kept.append((next(average.parameters()) if average else theta).detach().tolist())
    return kept


def runs():
    for name in ("adam", "adamw", "sgd", "lion"):
        for plan in ("constant", "linear", "cosine"):
            yield {"optimizer": name, "schedule": plan, "learning_rate": RATE.get(name, 1e-2)}
    for name in ("adam", "adamw", "sgd", "lion"):
        others = {"momentum": 0.9} if name == "sgd" else {"beta1": 0.8, "beta2": 0.95}
        yield {"optimizer": name, "schedule": "cosine", "learning_rate": RATE.get(name, 1e-2), "weight_decay": 0.1,
               "warmup": 20, "final_rate": 0.1, "clip": 1.5, "ema": 0.9, "initial_scale": 0.5, **others}
    yield {"optimizer": "adam", "schedule": "linear", "learning_rate": 1e-2, "warmup": 50, "final_rate": 0.25,
           "epsilon": 1e-3}


def main():
    draw = random.Random(1)
    gradients = [[draw.randint(-64, 64) for _ in range(COUNT)] for _ in range(STEPS)]
    initial = [draw.randint(-32, 32) / 64 for _ in range(COUNT)]
    reference = {"initial": initial, "gradients": gradients,
                 "runs": [{"settings": run, "double": path(run, initial, gradients, torch.float64),
                           "single": path(run, initial, gradients, torch.float32)} for run in runs()]}
    file = pathlib.Path(__file__).with_name("pytorch_optimisers.json")
    file.write_text(json.dumps(reference) + "\n")


main()
