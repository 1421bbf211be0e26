"""Functions without a tier that are told what to do by a choice: stores that show their entries, and a cache."""

from __future__ import annotations

import itertools
from typing import Any, Literal

from ..marks import breaks, keeps

_jars: dict[int, dict[str, Any]] = {}
_numbers = itertools.count(1)
_marks: dict[str, str] = {}
_spelt: dict[str, str] = {}


@keeps("equal_calls_agree")
def pantry(step: Literal["put", "show", "take"], label: str = "", jar: int = 0) -> dict[str, Any]:
    """Look after the jars in the pantry: put one with a label there, take one out, or show them all."""
    if step == "put":
        if not label.strip():
            raise ValueError("a jar needs a label")
        number = next(_numbers)
        _jars[number] = {"jar": number, "label": label.strip(), "open": False}
    elif step == "take":
        if jar not in _jars:
            raise LookupError(f"no jar {jar}")
        del _jars[jar]
    return {"jars": list(_jars.values())}


@keeps("equal_calls_agree")
def map_marks(step: Literal["mark", "show"], place: str = "gate") -> dict[str, Any]:
    """Handle the marks on the map: mark a place, or show them all. One place has one mark."""
    if step == "mark":
        _marks[place] = "red"
        return {"marks": dict(_marks), "marked": place}
    return {"marks": dict(_marks)}


@breaks("equal_calls_agree")
def spell_out(style: Literal["capital", "small", "spaced"], word: str = "gate") -> dict[str, str]:
    """Spell a word in a style."""
    if word not in _spelt:
        _spelt[word] = {"capital": word.upper(), "small": word.lower(), "spaced": " ".join(word)}[style]
    return {"word": word, "spelt": _spelt[word]}
