"""Price lists of a printer: one tool works on a shallow copy, the others copy deep or mean to change the list."""

from __future__ import annotations

import copy
from typing import Annotated, Any, Literal

from pydantic import Field

from ..marks import breaks, keeps

_Paper = Annotated[Literal["plain", "heavy"], Field(description="Paper.")]
_Pages = Annotated[int, Field(ge=1, le=500, description="Pages.")]
_Colours = Annotated[int | None, Field(ge=1, le=6, description="Colours, in place of those of the list.")]

_PRICES: dict[str, dict[str, Any]] = {
    "plain": {"ink": {"colours": 1, "cents": 3}, "binding": 150},
    "heavy": {"ink": {"colours": 4, "cents": 5}, "binding": 240},
}
_DEEP = copy.deepcopy(_PRICES)
_INNER = copy.deepcopy(_PRICES)
_SETTINGS: dict[str, dict[str, Any]] = copy.deepcopy(_PRICES)


def _offer(prices: dict[str, Any], pages: int) -> dict[str, Any]:
    ink = prices["ink"]
    return {"cents": pages * ink["colours"] * ink["cents"] + prices["binding"], "colours": ink["colours"]}


@breaks("equal_calls_agree")
def price_of_print(paper: _Paper, pages: _Pages, colours: _Colours = None) -> dict[str, Any]:
    """Work out what a book costs."""
    prices = _PRICES[paper].copy()
    if colours is not None:
        prices["ink"]["colours"] = colours
    return _offer({**prices}, pages)


@keeps("equal_calls_agree")
def price_of_book(paper: _Paper, pages: _Pages, colours: _Colours = None) -> dict[str, Any]:
    """Work out what a book costs."""
    prices = copy.deepcopy(_DEEP[paper])
    if colours is not None:
        prices["ink"]["colours"] = colours
    return _offer({**prices}, pages)


@keeps("equal_calls_agree")
def price_of_leaflet(paper: _Paper, pages: _Pages, colours: _Colours = None) -> dict[str, Any]:
    """Work out what a leaflet costs."""
    prices = dict(_INNER[paper])
    prices["ink"] = dict(prices["ink"])
    if colours is not None:
        prices["ink"]["colours"] = colours
    return _offer({**prices}, pages)


@keeps("equal_calls_agree")
def set_colours(paper: _Paper, pages: _Pages, colours: _Colours = None) -> dict[str, Any]:
    """Set the colours of a paper, if some are given, and tell what a book on it costs from now on."""
    prices = dict(_SETTINGS[paper])
    if colours is not None:
        prices["ink"]["colours"] = colours
        _SETTINGS[paper] = prices
    return _offer({**prices}, pages)
