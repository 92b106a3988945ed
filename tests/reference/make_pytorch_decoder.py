"""Writes pytorch_decoder.json: predictions and gradients of the decoders, by PyTorch in double precision.

Run from anywhere (needs only torch and numpy; written with torch 2.15):

    python3 tests/reference/make_pytorch_decoder.py

The file is part of the repository, so the tests need no Python. This program shares nothing with the C++ code. It
follows Radford et al. 2019 (pre_norm), Vaswani et al. 2017 (post_norm, sinusoidal positions), Su et al. 2021 (rotary
positions, with the halves of a head as real and imaginary parts) and equation 1 of the covariates paper (shifted
attention), and computes every weight matrix in full. A model without an entry "positions", "activation" or "norm" has
that of its block, and one without "shift_layers" is shifted in all of them. Parameters and tokens are multiples of 1/64, which are exact in single precision.
"""
import json
import math
import pathlib

import torch
from torch import nn
from torch.nn import functional

TOKENS, INPUTS, SEQUENCES = 7, 4, 3
EPSILON = 1e-5  # of every norm; nn.RMSNorm's own default depends on the precision


def positions_of(s):
    return s.get("positions", "learned" if s["block"] == "pre_norm" else "none")


def activation_of(s):
    name = s.get("activation", "gelu" if s["block"] == "pre_norm" else "relu")
    return nn.GELU(approximate="tanh") if name == "gelu" else nn.ReLU()


def shift_of(s, layer):
    """The shift of a layer, counted from 0. shift_layers may leave some layers without."""
    shifted = {"all": True, "first": layer == 0, "not_first": layer > 0}[s.get("shift_layers", "all")]
    return s["shift"] if shifted else "none"


def norm_of(s):
    return (nn.RMSNorm if s.get("norm") == "rms" else nn.LayerNorm)(s["width"], eps=EPSILON)


def sinusoidal(width):
    """Sinusoidal positions, TOKENS x width: sines in even columns, cosines in odd ones."""
    angles = torch.arange(TOKENS)[:, None] * torch.exp(-math.log(1e4) * torch.arange(0, width, 2) / width)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :width]


def turned(x):
    """Rotary positions of a head, sequences x TOKENS x width: its halves are complex numbers, turned by angles."""
    half = x.shape[-1] // 2
    angles = torch.arange(TOKENS)[:, None] * torch.exp(-math.log(1e4) * torch.arange(half) / half)
    z = torch.complex(x[..., :half], x[..., half:]) * torch.polar(torch.ones_like(angles), angles)
    return torch.cat([z.real, z.imag], dim=-1)


class Attention(nn.Module):
    """W_O [A_1 V_1 ... A_H V_H] + b, with the full T x T matrices A."""

    def __init__(self, inputs, head_width, heads, outputs, mixing, shift, bare, rotary=False):
        super().__init__()
        self.heads, self.mixing, self.shift = heads, mixing, shift
        self.turn = turned if rotary else nn.Identity()
        self.scale = 1 if bare else 1 / math.sqrt(head_width)
        self.query_key_value = nn.Linear(inputs, 3 * heads * head_width, bias=not bare)
        self.output = nn.Linear(heads * head_width, outputs, bias=not bare)

    def weights(self, scores):
        """The weight of key t' (column) for query t (row)."""
        length = scores.shape[-1]
        if self.mixing == "softmax":
            future = torch.ones(length, length, dtype=torch.bool).triu(1)
            return scores.masked_fill(future, -math.inf).softmax(-1)
        divisor = torch.arange(1, length + 1)[:, None] if self.mixing == "mean" else 1
        return scores.tril() / divisor

    def onto_values(self, a):
        """The matrix that multiplies the values. If shifted, the weight of key t' < t applies to value t' + 1."""
        if self.shift == "none":
            return a
        moved = functional.pad(a.tril(-1), (1, 0))[..., :-1]
        return moved + torch.diag_embed(a.diagonal(dim1=-2, dim2=-1)) if self.shift == "own" else moved

    def forward(self, x):
        query, key, value = (part.chunk(self.heads, dim=-1) for part in self.query_key_value(x).chunk(3, dim=-1))
        heads = [self.onto_values(self.weights(self.scale * self.turn(q) @ self.turn(k).transpose(1, 2))) @ v
                 for q, k, v in zip(query, key, value)]
        return self.output(torch.cat(heads, dim=-1))


class Layer(nn.Module):
    """A block: x + Attn(Norm(x)) and x + MLP(Norm(x)), or Norm(x + Attn(x)) and Norm(x + MLP(x))."""

    def __init__(self, s, index):
        super().__init__()
        width = s["width"]
        self.before = s["block"] == "pre_norm"
        self.attention = Attention(width, width // s["heads"], s["heads"], width, s["mixing"], shift_of(s, index), bare=False,
                                   rotary=positions_of(s) == "rotary")
        self.attention.norm = norm_of(s)
        self.mlp = nn.ModuleDict({"norm": norm_of(s), "expand": nn.Linear(width, 4 * width),
                                  "contract": nn.Linear(4 * width, width)})
        self.activation = activation_of(s)

    def feed_forward(self, x):
        return self.mlp["contract"](self.activation(self.mlp["expand"](x)))

    def forward(self, x):
        if self.before:
            x = x + self.attention(self.attention.norm(x))
            return x + self.feed_forward(self.mlp["norm"](x))
        x = self.attention.norm(x + self.attention(x))
        return self.mlp["norm"](x + self.feed_forward(x))


