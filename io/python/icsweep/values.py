"""Values of parameters, as sweep files write them: ranges, draws, conditions and searches. Each is a table of TOML."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Sequence, Union

Table = Dict[str, Any]
Metric = Union[str, Mapping[str, Any], Sequence[Union[str, Mapping[str, Any]]]]


def _table(**entries: Any) -> Table:
    """A table without the entries that are unset."""
    return {name: value for name, value in entries.items() if value is not None}


def steps(first: float, last: float, step: float | None = None) -> Table:
    """first, first + step, … up to last; integers without a step."""
    return _table(**{"from": first, "to": last, "step": step})


def linear(first: float, last: float, count: int) -> Table:
    """`count` values, evenly spaced."""
    return _table(**{"from": first, "to": last, "count": count})


def logarithmic(first: float, last: float, count: int) -> Table:
    """`count` values, evenly spaced in the logarithm and rounded to few digits."""
    return _table(log_from=first, log_to=last, count=count)


def count(number: int, first: int | None = None) -> Table:
    """0, 1, …, number - 1, or from `first`: for seeds."""
    return _table(**{"count": number, "from": first})


def uniform(low: float, high: float, step: float | None = None) -> Table:
    """A real number, drawn; with a step one of low, low + step, …"""
    return _table(uniform=[low, high], step=step)


def log_uniform(low: float, high: float) -> Table:
    """A real number, drawn evenly in the logarithm."""
    return _table(log_uniform=[low, high])


def normal(mean: float, deviation: float) -> Table:
    """A real number, drawn from the normal distribution."""
    return _table(normal=[mean, deviation])


def integer(low: int, high: int, step: int | None = None) -> Table:
    """An integer, drawn, both ends included."""
    return _table(integer=[low, high], step=step)


def log_integer(low: int, high: int) -> Table:
    """An integer, drawn evenly in the logarithm, both ends included."""
    return _table(log_integer=[low, high])


def choice(values: Sequence[Any], weights: Sequence[float] | None = None) -> Table:
    """One of the values, drawn; with weights, integers or shares with the sum 1."""
    return _table(choice=list(values), weights=None if weights is None else list(weights))


def when(condition: str, values: Any) -> Table:
    """Values where a condition holds, such as 'optimizer == "sgd"'. Elsewhere the parameter has its default."""
    if isinstance(values, Mapping) and set(values) <= RANGES:
        return {"when": condition, **values}
    return {"when": condition, "values": values}


def sample(number: int, seed: int | None = None, method: str | None = None) -> Table:
    """Number of draws, their seed, and "random" or "sobol"."""
    return _table(count=number, seed=seed, method=method)


def largest(name: str) -> Table:
    """A metric whose largest value is the best."""
    return {"name": name, "largest": True}


def halving(metric: Metric, resource: str, **keys: Any) -> Table:
    """A race that continues the best settings at each rung. Keys: eta, rungs, keep, over, per."""
    return {"method": "halving", "metric": metric, "resource": resource, **_table(**keys)}


def scouts(metric: Metric, resource: str, **keys: Any) -> Table:
    """A race of one seed per setting. Keys: keep, over, per."""
    return {"method": "scouts", "metric": metric, "resource": resource, **_table(**keys)}


def proposals(metric: Metric, rounds: int, per_round: int, **keys: Any) -> Table:
    """Rounds of draws that are chosen from the results so far. Keys: start_from, version."""
    return {"method": "tpe", "metric": metric, "rounds": rounds, "per_round": per_round, **_table(**keys)}


RANGES = frozenset(
    "from to step count log_from log_to uniform log_uniform normal integer log_integer choice weights when values".split()
)
