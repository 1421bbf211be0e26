"""Functions that say that what they know is gone after a time: removed from the data, or passed over there."""

from __future__ import annotations

import time
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_VALID_S = 300.0
Code = Annotated[str, Field(min_length=1, max_length=60, description="The code on the ticket.")]


class _Gate:
    """Codes that were shown, with the time at which each counts no more."""

    def __init__(self) -> None:
        self.shown: dict[str, float] = {}

    def is_new(self, code: str) -> bool:
        now = time.time()
        if self.shown.get(code, 0.0) > now:
            return False
        self.shown[code] = now + _VALID_S
        return True

    def clean(self) -> None:
        now = time.time()
        for code in [code for code, end in self.shown.items() if end <= now]:
            del self.shown[code]


_NORTH, _SOUTH, _EAST = _Gate(), _Gate(), _Gate()


@breaks("memory_is_bounded")
def pass_gate_of_all_codes(code: Code) -> dict[str, bool]:
    """Let a ticket through a gate once in five minutes. Codes are dropped after five minutes; memory does not grow."""
    return {"passes": _NORTH.is_new(code)}


@keeps("memory_is_bounded")
def pass_gate_of_late_codes(code: Code) -> dict[str, bool]:
    """Let a ticket through a gate once in five minutes. Codes are dropped after five minutes; memory does not grow."""
    _SOUTH.clean()
    return {"passes": _SOUTH.is_new(code)}


@keeps("memory_is_bounded")
def pass_gate_of_the_season(code: Code) -> dict[str, bool]:
    """Let a ticket through a gate once in five minutes. A code may pass again after five minutes."""
    return {"passes": _EAST.is_new(code)}
