"""Turns a function of a script or notebook into a file: its source with the functions, classes, modules and values that it uses."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import os
import symtable
import sys
import textwrap
import types
from typing import Any, Iterator, NamedTuple, Optional

from icsweep.error import StoreError
from icsweep.literal import array_bytes, literal


class Source:
    """The parts of a file that defines a function of the user."""

    def __init__(self, function: types.FunctionType) -> None:
        self.name = function.__name__
        self._homes = ("__main__", function.__module__)
        self.arrays: dict[str, bytes] = {}  # contents of .npy files by name
        self._imports: list[str] = []
        self._values: list[str] = []
        self._definitions: list[str] = []
        self._origins: list[Optional[Origin]] = []  # of the definitions
        self._known: dict[str, Any] = {}
        self._define(function.__name__, function)

    def add(self, function: types.FunctionType) -> None:
        """Adds another function that the file defines."""
        self._use(function.__name__, function, "")

    def text(self, head: str, tail: str) -> str:
        loads = [f'{name} = __import__("numpy").load(__file__.rpartition("/")[0] + "/{name}.npy")' for name in sorted(self.arrays)]
        parts = [f"{head}\nfrom __future__ import annotations\n", "\n".join(sorted(self._imports)), "\n".join(sorted(self._values) + loads)]
        return "\n".join(part + "\n" for part in [*parts, *(f"\n{block}" for block in self._definitions)] if part.strip()) + tail

    def places(self, text: str) -> list[tuple[int, int, str, int]]:
        """For parts of the text of the file: first line, number of lines, the user's file or cell, and first line there."""
        found: list[tuple[int, int, str, int]] = []
        at = 0
        for block, origin in zip(self._definitions, self._origins):
            at = text.index(f"\n{block}", at) + 1
            first = text.count("\n", 0, at) + 1
            if origin is None:
                continue
            for written, line in enumerate(origin.lines):
                if found and found[-1][2] == origin.file and found[-1][0] + found[-1][1] == first + written and found[-1][3] + found[-1][1] == line:
                    found[-1] = (found[-1][0], found[-1][1] + 1, *found[-1][2:])
                else:
                    found.append((first + written, 1, origin.file, line))
        return found

    def _define(self, name: str, value: Any) -> None:
        """Adds a function or class of the user, after everything that it uses."""
        self._known[name] = value
        source, origin = _source_of(value)
        names = dict(_namespace(value))
        kept = _without_own_decorators(source, names)
        code = "".join(line + "\n" for _, line in kept)
        for used in sorted(_names_used(code) - {value.__name__}):
            if used in names and not (used.startswith("__") and used.endswith("__")):
                self._use(used, names[used], code)
        self._origins.append(origin and Origin(origin.file, [origin.lines[0] + at for at, _ in kept]))
        self._definitions.append(code if name == value.__name__ else f"{code}\n{name} = {value.__name__}\n")

    def _use(self, name: str, value: Any, code: str) -> None:
        value = getattr(value, "icsweep_function", value)
        if name in self._known:
            if self._known[name] is not value and (literal(value) is None or literal(self._known[name]) != literal(value)):
                raise StoreError(f"{self.name}: two different values are called {name}, rename one")
            return
        self._known[name] = value
        if isinstance(value, types.ModuleType):
            self._imports += _module_imports(name, value, code)
        elif _is_users(value, self._homes):
            self._define(name, value)
        elif (written := literal(value)) is not None:
            self._values.append(f"{name} = {written}")
        elif (content := array_bytes(value)) is not None:
            self.arrays[name] = content
        elif (statement := _import_of(name, value)) is not None:
            self._imports.append(statement)
        else:
            kind = f"{type(value).__module__}.{type(value).__qualname__}".removeprefix("builtins.")
            raise StoreError(f"{self.name} uses {name}, a {kind}, whose value has no hash; make it in the function")


class Origin(NamedTuple):
    """Where the user wrote a definition: the file, or "cell [3]" of a notebook, and its lines."""

    file: str
    lines: list[int]


def _origin(name: str, first: int) -> Optional[Origin]:
    """Of a definition that begins at this line of a file, or of a cell as IPython names it."""
    cells = getattr(getattr(_shell(), "compile", None), "_filename_map", {})
    if name in cells:
        return Origin(f"cell [{cells[name]}]", [first])
    return Origin(os.path.abspath(name), [first]) if os.path.isfile(name) else None


def _shell() -> Any:
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None


def _namespace(value: Any) -> Iterator[tuple[str, Any]]:
    """Yields names and values that a function or class sees outside itself, without Python's own."""
    scope = vars(sys.modules[value.__module__]) if isinstance(value, type) else value.__globals__
    yield from ((name, entry) for name, entry in scope.items() if not _is_builtin(name, entry))
    if not isinstance(value, type) and value.__closure__:
        for name, cell in zip(value.__code__.co_freevars, value.__closure__):
            try:
                yield name, cell.cell_contents
            except ValueError:  # not yet assigned
                pass


