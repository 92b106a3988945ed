"""Finds the modules of the user's own project that code imports, directly and indirectly."""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import os
import site
import sysconfig
from typing import Iterator, Optional


def _installed_folders() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    every = [paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    every += site.getsitepackages() if hasattr(site, "getsitepackages") else []
    every += [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    return tuple(os.path.realpath(path) + os.sep for path in every)


_installed = _installed_folders()


def project_files(source: str) -> dict[str, str]:
    """Returns the files of the project that a program imports: for each path below the program's folder, where it is now."""
    found: dict[str, str] = {}
    left, seen = list(imported_names(source, "")), set()
    while left:
        name = left.pop()
        if name in seen:
            continue
        seen.add(name)
        if "." in name:
            left.append(name.rpartition(".")[0])
            top = _spec(name.partition(".")[0])
            if top is None or not (top.origin is None or is_own(name, top.origin)):
                continue  # without importing a large library
        spec = _spec(name)
        if spec is None or spec.origin is None or not is_own(name, spec.origin):
            continue
        found[_place(name, spec)] = spec.origin
        if spec.origin.endswith(".py"):
            with open(spec.origin, encoding="utf-8") as file:
                left.extend(imported_names(file.read(), name if spec.submodule_search_locations else name.rpartition(".")[0]))
    return dict(sorted(found.items()))


def is_own(name: str, path: str) -> bool:
    """Whether a module belongs to the user: neither Python nor an installed package nor icsweep has it."""
    if name.partition(".")[0] in ("icsweep", "__main__") or not os.path.isfile(path):
        return False
    return not os.path.realpath(path).startswith(_installed)


def imported_names(source: str, package: str) -> Iterator[str]:
    """Yields the dotted names that the import statements of a module of this package can mean."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")
            above = ".".join(parents[: len(parents) - node.level + 1]) if node.level else ""
            base = ".".join(filter(None, [above, node.module]))
            yield from filter(None, [base, *(f"{base}.{alias.name}" if base else alias.name for alias in node.names)])


def _spec(name: str) -> Optional[importlib.machinery.ModuleSpec]:
    try:
        return importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):  # a name within a module, or a module that is not there
        return None


def _place(name: str, spec: importlib.machinery.ModuleSpec) -> str:
    parts = name.split(".")
    if spec.submodule_search_locations is not None:
        return "/".join([*parts, "__init__.py"])
    return "/".join([*parts[:-1], os.path.basename(str(spec.origin))])
