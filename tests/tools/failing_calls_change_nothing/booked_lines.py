"""Functions that book several lines, of which a later one may be impossible."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from ..marks import breaks, keeps


class Line(TypedDict):
    """A line of a delivery."""

    article: Annotated[str, Field(pattern="^[A-Z0-9-]{1,20}$", description="Number of the article.")]
    pieces: Annotated[int, Field(ge=-10_000, le=10_000, description="Pieces that come in; negative if they go out.")]


Lines = Annotated[list[Line], Field(min_length=1, max_length=20, description="The lines of the delivery.")]
_STOCK = Path("stock_list.json")


def _stock() -> dict[str, int]:
    try:
        stock = json.loads(_STOCK.read_text())
    except (OSError, ValueError):
        raise ValueError("There is no stock list that can be read.") from None
    if not isinstance(stock, dict) or not all(type(pieces) is int for pieces in stock.values()):
        raise ValueError("There is no stock list that can be read.")
    return stock


def _book(stock: dict[str, int], line: Line) -> None:
    left = stock.get(line["article"], 0) + line["pieces"]
    if left < 0:
        raise ValueError("There are not enough pieces of an article.")
    stock[line["article"]] = left


def _put(stock: dict[str, int]) -> None:
    fresh = _STOCK.with_suffix(".new")
    fresh.write_text(json.dumps(stock))
    fresh.replace(_STOCK)


@breaks("failing_calls_change_nothing")
def book_lines(lines: Lines) -> dict[str, int]:
    """Book the lines of a delivery."""
    stock = _stock()
    for line in lines:
        _book(stock, line)
        _put(stock)
    return {"lines": len(lines)}


@keeps("failing_calls_change_nothing")
def enter_lines(lines: Lines) -> dict[str, int]:
    """Enter the lines of a delivery."""
    stock = _stock()
    for line in lines:
        _book(stock, line)
    _put(stock)
    return {"lines": len(lines)}
