"""Writes values as expressions of Python from which equal values are made again."""

from __future__ import annotations

import math
import pathlib
from typing import Any, Optional


def literal(value: Any) -> Optional[str]:
    """Returns an expression for the value; None if it is neither a constant nor made of constants."""
    kind = type(value)
    if value is None or value is Ellipsis or kind in (bool, int, str, bytes):
        return repr(value)
    if kind is float:
        return repr(value) if math.isfinite(value) else f'float("{value}")'
    if kind is complex or kind in (range, slice):
        return repr(value)
    if kind in (list, tuple, set, frozenset):
        return _collection(value)
    if kind is dict:
        pairs = [(literal(key), literal(entry)) for key, entry in value.items()]
        return None if any(None in pair for pair in pairs) else "{" + ", ".join(f"{k}: {v}" for k, v in pairs) + "}"
    if isinstance(value, pathlib.PurePath):
        return f'__import__("pathlib").{kind.__name__}({str(value)!r})'
    if hasattr(value, "dtype") and getattr(value, "shape", None) == () and hasattr(value, "item"):  # a scalar of NumPy
        inner = literal(value.item())
        return f'__import__("numpy").{kind.__name__}({inner})' if inner else None
    return None


def _collection(value: Any) -> Optional[str]:
    parts = [literal(entry) for entry in value]
    if None in parts:
        return None
    texts = [str(part) for part in parts]
    if isinstance(value, (set, frozenset)):
        return f"{type(value).__name__}([{', '.join(sorted(texts))}])"
    if isinstance(value, tuple):
        return "(" + ", ".join(texts) + ("," if len(texts) == 1 else "") + ")"
    return "[" + ", ".join(texts) + "]"


def array_bytes(value: Any) -> Optional[bytes]:
    """Returns the content of a .npy file for an array of NumPy that has no objects; None for anything else."""
    if type(value).__module__.partition(".")[0] != "numpy" or type(value).__name__ != "ndarray" or value.dtype.hasobject:
        return None
    import io

    import numpy

    file = io.BytesIO()
    numpy.save(file, value, allow_pickle=False)
    return file.getvalue()
