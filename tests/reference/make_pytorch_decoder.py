"""Writes pytorch_decoder.json: what PyTorch makes of the decoders and their gradients, in double precision.

Run from anywhere (needs only torch and numpy; written with torch 1.13, Debian's python3-torch):

    /usr/bin/python3 tests/reference/make_pytorch_decoder.py

The file is part of the repository: the tests need no Python. Nothing here is shared with the C++ code: written from
Radford et al. 2019 (pre_norm), Vaswani et al. 2017 (post_norm) and equation 1 of the covariates paper (shifted
attention), with every weight matrix in full. Parameters and tokens are multiples of 1/64, which single precision holds
exactly.
"""
import json
import math
import pathlib

import torch
from torch import nn
from torch.nn import functional

TOKENS, INPUTS, SEQUENCES = 7, 4, 3


class Attention(nn.Module):
    """W_O [A_1 V_1 ... A_H V_H] + b with the T x T matrices A in full."""

    def __init__(self, inputs, head_width, heads, outputs, mixing, shift, bare):
        super().__init__()
        self.heads, self.mixing, self.shift = heads, mixing, shift
        self.scale = 1 if bare else 1 / math.sqrt(head_width)
        self.query_key_value = nn.Linear(inputs, 3 * heads * head_width, bias=not bare)
        self.output = nn.Linear(heads * head_width, outputs, bias=not bare)

    def weights(self, scores):
        """What query t (row) gives to key t' (column)."""
        length = scores.shape[-1]
        if self.mixing == "softmax":
            future = torch.ones(length, length, dtype=torch.bool).triu(1)
            return scores.masked_fill(future, -math.inf).softmax(-1)
        divisor = torch.arange(1, length + 1)[:, None] if self.mixing == "mean" else 1
        return scores.tril() / divisor

    def onto_values(self, a):
        """The matrix that multiplies the values: shifted, what key t' < t gets goes to value t' + 1."""
        if self.shift == "none":
            return a
        moved = functional.pad(a.tril(-1), (1, 0))[..., :-1]
        return moved + torch.diag_embed(a.diagonal(dim1=-2, dim2=-1)) if self.shift == "own" else moved

    def forward(self, x):
        query, key, value = (part.chunk(self.heads, dim=-1) for part in self.query_key_value(x).chunk(3, dim=-1))
        heads = [self.onto_values(self.weights(self.scale * q @ k.transpose(1, 2))) @ v
                 for q, k, v in zip(query, key, value)]
        return self.output(torch.cat(heads, dim=-1))


