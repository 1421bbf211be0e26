"""Functions that book a list of articles in a table of nothing but articles, of which a later one may be unknown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Article = Annotated[str, Field(pattern="^[A-Z]{2}-[0-9]{3}$")]
Articles = Annotated[
    list[Article], Field(min_length=1, max_length=20, description="Articles that came in, e.g. KX-201.")
]


def _table() -> tuple[Path, dict[str, int]]:
    place = Path("yard") / "articles.json"
    try:
        table = json.loads(place.read_text())
    except (OSError, ValueError):
        raise RuntimeError("The table of articles cannot be read.") from None
    if not isinstance(table, dict) or not all(type(pieces) is int for pieces in table.values()):
        raise RuntimeError("The table of articles is damaged.")
    return place, table


def _put(place: Path, table: dict[str, int]) -> None:
    fresh = place.with_suffix(".new")
    fresh.write_text(json.dumps(table))
    fresh.replace(place)


@breaks("failing_calls_change_nothing")
def book_articles(articles: Articles) -> dict[str, int]:
    """Book a piece of each article."""
    place, table = _table()
    for article in articles:
        if article not in table:
            raise LookupError("An article is not in the table.")
        table[article] += 1
        _put(place, table)
    return {"booked": len(articles)}


@keeps("failing_calls_change_nothing")
def enter_articles(articles: Articles) -> dict[str, int]:
    """Book a piece of each article."""
    place, table = _table()
    if not set(articles) <= table.keys():
        raise LookupError("An article is not in the table.")
    for article in articles:
        table[article] += 1
    _put(place, table)
    return {"booked": len(articles)}