def _is_builtin(name: str, value: Any) -> bool:
    """Whether it is Python's own, or what a notebook has in its place: its open(), exit() and quit()."""
    own = getattr(builtins, name, None)
    return own is not None and (value is own or getattr(value, "__wrapped__", None) is own or type(value).__module__.startswith("IPython."))


def _is_users(value: Any, homes: tuple[str, str]) -> bool:
    """Whether a function or class is defined beside the user's function, or where no program can import it."""
    if isinstance(value, type):
        return value.__module__ in homes
    local = isinstance(value, types.FunctionType) and ("<locals>" in value.__qualname__ or value.__name__ == "<lambda>")
    return isinstance(value, types.FunctionType) and (local or value.__module__ in homes)


def _source_of(value: Any) -> tuple[str, Optional[Origin]]:
    try:
        if value.__name__ == "<lambda>":
            raise OSError
        lines, first = inspect.getsourcelines(value)
        return textwrap.dedent("".join(lines)), _origin(inspect.getsourcefile(value) or "", max(first, 1))
    except (OSError, TypeError):
        found = _class_in_cells(value) if isinstance(value, type) else None
        if found is None:
            raise StoreError(f"{value.__qualname__} has no source; define it by def or class in a file or a notebook's cell") from None
        return found


def _class_in_cells(value: type) -> Optional[tuple[str, Optional[Origin]]]:
    """Finds a class of a notebook in the latest cell that defines it."""
    for name, entry in reversed(list(linecache.cache.items())):
        source = "".join(entry[2]) if isinstance(entry, tuple) and len(entry) == 4 else ""
        if f"class {value.__name__}" not in source:
            continue
        try:
            statements = ast.parse(source).body
        except SyntaxError:
            continue
        for node in statements:
            if isinstance(node, ast.ClassDef) and node.name == value.__name__:
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                return "".join(line + "\n" for line in source.splitlines()[first - 1 : node.end_lineno]), _origin(name, first)
    return None


def _without_own_decorators(source: str, names: dict[str, Any]) -> list[tuple[int, str]]:
    """Returns the numbered lines of a definition without icsweep's decorators."""
    node = ast.parse(source).body[0]
    lines: list[Optional[str]] = list(source.rstrip().splitlines())
    for decorator in getattr(node, "decorator_list", []):
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        try:
            marked = eval(compile(ast.Expression(called), "?", "eval"), names)  # such as icsweep.experiment
        except Exception:
            continue
        if getattr(marked, "__module__", "").partition(".")[0] == "icsweep":
            lines[decorator.lineno - 1 : decorator.end_lineno] = [None] * (decorator.end_lineno - decorator.lineno + 1)
    return [(at, line) for at, line in enumerate(lines) if line is not None]


def _names_used(code: str) -> set[str]:
    """Returns the names that a definition takes from outside itself."""
    table = symtable.symtable(code, "?", "exec")
    names = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced()}
    left = table.get_children()
    while left:
        inner = left.pop()
        left += inner.get_children()
        names |= {symbol.get_name() for symbol in inner.get_symbols() if symbol.is_global() and symbol.is_referenced()}
    return names


def _module_imports(name: str, module: types.ModuleType, code: str) -> list[str]:
    """Returns the statements that bind a name to a module, and import its submodules that the code names."""
    if module.__name__ == "__main__":
        raise StoreError(f"the function uses the module __main__ as {name}, which no program can import")
    statements = [f"import {module.__name__}" if name == module.__name__ else f"import {module.__name__} as {name}"]
    for node in ast.walk(ast.parse(code)):
        path = ast.unparse(node) if isinstance(node, ast.Attribute) else ""
        inner = module.__name__ + path[len(name) :]
        if path.startswith(name + ".") and inner in sys.modules and f"import {inner}" not in statements and name == module.__name__:
            statements.append(f"import {inner}")
    return statements


def _import_of(name: str, value: Any) -> Optional[str]:
    """Returns the statement that imports a value from a module that has it, under its own name or this one."""
    own = getattr(value, "__name__", name)
    home = getattr(value, "__module__", None)
    for place in [home, *sorted(sys.modules, key=lambda module: (module.count("."), module))]:
        module = sys.modules.get(place) if isinstance(place, str) and place not in ("__main__", "__mp_main__") else None
        for attribute in dict.fromkeys([own, name]) if module is not None else ():
            if isinstance(attribute, str) and vars(module).get(attribute) is value:
                return f"from {place} import {attribute}" + (f" as {name}" if name != attribute else "")
    return None
