"""Functions of the user as experiments and samplers."""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
import typing
from typing import Any, Callable, Mapping, Optional, Sequence, Union, overload

from icsweep.error import StoreError


class Experiment:
    """A function that trains once. Calling it calls the function.

    Its parameters are those of a sweep, except one called `run`, which is icsweep.Run. It returns its results by name.
    """

    def __init__(self, function: Callable[..., Any], results: Optional[Sequence[str]], keys: Mapping[str, Any]) -> None:
        self.icsweep_function = _plain_function(function)
        self.name: str = keys.get("name") or function.__name__
        self.keys = {name: value for name, value in keys.items() if value is not None and name != "name"}
        self._results = list(results) if results is not None else None
        self.__doc__, self.__name__ = function.__doc__, function.__name__

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.icsweep_function(*arguments, **named)

    def __repr__(self) -> str:
        return f"<icsweep experiment {self.name}{inspect.signature(self.icsweep_function)}>"

    @property
    def results(self) -> list[str]:
        """Results as sweep files write them: those declared, or those that the function's source names."""
        return self._results if self._results is not None else declared_results(self.icsweep_function)

    @property
    def saves(self) -> bool:
        """Whether the function passes `save` to run.progress()."""
        calls = (node for node in ast.walk(_tree(self.icsweep_function)) if isinstance(node, ast.Call))
        return any(keyword.arg == "save" for call in calls for keyword in call.keywords)


class Sampler:
    """A function that draws the examples of a compiled task, as docs/guides/samplers.md describes, with its own parameters."""

    def __init__(self, sample: Callable[..., Any], baselines: Optional[Callable[..., Any]], keys: Mapping[str, Any], own: Mapping[str, Any]) -> None:
        self.icsweep_function = _plain_function(sample)
        self.baselines = _plain_function(baselines) if baselines is not None else None
        self.keys = {name: value for name, value in keys.items() if value is not None}
        self.own = dict(own)


@overload
def experiment(function: Callable[..., Any]) -> Experiment: ...


@overload
def experiment(
    *,
    results: Optional[Sequence[str]] = None,
    name: Optional[str] = None,
    files: Optional[Sequence[str]] = None,
    added: Optional[Mapping[str, Any]] = None,
    steps: Optional[str] = None,
    at_rung: Optional[str] = None,
    version: Union[int, str, None] = None,
    seconds: Optional[float] = None,
    silent_after: Union[float, str, None] = None,
) -> Callable[[Callable[..., Any]], Experiment]: ...


def experiment(function: Optional[Callable[..., Any]] = None, *, results: Optional[Sequence[str]] = None, **keys: Any) -> Any:
    """Marks a function as an experiment. The keywords are those of `program` in sweep files.

    Without `results` they are the names in the function's `return {…}`, each a number, and the names in
    `curves={…}`, each a curve along training. Declare arrays: results=["test_mse", "confusion[10][10]"].
    With `version`, the function may change and its experiments stay the same ones.
    """
    if function is None:
        return lambda decorated: Experiment(decorated, results, keys)
    return Experiment(function, results, keys)


def sampler(
    sample: Callable[..., Any],
    *,
    baselines: Optional[Callable[..., Any]] = None,
    files: Optional[Sequence[str]] = None,
    added: Optional[Mapping[str, Any]] = None,
    **own: Any,
) -> Sampler:
    """Makes a sampler with values of its own parameters: function=icsweep.sampler(draw, degree=[1, 2, 3])."""
    return Sampler(sample, baselines, {"files": files, "added": added}, own)


def parameters_of(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Parameters by name, with types in place of their texts, without `run`."""
    try:
        hints = typing.get_type_hints(function)
    except Exception:  # a type that exists only for a type checker
        hints = {}
    named = inspect.signature(function).parameters
    return {name: p.replace(annotation=hints.get(name, p.annotation)) for name, p in named.items() if name != "run"}


def declared_results(function: Callable[..., Any]) -> list[str]:
    """Reads the results from the function's source."""
    tree = _tree(function)
    returned: list[str] = []
    for node in _own_nodes(tree):
        if isinstance(node, ast.Return):
            names = _keys(node.value)
            if names is None:
                raise StoreError(
                    f"{function.__name__}: its results are not written as return {{\"name\": …}}; "
                    "declare them: @icsweep.experiment(results=[\"test_mse\"])"
                )
            returned += names
    curves: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "curves":
            for inner in ast.walk(node.value):
                curves += (_keys(inner) or []) if isinstance(inner, ast.Dict) else []
    along = [name for name in dict.fromkeys(curves)]
    results = [name for name in dict.fromkeys(returned) if name not in along] + [f"{name}[checkpoint]" for name in along]
    if not results:
        raise StoreError(f"{function.__name__}: returns no results; end it with return {{\"test_mse\": error}}")
    return results


def _keys(node: Optional[ast.expr]) -> Optional[list[str]]:
    """Names of a dict that is written out, or of dict(name=…)."""
    if isinstance(node, ast.Dict):
        names = [key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
        return names if len(names) == len(node.keys) else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict" and not node.args:
        return [str(keyword.arg) for keyword in node.keywords] if all(k.arg for k in node.keywords) else None
    return None


def _own_nodes(tree: ast.AST) -> list[ast.AST]:
    """Nodes of a function without those of functions and classes in it."""
    found: list[ast.AST] = []
    left = list(ast.iter_child_nodes(tree))
    while left:
        node = left.pop(0)
        found.append(node)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            left += ast.iter_child_nodes(node)
    return found


def _tree(function: Callable[..., Any]) -> ast.AST:
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError):
        raise StoreError(f"{function.__name__} has no source; define it by def in a file or a notebook's cell") from None


def _plain_function(function: Callable[..., Any]) -> types.FunctionType:
    if not isinstance(function, types.FunctionType) or function.__name__ == "<lambda>":
        raise StoreError(f"{function!r} is no function defined by def")
    return function
