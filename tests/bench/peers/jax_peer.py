"""The workloads in JAX: one jitted training step, its state donated.

Slower forms that are not used here, in sequences/s on one thread of a Zen 5 core:
* The whole batch at once, 28 000 instead of 53 900 with micro-batches that fit the cache (fig5-L1), and 135 instead of
  210 (sca-L4-D256).
* Linear attention by the running state, as a cumulative sum (750, whole batch) or a scan over tokens (20 000, fig5-L1).
* Shifted attention by a correction of the own term, 1 970 instead of 2 190 (sca-L4-D64).

XLA's flags for 512-bit vectors, fast mathematics and oneDNN changed nothing beyond noise. On two cores, micro-batches
on one device per core gave 10 700, and XLA's own threads 5 400 (fig7-H8).
"""
import argparse
import functools
import math
import os

options = argparse.ArgumentParser()
options.add_argument("--threads", type=int, default=1)
options.add_argument("--bfloat16", action="store_true", help="factors of the layers' maps")
chosen = options.parse_known_args()[0]
CORES, BFLOAT16 = chosen.threads, chosen.bfloat16
os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={CORES}"
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding, PartitionSpec

from jax_positional import PositionalTrainer
from serve import serve

SEQUENCES_AT_A_TIME = {"fig5-L1": 32, "fig5-L6": 16, "fig10-L6": 8, "fig7-H1": 32, "fig7-H8": 4, "fig7-H64": 4,
                       "universality-fig4": 8, "sca-L1-D64": 8, "sca-L4-D64": 8, "sca-L4-D256": 8, "aligned-L4-D256": 8}


@jax.custom_vjp
def rounded_product(x, weight):
    return jnp.matmul(x.astype(jnp.bfloat16), weight.T.astype(jnp.bfloat16), preferred_element_type=jnp.float32)


def rounded_gradients(kept, dy):
    x, weight = kept
    dy, x = dy.astype(jnp.bfloat16), x.astype(jnp.bfloat16)
    return (jnp.matmul(dy, weight.astype(jnp.bfloat16), preferred_element_type=jnp.float32),
            jnp.einsum("...o,...i->oi", dy, x, preferred_element_type=jnp.float32))


rounded_product.defvjp(lambda x, weight: (rounded_product(x, weight), (x, weight)), rounded_gradients)


def linear(p, name, x, rows=slice(None)):
    rounded = BFLOAT16 and name.startswith("layers.")
    weight = p[name + ".weight"][rows]
    y = rounded_product(x, weight) if rounded else x @ weight.T
    return y + p[name + ".bias"][rows] if name + ".bias" in p else y


def layer_norm(p, name, x):
    centred = x - x.mean(-1, keepdims=True)
    scale = jax.lax.rsqrt((centred * centred).mean(-1, keepdims=True) + 1e-5)
    return centred * scale * p[name + ".weight"] + p[name + ".bias"]


def causal_softmax(scores):
    """The last query sees all keys."""
    queries, keys = scores.shape[-2:]
    seen = jnp.tril(jnp.ones((queries, keys), bool), keys - queries)
    return jax.nn.softmax(jnp.where(seen, scores, -jnp.inf), axis=-1)


def projected(p, layer, x, w, last=False):
    """Queries, or the last one alone, keys and values, ... x T x H x W. Queries are divided by sqrt(W), except in a bare
    layer."""
    name, D = layer + "query_key_value", w.width
    if last:
        parts = linear(p, name, x[:, -1:], slice(D)), *jnp.split(linear(p, name, x, slice(D, None)), 2, axis=-1)
    else:
        parts = jnp.split(linear(p, name, x), 3, axis=-1)
    q, k, v = (part.reshape(*part.shape[:-1], w.heads, w.size) for part in parts)
    return q if w.bare else q * w.size ** -0.5, k, v


