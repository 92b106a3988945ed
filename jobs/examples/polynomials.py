"""Random polynomials of one variable: y = sum of a_k x^k, a_k ~ N(0, 1), x uniform on [-1, 1]."""

import numpy as np


def sample(seed, first, count, points, dim, degree):
    prompts = [prompt(np.random.default_rng([seed, first + i]), points, dim, degree) for i in range(count)]
    return [np.stack(values) for values in zip(*prompts)]


def prompt(random, points, dim, degree):
    x = random.uniform(-1, 1, (points, dim))
    return x, np.polyval(random.standard_normal(degree + 1), x[:, 0])


def baselines(x, y, degree):
    return {"least_squares": np.stack([fits(*prompt, degree) for prompt in zip(x[:, :, 0], y)])}


def fits(x, y, degree):
    """Predicts each point by the polynomial of minimal norm through the points before it."""
    powers = np.vander(x, degree + 1)
    return [powers[t] @ np.linalg.lstsq(powers[:t], y[:t], rcond=None)[0] for t in range(len(x))]
