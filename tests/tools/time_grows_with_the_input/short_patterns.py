"""A function with texts that allow letters and no wildcards, so that nothing can grow."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..marks import keeps

_BERTHS: dict[str, str] = {}
Name = Annotated[str, Field(pattern=r"^[a-z-]{1,40}$")]


@keeps("time_grows_with_the_input", judged=False)
def use_berth(action: Literal["take", "leave"], berth: Name, boat: Name) -> dict[str, bool]:
    """Take a berth for a boat, or leave it."""
    if action == "take":
        return {"done": _BERTHS.setdefault(berth, boat) == boat}
    return {"done": _BERTHS.pop(berth, None) == boat}
