"""Random state: whether a call seeds a source of random numbers that it shares with everybody else."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

__all__ = ["reseeded"]


def reseeded(call: Callable[[], object]) -> str | None:
    """Return which global source of random numbers *call* seeds with a value of its own; None if none.

    Called twice, from two different states: only a seed makes the states afterwards the same. Both are put back.
    """
    sources: dict[str, tuple[Any, Any, Any]] = {"random": (random.getstate, random.setstate, random.seed)}
    numpy = sys.modules.get("numpy.random")
    if numpy is not None:
        sources["numpy.random"] = (lambda: repr(numpy.get_state()), numpy.set_state, numpy.seed)
    kept = {name: numpy.get_state() if name != "random" else random.getstate() for name in sources}  # type: ignore[union-attr]
    states: dict[str, list[tuple[Any, Any]]] = {name: [] for name in sources}
    try:
        for turn in (1, 2):
            for _, _, seed in sources.values():
                seed(7_919 * turn)
            begun = {name: read() for name, (read, _, _) in sources.items()}
            call()
            for name, (read, _, _) in sources.items():
                states[name].append((begun[name], read()))
    finally:
        for name, (_, write, _) in sources.items():
            write(kept[name])
    for name, ((first_before, first), (second_before, second)) in states.items():
        if first == second and first not in (first_before, second_before):
            return name
    return None
