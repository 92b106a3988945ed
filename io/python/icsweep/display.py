"""Shows a running sweep in a notebook: a bar, and the experiments in flight."""

from __future__ import annotations

import html
import sys
from typing import Any, Mapping, Optional

_outcomes = ("done", "diverged", "failed", "timed_out", "crashed", "pruned", "pending")


class Display:
    """An output of a notebook that is replaced at each call."""

    def __init__(self, ipython: Any) -> None:
        self._show = ipython.display
        self._handle: Any = None

    def show(self, status: Mapping[str, Any], running: bool) -> None:
        if not status:
            return
        content = {"text/html": status_html(status, running), "text/plain": status_line(status, running)}
        if self._handle is None:
            self._handle = self._show(content, raw=True, display_id=True)
        else:
            self._handle.update(content, raw=True)


def notebook_display() -> Optional[Display]:
    """A display if this process is the kernel of a notebook."""
    if "IPython" not in sys.modules:
        return None
    import IPython.display

    shell = sys.modules["IPython"].get_ipython()
    return Display(IPython.display) if getattr(shell, "kernel", None) is not None else None


def status_line(status: Mapping[str, Any], running: bool) -> str:
    """51/240 done, 1 failed, 3 min left"""
    counts = [f"{status[name]} {name}" for name in _outcomes[1:] if status.get(name)]
    left = [f"{_time(status['eta_s'])} left"] if running and status.get("eta_s", -1) >= 0 else []
    return ", ".join([f"{status.get('done', 0)}/{status.get('planned', 0)} done", *counts, *left])


def status_html(status: Mapping[str, Any], running: bool) -> str:
    share = status.get("share", 0) if running else status.get("ended", 0) / max(1, status.get("planned", 1))
    bar = f'<progress max="1" value="{share:.4f}" style="width:20em"></progress> {html.escape(status_line(status, running))}'
    rows = [(flight["label"], f"{flight['step']}/{flight['steps']}", _number(flight.get("loss"))) for flight in status.get("in_flight", [])]
    if not running:
        rows = []
    failures = [f"{failure['label']}: {failure['message']}" for failure in status.get("failures", [])[-3:]]
    table = "".join("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows[:16])
    head = "<tr><th>running</th><th>step</th><th>loss</th></tr>"
    return (
        f"<div>{bar}</div>"
        + (f"<table>{head}{table}</table>" if rows else "")
        + "".join(f"<div style=\"color:#b00\">{html.escape(failure)}</div>" for failure in failures)
    )


def _number(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, (int, float)) else ""


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
