"""Draws linear functions, as train.py does, with NumPy's generator."""

import numpy as np


def sample(seed, first, count, points, dim):
    random = [np.random.default_rng([seed, first + i]) for i in range(count)]
    x = np.stack([r.standard_normal((points, dim)) for r in random])
    w = np.stack([r.standard_normal(dim) for r in random])
    return x, (x @ w[:, :, None])[:, :, 0]
