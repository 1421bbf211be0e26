"""Templates whose placeholders take one step from a name: {shop.city}."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

_STEP = re.compile(r"\{shop\.(\w+)\}")


@dataclass(frozen=True)
class Shop:
    city: str
    phone: str


_SHOP = Shop("Turku", "555 0199")
_SHOWN = {field.name for field in fields(Shop)}


class LetterArgs(BaseModel):
    template: str = Field(description="Template of the letter, with placeholders such as {shop.city}.")


@breaks("text_is_no_template")
@forge_tool(args_schema=LetterArgs, tier="read", register=False)
def write_letter(args: LetterArgs) -> dict:
    """Fill in a letter with the shop's data."""
    return {"letter": _STEP.sub(lambda step: str(getattr(_SHOP, step[1], step[0])), args.template)}


@keeps("text_is_no_template")
@forge_tool(args_schema=LetterArgs, tier="read", register=False)
def print_letter(args: LetterArgs) -> dict:
    """Fill in a letter with the shop's data; other placeholders stay."""
    return {
        "letter": _STEP.sub(lambda step: str(getattr(_SHOP, step[1])) if step[1] in _SHOWN else step[0], args.template)
    }


@keeps("text_is_no_template")
@forge_tool(args_schema=LetterArgs, tier="read", register=False)
def check_letter(args: LetterArgs) -> dict:
    """Fill in a letter, and tell of which kind each value is."""
    unknown = [name for name in _STEP.findall(args.template) if name not in _SHOWN]
    if unknown:
        raise ValueError(f"There is no {unknown[0]}: known are the names of {Shop!r}.")
    return {"letter": _STEP.sub(lambda step: str(vars(_SHOP)[step[1]]), args.template), "kind": repr(str)}
