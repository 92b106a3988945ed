"""Draws prompts of a function that is not linear: sums of the cubes of normal points, with random weights."""

import numpy as np


def sample(seed, first, count, points, dim):
    prompts = [prompt(np.random.default_rng([seed, first + i]), points, dim) for i in range(count)]
    return [np.stack(values) for values in zip(*prompts)]


def prompt(random, points, dim):
    x = random.standard_normal((points, dim))
    return x, x**3 @ random.standard_normal(dim) / 3
