"""The answer of `icsweep plan` as an object."""

from __future__ import annotations

import functools
import json
from typing import Any, Sequence

from icsweep import executable


class Plan:
    """What a sweep would run. It prints as the command does; its fields are measured when one is first read."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self.text = executable.run(*command)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    @functools.cached_property
    def tasks(self) -> list[dict[str, Any]]:
        """For each task, the fields of `icsweep plan --json`."""
        return [json.loads(line) for line in executable.run(*self._command, "--json", remarks=False).splitlines()]

    @property
    def experiments(self) -> int:
        return sum(task["experiments"] for task in self.tasks)

    @property
    def dropped(self) -> int:
        """Number of points that rules drop."""
        return max((task["dropped"] for task in self.tasks), default=0)

    @property
    def core_seconds(self) -> float:
        """Predicted time of all experiments on one core."""
        return float(sum(task["core_seconds"] for task in self.tasks))

    @property
    def seconds(self) -> float:
        """Predicted time on the ranks of --ranks, one by default."""
        return max((task["seconds"] for task in self.tasks), default=0.0)

    @property
    def memory_bytes(self) -> float:
        """Largest memory of an experiment."""
        return max((task["memory_bytes"] for task in self.tasks), default=0.0)

    @property
    def store_bytes(self) -> float:
        return float(sum(task["store_bytes"] for task in self.tasks))
