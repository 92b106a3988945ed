"""Draws the inputs and targets of each task in numpy, as its papers describe them."""
import numpy as np


def orthogonal(random, count, dim):
    """Matrices that are uniform on O(dim)."""
    q, r = np.linalg.qr(random.standard_normal((count, dim, dim)))
    return q * np.sign(np.diagonal(r, axis1=1, axis2=2))[:, None, :]


def sequences(random, count, length, first):
    """Sequences s_{t+1} = W s_t with one W per sequence: count x length x dim."""
    w = orthogonal(random, count, first.shape[-1])
    states = [first]
    while len(states) < length:
        states.append(np.einsum("bij,bj->bi", w, states[-1]))
    return np.stack(states, axis=1)


def recursive_data(w, random, count):
    """Tokens and the states that follow them, for the tasks on s_{t+1} = W s_t."""
    first = np.full((count, w.dim), w.dim ** -0.5)
    if w.task == "descent_transformer":
        first = random.standard_normal((count, w.dim))
        first /= np.linalg.norm(first, axis=1, keepdims=True)
    s = sequences(random, count, w.tokens + 1, first)
    now = s[:, :-1]
    before = np.pad(now, ((0, 0), (1, 0), (0, 0)))[:, :-1]
    if w.task == "plain":
        return np.concatenate([now, now], axis=2), s[:, 1:]
    if w.task == "augmented":
        return np.concatenate([np.zeros_like(now), now, before], axis=2), s[:, 1:]
    at_first = np.zeros((count, w.tokens, 1))
    at_first[:, 0] = 1
    value = now * (1 - at_first)
    one = np.ones_like(at_first)
    return np.concatenate([before, at_first, now, one, value, np.zeros_like(now)], axis=2), s[:, 1:]


def regression_data(w, random, count):
    """Tokens and labels of one linear function per prompt: (x_t, y_t) with label 0 for the query, or (x_t, y_{t-1})."""
    x = random.standard_normal((count, w.tokens, w.dim))
    y = np.einsum("btd,bd->bt", x, random.standard_normal((count, w.dim)))[..., None]
    if w.last:
        seen = y.copy()
        seen[:, -1] = 0
        return np.concatenate([x, seen], axis=2), y[:, -1:]
    return np.concatenate([x, np.pad(y, ((0, 0), (1, 0), (0, 0)))[:, :-1]], axis=2), y


def data(w, seed, count):
    """Inputs (count x tokens x features) and targets of `count` sequences."""
    random = np.random.default_rng(seed)
    if w.task == "positional":  # its loss needs only the moments m_k = mean cos(2 k theta/mu)
        angles = random.uniform(0, 2 * np.pi / 50, (count, 1))
        return np.cos(2 * angles * np.arange(w.tokens)).mean(0), None
    make = regression_data if w.task == "regression" else recursive_data
    return tuple(part.astype(np.float32) for part in make(w, random, count))


def lag_matrices(moments):
    """The matrix M_{kk'} = m_{|k - k'|}, and a mask of the lags k = 0 ... r + 1 that row r of the weights has."""
    lags = np.arange(len(moments))
    return moments[abs(lags[:, None] - lags)], np.tril(np.ones((len(lags) - 1, len(lags))), 1)
