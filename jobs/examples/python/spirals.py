"""A PyTorch script as a sweep: a small network learns to separate two spirals.

    python3 spirals.py spirals.h5
"""

import sys

import icsweep
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, width: int, depth: int) -> None:
        super().__init__()
        layers: list[nn.Module] = [nn.Linear(2, width), nn.ReLU()]
        for _ in range(depth - 1):
            layers += [nn.Linear(width, width), nn.ReLU()]
        self.layers = nn.Sequential(*layers, nn.Linear(width, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x).squeeze(-1)


def spirals(count: int, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    random = torch.Generator().manual_seed(seed)
    label = torch.arange(count) % 2
    angle = 3 + 6 * torch.rand(count, generator=random)
    points = angle[:, None] * torch.stack([torch.cos(angle + 3.14159 * label), torch.sin(angle + 3.14159 * label)], 1)
    return (points + 0.3 * torch.randn(count, 2, generator=random)) / 9, label.float()


@icsweep.experiment
def train(run, learning_rate: float, width: int, depth: int = 2, epochs: int = 200, patience: int = 20, seed: int = 0):
    device = torch.device("cuda", run.local_rank) if torch.cuda.is_available() else torch.device("cpu")
    torch.set_num_threads(run.threads)
    torch.manual_seed(seed)
    x, y = (part.to(device) for part in spirals(512, seed))
    test_x, test_y = (part.to(device) for part in spirals(512, 10_000 + seed))
    model = Model(width, depth).to(device)
    optimizer = torch.optim.Adam(model.parameters(), learning_rate)
    epoch, best, waited = 0, float("inf"), 0
    if run.resumed:
        epoch, best, waited, weights, moments = torch.load(run.checkpoint)
        model.load_state_dict(weights)
        optimizer.load_state_dict(moments)

    def save(path: str) -> None:
        torch.save((epoch, best, waited, model.state_dict(), optimizer.state_dict()), path)

    while epoch < epochs and waited < patience:  # early stopping: the curve may be shorter
        loss = nn.functional.binary_cross_entropy_with_logits(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        epoch += 1
        best, waited = (loss.item(), 0) if loss.item() < best else (best, waited + 1)
        run.progress(epoch, epochs, loss.item(), save=save, curves={"loss": loss.item()})
    with torch.no_grad():
        return {"accuracy": ((model(test_x) > 0) == (test_y > 0.5)).float().mean()}


sweep = icsweep.Sweep(
    train,
    learning_rate=icsweep.logarithmic(1e-3, 1e-1, 3),
    width=[16, 64],
    seed=range(2),
)

if __name__ == "__main__":
    results = sweep.run(sys.argv[1], ranks=2)
    print(results.top("accuracy", largest=True))