class Layer(nn.Module):
    """x + Attn(LN(x)), x + MLP(LN(x)) with GELU; or LN(x + Attn(x)), LN(x + MLP(x)) with ReLU."""

    def __init__(self, s):
        super().__init__()
        width = s["width"]
        self.before = s["block"] == "pre_norm"
        self.attention = Attention(width, width // s["heads"], s["heads"], width, s["mixing"], s["shift"], bare=False)
        self.attention.norm = nn.LayerNorm(width)
        self.mlp = nn.ModuleDict({"norm": nn.LayerNorm(width), "expand": nn.Linear(width, 4 * width),
                                  "contract": nn.Linear(4 * width, width)})

    def feed_forward(self, x):
        u = self.mlp["expand"](x)
        if self.before:
            u = 0.5 * u * (1 + torch.tanh(math.sqrt(2 / math.pi) * (u + 0.044715 * u ** 3)))
        else:
            u = torch.relu(u)
        return self.mlp["contract"](u)

    def forward(self, x):
        if self.before:
            x = x + self.attention(self.attention.norm(x))
            return x + self.feed_forward(self.mlp["norm"](x))
        x = self.attention.norm(x + self.attention(x))
        return self.mlp["norm"](x + self.feed_forward(x))


class TorchLayer(nn.TransformerEncoderLayer):
    """The same as PyTorch has it, for softmax that is not shifted."""

    NAMES = {"self_attn.in_proj_": "attention.query_key_value.", "self_attn.out_proj.": "attention.output.",
             "linear1.": "mlp.expand.", "linear2.": "mlp.contract.", "norm1.": "attention.norm.", "norm2.": "mlp.norm."}

    def __init__(self, s):
        before = s["block"] == "pre_norm"
        super().__init__(s["width"], s["heads"], 4 * s["width"], dropout=0, batch_first=True, norm_first=before,
                         activation=nn.GELU(approximate="tanh") if before else nn.ReLU())

    def forward(self, x):
        return super().forward(x, nn.Transformer.generate_square_subsequent_mask(x.shape[1]))


class Decoder(nn.Module):
    def __init__(self, s):
        super().__init__()
        width = s["width"]
        plain = s["mixing"] == "softmax" and s["shift"] == "none"
        self.embedding = nn.Linear(INPUTS, width)
        self.positions = nn.Parameter(torch.zeros(TOKENS, width)) if s["block"] == "pre_norm" else None
        self.layers = nn.ModuleList((TorchLayer if plain else Layer)(s) for _ in range(s["depth"]))
        self.final_norm = nn.LayerNorm(width) if s["block"] == "pre_norm" else nn.Identity()
        self.readout = nn.Linear(width, s["outputs"])

    def forward(self, x):
        x = self.embedding(x) if self.positions is None else self.embedding(x) + self.positions
        for layer in self.layers:
            x = layer(x)
        return self.readout(self.final_norm(x))


class Bare(nn.Module):
    """The attention alone, each head `width` wide."""

    def __init__(self, s):
        super().__init__()
        self.attention = Attention(INPUTS, s["width"], s["heads"], s["outputs"], s["mixing"], s["shift"], bare=True)

    def forward(self, x):
        return self.attention(x)


def view_name(name):
    """A parameter's name in parameter_views() (models/decoder/decoder_shape.hpp)."""
    for torch_name, ours in TorchLayer.NAMES.items():
        name = name.replace(torch_name, ours)
    return name


def sixty_fourths(bound, *shape):
    return torch.randint(-64 * bound, 64 * bound + 1, shape) / 64


def flat(tensor):
    return tensor.detach().flatten().tolist()


def run(block, mixing, shift, width, heads, depth, outputs):
    s = {"block": block, "mixing": mixing, "shift": shift, "tokens": TOKENS, "inputs": INPUTS, "width": width,
         "heads": heads, "depth": depth, "outputs": outputs, "sequences": SEQUENCES}
    model = Bare(s) if block == "bare" else Decoder(s)
    for name, parameter in model.named_parameters():
        centre = 1 if "norm" in name and name.endswith("weight") else 0
        parameter.data = centre + sixty_fourths(1, *parameter.shape) / 2
    x, weights = sixty_fourths(2, SEQUENCES, TOKENS, INPUTS), sixty_fourths(1, SEQUENCES, TOKENS, outputs)
    predictions = model(x)
    (weights * predictions).sum().backward()
    return {**s, "x": flat(x), "weights": flat(weights), "predictions": flat(predictions),
            "parameters": {view_name(n): flat(p) for n, p in model.named_parameters()},
            "gradient": {view_name(n): flat(p.grad) for n, p in model.named_parameters()}}


if __name__ == "__main__":
    torch.set_default_dtype(torch.float64)
    torch.manual_seed(1)
    models = {"gpt2": run("pre_norm", "softmax", "none", 8, 2, 2, 1),
              "sca": run("pre_norm", "softmax", "own", 6, 2, 1, 2),
              "sca_post_norm": run("post_norm", "softmax", "own", 6, 3, 2, 1),
              "post_norm": run("post_norm", "softmax", "none", 4, 1, 1, 2),
              "sum_shifted": run("pre_norm", "sum", "without_own", 4, 2, 2, 1),
              "mean": run("pre_norm", "mean", "none", 4, 2, 1, 2)}
    for mixing, shifts in (("softmax", ("none", "own")), ("sum", ("none", "own", "without_own")),
                           ("mean", ("none", "own", "without_own"))):
        for shift in shifts:
            models[f"bare_{mixing}_{shift}"] = run("bare", mixing, shift, 3, 3 if shift == "none" else 2, 1, 2)
    path = pathlib.Path(__file__).with_name("pytorch_decoder.json")
    path.write_text(json.dumps({"torch": torch.__version__, "models": models}, separators=(",", ":")) + "\n")
    sizes = {name: max(map(abs, model["predictions"])) for name, model in models.items()}
    print(f"{path}: {path.stat().st_size} bytes, largest predictions {sizes}")