def weights(p, layer, scores, w):
    """The weight of each value for each query, B x H x T x T."""
    if w.attention == "linear":
        return jnp.tril(scores)
    if w.attention == "positional":
        q, k, _ = projected(p, layer, p[layer + "positions"], w)
        return scores * causal_softmax(jnp.einsum("qhw,khw->hqk", q, k))
    a = causal_softmax(scores)
    if w.attention == "softmax":
        return a
    own = jnp.eye(a.shape[-1], dtype=a.dtype)  # shifted
    return jnp.pad(a * (1 - own), ((0, 0), (0, 0), (0, 0), (1, 0)))[..., :-1] + a * own


def attention(p, layer, x, w, last):
    q, k, v = projected(p, layer, x, w, last)
    a = weights(p, layer, jnp.einsum("bqhw,bkhw->bhqk", q, k), w)
    z = jnp.einsum("bhqk,bkhw->bqhw", a, v)
    return z.sum(2) if w.bare else linear(p, layer + "output", z.reshape(*z.shape[:-2], -1))


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
            hidden = jax.nn.relu(linear(p, layer + "mlp.expand", x))
            x = layer_norm(p, layer + "mlp.norm", x + linear(p, layer + "mlp.contract", hidden))
    if w.bare:
        return x[..., -w.targets:]
    return linear(p, "readout", x)


def loss(p, x, y, w):
    return jnp.mean((predict(p, x, w) - y) ** 2)


def spread(count):
    """Devices, one per core, among which `count` micro-batches divide evenly."""
    number = math.gcd(count, jax.device_count())
    return jax.make_mesh((number,), ("cores",), devices=jax.devices()[:number])


@functools.partial(jax.jit, static_argnames="w")
def gradient(p, x, y, w):
    """Loss and gradient, averaged over micro-batches; x and y are micro-batches x sequences x ..."""
    def on_core(p, x, y):
        def add(sum, part):
            return jax.tree.map(jnp.add, sum, jax.value_and_grad(loss)(p, *part, w)), None
        zero = jnp.zeros((), x.dtype), jax.tree.map(jnp.zeros_like, p)
        total = add(zero, (x[0], y[0]))[0] if len(x) == 1 else jax.lax.scan(add, zero, (x, y))[0]
        return jax.tree.map(lambda value: jax.lax.pmean(value / len(x), "cores"), total)
    share = PartitionSpec("cores")
    return jax.shard_map(on_core, mesh=spread(len(x)), in_specs=(PartitionSpec(), share, share),
                         out_specs=PartitionSpec(), check_vma=False)(p, x, y)


@functools.partial(jax.jit, static_argnames="w", donate_argnames="state")
def adam_step(state, x, y, w):
    p, first, second, step = state
    value, g = gradient(p, x, y, w=w)
    step += 1
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, g)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, g)
    rate, scale = w.rate / (1 - 0.9 ** step), 1 / jnp.sqrt(1 - 0.999 ** step)
    p = jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) * scale + 1e-8), p, first, second)
    return (p, first, second, step), value


class Trainer:
    def __init__(self, name, w, parameters, x, y):
        size = min(SEQUENCES_AT_A_TIME.get(name, w.batch), len(x))
        self.w, self.sequences = w, len(x)
        mesh = spread(len(x) // size)
        self.x, self.y = (jax.device_put(part.reshape(-1, size, *part.shape[1:]),
                                         NamedSharding(mesh, PartitionSpec("cores"))) for part in (x, y))
        zero = {key: np.zeros_like(value) for key, value in parameters.items()}
        self.state = jax.device_put((parameters, zero, zero, np.float32(0)), NamedSharding(mesh, PartitionSpec()))

    def step(self):
        self.state, value = adam_step(self.state, self.x, self.y, w=self.w)
        return value.block_until_ready()

    def gradient(self):
        value, g = gradient(self.state[0], self.x, self.y, w=self.w)
        return float(value), {name: np.asarray(part) for name, part in g.items()}


def make(name, w, parameters, x, y):
    jax.config.update("jax_enable_x64", False)
    return PositionalTrainer(w, parameters, x) if w.task == "positional" else Trainer(name, w, parameters, x, y)


if __name__ == "__main__":
    serve(make)
