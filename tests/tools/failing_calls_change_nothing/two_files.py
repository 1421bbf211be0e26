"""Functions that move something from one file into another, which may be damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from ..marks import breaks, keeps

Shelf = Annotated[Literal["cellar", "attic", "garage"], Field(description="A shelf.")]
Jar = Annotated[str, Field(min_length=1, max_length=40, description="What is in the jars, e.g. PLUM-2.")]


def _jars(shelf: str) -> dict[str, int]:
    try:
        jars = json.loads(Path("shelves", f"{shelf}.json").read_text())
    except (OSError, ValueError):
        raise ValueError("The shelf cannot be read.") from None
    if not isinstance(jars, dict) or not all(type(count) is int for count in jars.values()):
        raise ValueError("The shelf cannot be read.")
    return jars


def _put(shelf: str, jars: dict[str, int]) -> None:
    place = Path("shelves", f"{shelf}.json")
    fresh = place.with_suffix(".new")
    fresh.write_text(json.dumps(jars))
    fresh.replace(place)


def _taken(source: str, target: str, jar: str) -> dict[str, int]:
    if source == target:
        raise ValueError("The shelves must differ.")
    jars = _jars(source)
    if jars.get(jar, 0) < 1:
        raise ValueError("There is no such jar on the shelf.")
    return {**jars, jar: jars[jar] - 1}


@breaks("failing_calls_change_nothing")
def carry_jar(source: Shelf, target: Shelf, jar: Jar) -> dict[str, str]:
    """Carry a jar from one shelf to another."""
    _put(source, _taken(source, target, jar))
    there = _jars(target)
    _put(target, {**there, jar: there.get(jar, 0) + 1})
    return {"jar": jar}


@keeps("failing_calls_change_nothing")
def bring_jar(source: Shelf, target: Shelf, jar: Jar) -> dict[str, str]:
    """Bring a jar from one shelf to another."""
    left, there = _taken(source, target, jar), _jars(target)
    _put(source, left)
    _put(target, {**there, jar: there.get(jar, 0) + 1})
    return {"jar": jar}
