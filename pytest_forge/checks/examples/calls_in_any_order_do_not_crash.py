"""A second removal, or a removal before a look-up, leaves the table of notes too short."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class DraftArguments(BaseModel):
    text: str = Field(description="What to put on top of the pile of drafts.", min_length=1, max_length=200)
    keep: bool = Field(description="Whether the drafts that are there already are kept.", default=True)


_broken_pile: list[str] = []
_fixed_pile: list[str] = []


@forge_tool(
    name="stack_draft",
    description="Put a draft on the pile, and return the one below it.",
    args_schema=DraftArguments,
    tier="write",
    register=False,
)
def broken(args: DraftArguments) -> dict[str, Any]:
    if not args.keep:
        _broken_pile.clear()
        return {"count": 0}
    _broken_pile.append(args.text)
    if len(_broken_pile) == 1:
        return {"count": 1}
    positions = {text: place for place, text in enumerate(_broken_pile[:2])}
    return {"count": len(_broken_pile), "below": _broken_pile[-2], "place": positions[_broken_pile[-2]]}


@forge_tool(
    name="stack_draft",
    description="Put a draft on the pile, and return the one below it.",
    args_schema=DraftArguments,
    tier="write",
    register=False,
)
def fixed(args: DraftArguments) -> dict[str, Any]:
    if not args.keep:
        _fixed_pile.clear()
        return {"count": 0}
    _fixed_pile.append(args.text)
    return {"count": len(_fixed_pile), "below": _fixed_pile[-2] if len(_fixed_pile) > 1 else None}
