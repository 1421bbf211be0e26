"""Look-ups with an answer of the caller's for what is missing, and one that gives nothing instead."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps


def _prices(folder: Path) -> dict[str, Any]:
    try:
        text = (Path(folder) / "prices.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    prices = json.loads(text)
    if not isinstance(prices, dict):
        raise ValueError("prices.json must hold an object. Write one price beside each article.")
    return prices


@keeps("failure_is_not_success")
def price_or(folder: Path, article: str, otherwise: Any = None) -> Any:
    """Look up the price of an article in prices.json.

    Args:
        folder: The folder of the shop.
        article: Name of the article.
        otherwise: The answer for an article that has no price there.
    """
    return _prices(folder).get(article, otherwise)


@breaks("failure_is_not_success")
def price(folder: Path, article: str, label: Any = None) -> Any:
    """Look up the price of an article in prices.json.

    Args:
        folder: The folder of the shop.
        article: Name of the article.
        label: A label for the log.
    """
    return _prices(folder)[article] if _prices(folder) else None
