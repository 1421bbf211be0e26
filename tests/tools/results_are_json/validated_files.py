"""Functions that read files which a type adapter validates; without a fitting file, no call works."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field, TypeAdapter

from ..marks import breaks, keeps

Harbour = Annotated[str, Field(pattern=r"^[a-z]{3,12}$", description="Harbour, such as leith.")]


class Tide(BaseModel):
    """A tide in a harbour."""

    harbour: str
    hour: int = Field(ge=0, le=23)
    metres: float


_LEVELS = TypeAdapter(dict[str, list[int]])
_TIDES = TypeAdapter(list[Tide])


def _read(name: str) -> bytes:
    try:
        return Path(name).read_bytes()[:100_000]
    except OSError:
        raise ValueError("there is no such table") from None


@breaks("results_are_json")
def levels_of(harbour: Harbour) -> dict:
    """Return the levels that were measured in a harbour."""
    levels = _LEVELS.validate_json(_read("levels.json"))
    if harbour not in levels:
        raise ValueError("there is no such harbour")
    return {"harbour": harbour, "levels": set(levels[harbour])}


@keeps("results_are_json", judged=True)
def tides_of(harbour: Harbour) -> dict:
    """Return the tides of a harbour by their hours."""
    tides = [tide for tide in _TIDES.validate_json(_read("tides.json")) if tide.harbour == harbour]
    return {"tides": {str(tide.hour): tide.metres for tide in tides}}
