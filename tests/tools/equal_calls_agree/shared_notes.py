"""Readers of one table: one of them puts in what it is asked for."""

from __future__ import annotations

import functools
from typing import Annotated, Any

from pydantic import Field

from forge_harness import ToolError

from ..marks import breaks, keeps

_NOTES: dict[str, str] = {"welcome": "Hello"}
_SEEN: dict[str, int] = {}
_Name = Annotated[str, Field(pattern="^[a-z]{1,20}$", description="Name of the note.")]


@keeps("equal_calls_agree")
def put_note(name: _Name, text: Annotated[str, Field(max_length=200, description="Text of the note.")]) -> Any:
    """Keep a note."""
    _NOTES[name] = text
    return {"kept": name}


@keeps("equal_calls_agree")
def get_note(name: _Name) -> Any:
    """Return a note."""
    if name not in _NOTES:
        raise ToolError("There is no such note.", code="not_found")
    return {"text": _NOTES[name]}


@breaks("equal_calls_agree")
def note_length(name: _Name) -> Any:
    """Return how long a note is; one that is not there has no letters."""
    return {"length": len(_NOTES.setdefault(name, ""))}


@keeps("equal_calls_agree")
def count_words(name: _Name) -> Any:
    """Count the words of a note; one that is not there has none."""
    return {"words": len(_NOTES.get(name, "").split())}


@functools.cache
def _shouted(name: str) -> str:
    return _NOTES.get(name, "").upper()


@breaks("equal_calls_agree")
def show_in_capitals(name: _Name) -> Any:
    """Return a note in capitals; the times it was asked for are counted."""
    _SEEN[name] = _SEEN.get(name, 0) + 1
    return {"text": _shouted(name)}


@keeps("equal_calls_agree")
def get_popularity(name: _Name) -> Any:
    """Return how often a note was shown in capitals; what is unknown was never shown."""
    return {"shown": _SEEN.get(name, 0)}


_PRICES: dict[str, int] = {"apple": 40, "bread": 320}
_KEPT: dict[str, int] = {}
_Item = Annotated[str, Field(pattern="^(apple|bread)$", description="Item of the shop.")]


@keeps("equal_calls_agree")
def set_price(item: _Item, cents: Annotated[int, Field(ge=1, le=999, description="New price.")]) -> Any:
    """Change a price."""
    _PRICES[item] = cents
    return {"item": item, "cents": cents}


@breaks("equal_calls_agree")
def get_price(item: _Item) -> Any:
    """Return the price of an item."""
    return {"cents": _KEPT.setdefault(item, _PRICES[item])}


@keeps("equal_calls_agree")
def get_price_of_today(item: _Item) -> Any:
    """Return the price of an item; it is cached for a day."""
    return {"cents": _KEPT.setdefault(item, _PRICES[item])}


@keeps("equal_calls_agree")
def show_price(item: _Item) -> Any:
    """Return the price of an item."""
    return {"cents": _PRICES[item]}


@keeps("equal_calls_agree")
def set_nothing(item: Annotated[str, Field(pattern="^a$", min_length=3, description="No text at all.")]) -> Any:
    """Change what cannot be named."""
    _PRICES[item] = 0
    return {"item": item}
