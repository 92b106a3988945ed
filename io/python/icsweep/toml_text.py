"""Writes TOML as sweep files use it."""

from __future__ import annotations

import json
import re
from typing import Any, Mapping

from icsweep.error import StoreError

_bare = re.compile(r"[A-Za-z0-9_.-]+")
_longest_list = 40  # of a range of Python that is written value by value


def plain(value: Any, name: str) -> Any:
    """Returns the value with Python's own types: arrays and scalars of NumPy and ranges become lists and numbers."""
    if isinstance(value, range):
        tight = value.step > 0 and len(value) > _longest_list
        return {"from": value[0], "to": value[-1], "step": value.step} if tight else list(value)
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): plain(entry, name) for key, entry in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        ordered = sorted(value) if isinstance(value, (set, frozenset)) else value
        return [plain(entry, name) for entry in ordered]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise StoreError(f"{name}: {value!r} is a {type(value).__name__}; use numbers, texts, booleans, None, lists or dicts")


def text(value: Any, name: str) -> str:
    """Returns a plain value as TOML. None becomes "none", as sweep files write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key(k)} = {text(v, name)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        if None in value and any(isinstance(entry, str) for entry in value):
            raise StoreError(f"{name}: None among texts would be the text 'none', use another text")
        return "[" + ", ".join(text(entry, name) for entry in value) + "]"
    if value is None:
        return '"none"'
    return repr(value)


def key(name: str) -> str:
    return name if _bare.fullmatch(name) else json.dumps(name, ensure_ascii=False)
