"""Sparse linear functions (Garg et al. 2022): y = w.x with x ~ N(0, I) and w ~ N(0, I), where w keeps only `nonzero`
coordinates. The baselines are the nearest neighbour's label and least squares, which does not use the sparsity."""

import numpy as np


def sample(seed, first, count, points, dim, nonzero):
    prompts = [prompt(np.random.default_rng([seed, first + i]), points, dim, nonzero) for i in range(count)]
    return [np.stack(values) for values in zip(*prompts)]


def prompt(random, points, dim, nonzero):
    x, w = random.standard_normal((points, dim)), random.standard_normal(dim)
    w[random.permutation(dim)[nonzero:]] = 0
    return x, x @ w


def baselines(x, y, nonzero):
    return {
        "nearest": np.stack([nearest(*prompt) for prompt in zip(x, y)]),
        "least_squares": np.stack([least_squares(*prompt) for prompt in zip(x, y)]),
    }


def nearest(x, y):
    """The label of the nearest earlier point; 0 for the first point."""
    distance = ((x[:, None] - x) ** 2).sum(-1)
    return [y[distance[t, :t].argmin()] if t else 0 for t in range(len(x))]


def least_squares(x, y):
    """Predicts each point by the least-squares fit of minimal norm to the points before it."""
    return [x[t] @ np.linalg.lstsq(x[:t], y[:t], rcond=None)[0] for t in range(len(x))]
