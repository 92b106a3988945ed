"""Builds an exported Transformer of the task `augmented` from its file alone and tests it on PyTorch's own data.

    python3 evaluate_augmented.py FILE.safetensors STORED_TEST_MSE

The exit status is 0 if both errors agree within 3 standard errors of their difference; both are means over random
sequences. Needs torch and numpy. The file is read here, as safetensors.torch.load_file would read it. This program
shares nothing with the C++ code.
"""
import json
import math
import sys

import numpy
import torch
from torch.nn.functional import layer_norm, linear, relu

SEQUENCES = 8192


def load(path):
    """Reads the tensors and metadata of a .safetensors file of float32."""
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = file.read()
    metadata = header.pop("__metadata__")
    tensors = {}
    for name, entry in header.items():
        assert entry["dtype"] == "F32", entry
        begin, end = entry["data_offsets"]
        tensors[name] = torch.from_numpy(numpy.frombuffer(data[begin:end], "<f4").copy()).reshape(entry["shape"])
    return tensors, metadata


def draw(metadata, count):
    """Sequences s_{t+1} = W s_t for t = 1 ... T, with W uniform on O(d) and s_1 = 1_d or 1_d/sqrt(d)."""
    assert metadata["context"] == "haar", metadata["context"]
    dim, length = int(metadata["dim"]), int(metadata["length"])
    q, r = torch.linalg.qr(torch.randn(count, dim, dim))
    context = q * torch.sign(torch.diagonal(r, dim1=1, dim2=2)).unsqueeze(1)
    states = [torch.full((count, dim, 1), 1.0 if metadata["start"] == "ones" else 1 / math.sqrt(dim))]
    for _ in range(length):
        states.append(context @ states[-1])
    return torch.stack(states, dim=1).squeeze(-1)


def attention(x, w, name, metadata):
    heads, result = int(metadata["heads"]), w[f"{name}.output.bias"]
    causal = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril()
    for h in range(heads):
        head = f"{name}.heads.{h}" if heads > 1 else name
        q, k, v = (linear(x, w[f"{head}.{part}.weight"], w[f"{head}.{part}.bias"]) for part in ("query", "key", "value"))
        scores = q @ k.transpose(1, 2) / math.sqrt(x.shape[-1])
        if metadata["attention"] == "softmax":
            scores = torch.softmax(scores.masked_fill(~causal, -math.inf), dim=-1)
        result = result + linear(scores.masked_fill(~causal, 0) @ v, w[f"{head}.output.weight"])
    return result


def mlp(x, w, name):
    hidden = relu(linear(x, w[f"{name}.expand.weight"], w[f"{name}.expand.bias"]))
    return linear(hidden, w[f"{name}.contract.weight"], w[f"{name}.contract.bias"])


def normed(x, f, w, name, metadata):
    norm = lambda z: layer_norm(z, x.shape[-1:], w[f"{name}.weight"], w[f"{name}.bias"])
    return norm(x + f) if metadata["norm"] == "post" else x + norm(f)


def predict(s, w, metadata):
    """The tokens e_t = (0, s_t, s_{t-1}) with s_0 = 0."""
    before = torch.cat([torch.zeros_like(s[:, :1]), s[:, :-1]], dim=1)
    x = torch.cat([torch.zeros_like(s), s, before], dim=2)
    for layer in range(int(metadata["depth"])):
        name = f"layers.{layer}"
        x = normed(x, attention(x, w, name, metadata), w, f"{name}.norm", metadata)
        if int(metadata["mlp"]) > 0:
            x = normed(x, mlp(x, w, f"{name}.mlp"), w, f"{name}.mlp.norm", metadata)
    return linear(x, w["readout.weight"], w["readout.bias"])


def main(path, stored):
    torch.manual_seed(1)
    weights, metadata = load(path)
    s = draw(metadata, SEQUENCES)
    with torch.no_grad():
        errors = torch.cat([(predict(part[:, :-1], weights, metadata) - part[:, 1:]).square().mean(dim=(1, 2))
                            for part in s.split(512)]).double()
    standard_error = errors.std().item() * math.sqrt(1 / SEQUENCES + 1 / int(metadata["test_sequences"]))
    deviation = (errors.mean().item() - stored) / standard_error
    print(f"depth {metadata['depth']} {metadata['attention']} heads {metadata['heads']} mlp {metadata['mlp']}: "
          f"stored {stored:.6f}, PyTorch {errors.mean():.6f}, {deviation:+.2f} standard errors of {standard_error:.6f}")
    return 0 if abs(deviation) <= 3 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], float(sys.argv[2])))