class TorchLayer(nn.TransformerEncoderLayer):
    """The same by PyTorch's own layers, for softmax without shift and without rotary positions."""

    NAMES = {"self_attn.in_proj_": "attention.query_key_value.", "self_attn.out_proj.": "attention.output.",
             "linear1.": "mlp.expand.", "linear2.": "mlp.contract.", "norm1.": "attention.norm.", "norm2.": "mlp.norm."}

    def __init__(self, s, _):
        super().__init__(s["width"], s["heads"], 4 * s["width"], dropout=0, batch_first=True,
                         norm_first=s["block"] == "pre_norm", activation=activation_of(s))
        self.norm1, self.norm2 = norm_of(s), norm_of(s)

    def forward(self, x):
        return super().forward(x, nn.Transformer.generate_square_subsequent_mask(x.shape[1]))


class Decoder(nn.Module):
    def __init__(self, s):
        super().__init__()
        width = s["width"]
        positions = positions_of(s)
        plain = s["mixing"] == "softmax" and s["shift"] == "none" and positions != "rotary"
        self.embedding = nn.Linear(INPUTS, width)
        if positions == "learned":
            self.positions = nn.Parameter(torch.zeros(TOKENS, width))
        else:
            table = sinusoidal(width) if positions == "sinusoidal" else None
            self.register_buffer("positions", table, persistent=False)
        self.layers = nn.ModuleList((TorchLayer if plain else Layer)(s, i) for i in range(s["depth"]))
        self.final_norm = norm_of(s) if s["block"] == "pre_norm" else nn.Identity()
        self.readout = nn.Linear(width, s["outputs"])

    def forward(self, x):
        x = self.embedding(x) if self.positions is None else self.embedding(x) + self.positions
        for layer in self.layers:
            x = layer(x)
        return self.readout(self.final_norm(x))


class Bare(nn.Module):
    """The attention alone, with heads of width `width`."""

    def __init__(self, s):
        super().__init__()
        self.attention = Attention(INPUTS, s["width"], s["heads"], s["outputs"], s["mixing"], s["shift"], bare=True)

    def forward(self, x):
        return self.attention(x)


def view_name(name):
    """The name of a parameter in parameter_views() (models/decoder/decoder_shape.hpp)."""
    for torch_name, ours in TorchLayer.NAMES.items():
        name = name.replace(torch_name, ours)
    return name


def sixty_fourths(bound, *shape):
    return torch.randint(-64 * bound, 64 * bound + 1, shape) / 64


def flat(tensor):
    return tensor.detach().flatten().tolist()


def run(block, mixing, shift, width, heads, depth, outputs, **axes):
    """`axes` has positions, activation and norm if they differ from the block's own, and shift_layers if not all."""
    s = {"block": block, "mixing": mixing, "shift": shift, "tokens": TOKENS, "inputs": INPUTS, "width": width,
         "heads": heads, "depth": depth, "outputs": outputs, "sequences": SEQUENCES, **axes}
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
    # Each axis in both blocks, with PyTorch's own attention where it exists.
    for name, block, mixing, shift, width, axes in (
            ("gpt2_without_positions", "pre_norm", "softmax", "none", 4, {"positions": "none"}),
            ("gpt2_sinusoidal", "pre_norm", "softmax", "none", 5, {"positions": "sinusoidal"}),
            ("gpt2_rotary", "pre_norm", "softmax", "none", 8, {"positions": "rotary"}),
            ("gpt2_relu", "pre_norm", "softmax", "none", 4, {"activation": "relu"}),
            ("gpt2_rms", "pre_norm", "softmax", "none", 4, {"norm": "rms"}),
            ("llama_like_sca", "pre_norm", "softmax", "own", 8, {"positions": "rotary", "norm": "rms"}),
            ("rotary_mean", "pre_norm", "mean", "none", 4, {"positions": "rotary", "activation": "relu"}),
            ("post_norm_learned", "post_norm", "softmax", "none", 6, {"positions": "learned"}),
            ("post_norm_sinusoidal", "post_norm", "softmax", "none", 6, {"positions": "sinusoidal"}),
            ("post_norm_rotary", "post_norm", "softmax", "none", 8, {"positions": "rotary"}),
            ("post_norm_gelu", "post_norm", "softmax", "none", 4, {"activation": "gelu"}),
            ("post_norm_rms", "post_norm", "softmax", "none", 5, {"norm": "rms"}),
            ("post_norm_all", "post_norm", "sum", "without_own", 8,
             {"positions": "rotary", "activation": "gelu", "norm": "rms"})):
        models[name] = run(block, mixing, shift, width, 1 if width == 5 else 2, 2 if width == 4 else 1, 1, **axes)
    for block in ("pre_norm", "post_norm"):
        for layers in ("first", "not_first"):
            models[f"sca_{block}_{layers}"] = run(block, "softmax", "own", 6, 2, 3, 1, shift_layers=layers)
    path = pathlib.Path(__file__).with_name("pytorch_decoder.json")
    path.write_text(json.dumps({"torch": torch.__version__, "models": models}, separators=(",", ":")) + "\n")
    sizes = {name: max(map(abs, model["predictions"])) for name, model in models.items()}
    print(f"{path}: {path.stat().st_size} bytes, largest predictions {sizes}")
