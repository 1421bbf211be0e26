"""Functions that take several lines of what there is only so much of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from ..marks import breaks, keeps

_BEGINNING = {"oak": 9, "ash": 24}
_MOST_OF_A_LINE = 20


class Planks(TypedDict):
    """A line of an order."""

    wood: Annotated[str, Field(description='The wood, such as "oak" or "ash".')]
    planks: Annotated[int, Field(ge=1, le=5_000)]


_Lines = Annotated[list[Planks], Field(min_length=1, max_length=10)]


def _yard() -> dict[str, int]:
    path = Path("yard.json")
    try:
        found = json.loads(path.read_text()) if path.exists() else dict(_BEGINNING)
    except (OSError, ValueError):
        raise ValueError("the yard cannot be read") from None
    if not isinstance(found, dict) or not all(type(found.get(wood)) is int for wood in _BEGINNING):
        raise ValueError("the yard cannot be read")
    return found


def _keep(yard: dict[str, int]) -> None:
    fresh = Path("yard.json.new")
    fresh.write_text(json.dumps(yard))
    fresh.replace("yard.json")


@breaks("common_rules_hold")
def load_planks(lines: _Lines) -> dict[str, int]:
    """Load planks of the yard, all lines or none, and return what is left of each wood."""
    yard = _yard()
    if any(line["planks"] > yard.get(line["wood"], 0) for line in lines):
        raise ValueError("there are not so many planks of that wood")
    for line in lines:
        yard[line["wood"]] -= line["planks"]
    _keep(yard)
    return yard


@keeps("common_rules_hold", judged=True)
def load_summed_planks(lines: _Lines) -> dict[str, int]:
    """Load planks of the yard, all lines or none, and return what is left of each wood."""
    yard = _yard()
    for line in lines:
        yard[line["wood"]] = yard.get(line["wood"], 0) - line["planks"]
    if any(left < 0 for left in yard.values()):
        raise ValueError("there are not so many planks of that wood")
    _keep(yard)
    return yard


@keeps("common_rules_hold", judged=True)
def load_each_wood_once(lines: _Lines) -> dict[str, int]:
    """Load planks of the yard, and return what is left; a later line of the same wood replaces an earlier one."""
    return load_summed_planks(
        [Planks(wood=wood, planks=n) for wood, n in {i["wood"]: i["planks"] for i in lines}.items()]
    )


@keeps("common_rules_hold")
def order_planks(lines: _Lines) -> dict[str, int]:
    """Order planks from the mill, at most 20 in a line, and return how many of each wood are ordered so far."""
    if any(line["planks"] > _MOST_OF_A_LINE or line["wood"] not in _BEGINNING for line in lines):
        raise ValueError("a line orders 20 planks of oak or ash at most")
    ordered = _yard()
    for line in lines:
        ordered[line["wood"]] += line["planks"]
    _keep(ordered)
    return ordered


@keeps("common_rules_hold", judged=True)
def load_as_far_as_possible(lines: _Lines) -> dict[str, list[str]]:
    """Load planks of the yard line by line; a line that asks for too many is left out."""
    yard, loaded = _yard(), []
    for line in lines:
        if line["planks"] <= yard.get(line["wood"], 0):
            yard[line["wood"]] -= line["planks"]
            loaded.append(f"{line['planks']} of {line['wood']}")
    if not loaded:
        raise ValueError("there are not so many planks")
    _keep(yard)
    return {"loaded": loaded}
