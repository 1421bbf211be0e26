"""A function that removes what it has forgotten at every thousandth call."""

from __future__ import annotations

import time
from typing import Annotated

from pydantic import Field

from ..marks import keeps

_VALID_S, _EVERY = 300.0, 1_000
_SHOWN: dict[str, float] = {}
_CALLS = [0]


@keeps("memory_is_bounded")
def pass_gate_that_sweeps(code: Annotated[str, Field(min_length=1, max_length=60)]) -> dict[str, bool]:
    """Let a ticket through a gate once in five minutes. Codes are dropped after five minutes; memory does not grow."""
    now = time.time()
    _CALLS[0] += 1
    if _CALLS[0] % _EVERY == 0:
        for late in [shown for shown, end in _SHOWN.items() if end <= now]:
            _SHOWN.pop(late)
    if _SHOWN.get(code, 0.0) > now:
        return {"passes": False}
    _SHOWN[code] = now + _VALID_S
    return {"passes": True}
