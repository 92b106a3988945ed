"""A grid of a sweep: a task and the values of its parameters."""

from __future__ import annotations

import difflib
import inspect
from typing import Any, Mapping, Optional, Sequence, Union, get_args, get_origin

from icsweep.error import StoreError
from icsweep.functions import Experiment, Sampler, parameters_of
from icsweep.programs import Program, program_keys, program_of, sampler_keys, sampler_of
from icsweep.toml_text import key, plain, text
from icsweep.values import RANGES

Task = Union[str, Experiment]
Texts = Union[str, Sequence[str]]


class Grid:
    """A task and the values of its parameters; docs/reference/sweep-files.md describes all keys.

    task: an @icsweep.experiment, or the name of a compiled task. `parameters` is for names that are no keyword, such as
    {"model.lr": [0.1, 0.01]}.
    """

    def __init__(
        self,
        task: Task,
        parameters: Optional[Mapping[str, Any]] = None,
        *,
        zip: Union[Texts, Sequence[Sequence[str]], None] = None,
        where: Optional[Texts] = None,
        derive: Optional[Mapping[str, str]] = None,
        sample: Union[int, Mapping[str, Any], None] = None,
        scale: Optional[Mapping[str, Mapping[str, Any]]] = None,
        time_limit: Union[float, str, None] = None,
        retries: Optional[int] = None,
        keep_weights: Optional[bool] = None,
        resources: Optional[Mapping[str, Any]] = None,
        **values: Any,
    ) -> None:
        if callable(task) and not isinstance(task, Experiment):
            task = Experiment(task, None, {})
        self.task = task
        self.values = {name: plain(value, name) if not _is_sampler(value) else value for name, value in {**(parameters or {}), **values}.items()}
        self.scale = {name: plain(scaled, name) for name, scaled in (scale or {}).items()}
        drawn = {"count": sample} if isinstance(sample, int) else sample
        rules = {"zip": zip, "where": where, "derive": derive, "sample": drawn, "time_limit": time_limit, "retries": retries}
        rules.update(keep_weights=keep_weights, resources=resources)
        self.rules = {name: plain(value, name) for name, value in rules.items() if value is not None}
        if isinstance(task, Experiment):
            self._check(task)

    @property
    def varied(self) -> list[str]:
        """Parameters with several values or drawn ones, without the seed, as columns of the table."""
        return [name for name in _varied("", self.values) if name != "seed"]

    @property
    def programs(self) -> list[Program]:
        """Files that the grid's code needs."""
        samplers = [sampler_of(_as_sampler(value)) for value in self.values.values() if _is_sampler(value)]
        return samplers + ([program_of(self.task)] if isinstance(self.task, Experiment) else [])

    @property
    def table(self) -> str:
        """Name of the grid's table in the store."""
        if isinstance(self.task, Experiment):
            return self.task.name
        named = [_as_sampler(value).icsweep_function.__name__ for value in self.values.values() if _is_sampler(value)]
        return f"{self.task}_{named[0]}" if named else self.task

    def text(self, search: Mapping[str, Any]) -> str:
        """The grid as TOML."""
        lines = ["[[grid]]"]
        if isinstance(self.task, Experiment):
            keys = program_keys(self.task, program_of(self.task))
            if search.get("resource") and "at_rung" not in keys:  # what a race needs to know
                keys = {**keys, "steps": keys.get("steps", search["resource"]), "at_rung": "saves" if self.task.saves else "restarts"}
            lines += ['task = "program"', *(f"program.{name} = {text(plain(value, name), name)}" for name, value in keys.items())]
        else:
            lines.append(f"task = {text(self.task, 'task')}")
        for name, value in self.values.items():
            if _is_sampler(value):
                sampler = _as_sampler(value)
                keys = sampler_keys(sampler, sampler_of(sampler))
                lines += [f"{key(name)}.{key(own)} = {text(plain(entry, own), own)}" for own, entry in keys.items()]
            else:
                lines.append(f"{key(name)} = {text(value, name)}")
        lines += [f"{name} = {text(value, name)}" for name, value in self.rules.items()]
        lines += [f"scale.{key(name)} = {text(scaled, name)}" for name, scaled in self.scale.items()]
        return "\n".join(lines) + "\n"

    def _check(self, task: Experiment) -> None:
        """Compares the values with the function's parameters, and gives them its types."""
        known = parameters_of(task.icsweep_function)
        anything = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in known.values())
        derived = {name.partition(".")[0] for name in self.rules.get("derive", {})}
        named = {name.partition(".")[0] for name in self.values} | derived
        for name in sorted(named - set(known)) if not anything else ():
            close = difflib.get_close_matches(name, known, 1)
            raise StoreError(f"{task.name} has no parameter {name}; " + (f"did you mean {close[0]}?" if close else f"it has {', '.join(known)}"))
        variadic = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
        for name, parameter in known.items():
            if parameter.default is inspect.Parameter.empty and parameter.kind not in variadic and name not in named:
                raise StoreError(f"{task.name} needs a value of {name}; add {name}=… to the sweep, or a default to the function")
        for values in [self.values, *self.scale.values()]:
            values.update({name: typed(value, known[name]) for name, value in values.items() if name in known})


def typed(values: Any, parameter: inspect.Parameter) -> Any:
    """Makes integers real numbers if the parameter is a float, by its annotation or default. Refuses other wrong types."""
    if isinstance(values, list):
        return [_typed_value(value, parameter) for value in values]
    if isinstance(values, Mapping):
        numbers = ("from", "to", "step", "log_from", "log_to", "values", "choice")
        return {name: typed(value, parameter) if name in numbers else value for name, value in values.items()}
    return _typed_value(values, parameter)


def _typed_value(value: Any, parameter: inspect.Parameter) -> Any:
    wanted = _kind(parameter)
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if wanted is int and isinstance(value, float) and value.is_integer():
        return int(value)
    wrong = {int: (float, str, list, Mapping), float: (str, list, Mapping), bool: (str, list, Mapping), str: (list, Mapping)}
    if wanted and isinstance(value, wrong[wanted]):
        raise StoreError(f"{parameter.name} = {value!r}: must be {_article[wanted]}, as in the function")
    return value


_article = {int: "an int", float: "a float", bool: "a bool", str: "a str"}


def _kind(parameter: inspect.Parameter) -> Any:
    """int, float, bool or str; nothing if the type is another or is unknown."""
    kind = parameter.annotation
    if kind is inspect.Parameter.empty:
        kind = type(parameter.default)
    if get_origin(kind) is not None:  # such as Optional[float]
        kinds = [inner for inner in get_args(kind) if inner is not type(None)]
        kind = kinds[0] if len(kinds) == 1 and get_origin(kind) not in (list, tuple, dict) else None
    return kind if kind in (int, float, bool, str) else None


def _is_sampler(value: Any) -> bool:
    return callable(value) or isinstance(value, Sampler)


def _as_sampler(value: Any) -> Sampler:
    return value if isinstance(value, Sampler) else Sampler(value, None, {}, {})


def _varied(prefix: str, values: Mapping[str, Any]) -> list[str]:
    names: list[str] = []
    for name, value in values.items():
        column = prefix + name.replace(".", "_")
        if isinstance(value, Sampler):
            names += _varied(f"{column}_", {own: plain(entry, own) for own, entry in value.own.items()})
        elif isinstance(value, Mapping) and not set(value) <= RANGES:  # nested parameters
            names += _varied(f"{column}_", value)
        elif isinstance(value, Mapping) or (isinstance(value, list) and len(value) > 1):
            names.append(column)
    return names
