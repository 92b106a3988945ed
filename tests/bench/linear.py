"""Draws the linear functions of the task regression: y = w.x, x and w ~ N(0, I)."""

import numpy as np


def sample(seed, first, count, points, dim):
    x, y = np.empty((count, points, dim), "f4"), np.empty((count, points), "f4")
    for i in range(count):
        random = np.random.default_rng([seed, first + i])
        x[i] = random.standard_normal((points, dim))
        y[i] = x[i] @ random.standard_normal(dim)
    return x, y
