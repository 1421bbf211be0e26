"""Functions whose descriptions promise that an equal call, made again, has no further effect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Card = Annotated[str, Field(description="Number on the card.", pattern="^[0-9]{4,12}$", examples=["20417"])]
Minutes = Annotated[int, Field(description="Minutes to add.", ge=1, le=600)]
Key = Annotated[str, Field(description="Key of the order, chosen by the caller.", min_length=1, max_length=40)]


def _read(path: Path) -> dict[str, int]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@breaks("repeated_calls_add_nothing")
def top_up_card(card: Card, minutes: Minutes, key: Key, workspace_root: Path) -> dict[str, int]:
    """Add swimming minutes to a card.

    The call is safe to retry: the minutes of a key are added once.
    """
    orders, cards = workspace_root / "orders.json", workspace_root / "cards.json"
    known, kept = _read(orders), _read(cards)
    known.setdefault(key, minutes)
    if known[key] != minutes:
        raise ValueError("The key belongs to another order.")
    orders.write_text(json.dumps(known), encoding="utf-8")
    kept[card] = kept.get(card, 0) + minutes
    cards.write_text(json.dumps(kept), encoding="utf-8")
    return {"minutes": kept[card]}


@keeps("repeated_calls_add_nothing")
def top_up_card_once(card: Card, minutes: Minutes, key: Key, workspace_root: Path) -> dict[str, int]:
    """Add swimming minutes to a card.

    The call is safe to retry: the minutes of a key are added once.
    """
    orders, cards = workspace_root / "orders.json", workspace_root / "cards.json"
    known, kept = _read(orders), _read(cards)
    if key not in known:
        kept[card] = kept.get(card, 0) + minutes
        cards.write_text(json.dumps(kept), encoding="utf-8")
        orders.write_text(json.dumps({**known, key: minutes}), encoding="utf-8")
    elif known[key] != minutes:
        raise ValueError("The key belongs to another order.")
    return {"minutes": kept[card]}


@keeps("repeated_calls_add_nothing")
def top_up_card_with_key(card: Card, minutes: Minutes, workspace_root: Path, key: str = "") -> dict[str, int]:
    """Add swimming minutes to a card. Retries with the same key add nothing; without a key every call counts.

    Args:
        key: Key of the order; none if left out.
    """
    orders, cards = workspace_root / "orders.json", workspace_root / "cards.json"
    known, kept = _read(orders), _read(cards)
    if not key or key not in known:
        kept[card] = kept.get(card, 0) + minutes
        cards.write_text(json.dumps(kept), encoding="utf-8")
        if key:
            orders.write_text(json.dumps({**known, key: minutes}), encoding="utf-8")
    return {"minutes": kept[card]}


@keeps("repeated_calls_add_nothing", judged=False)
def punch_card(card: Card, workspace_root: Path) -> dict[str, int]:
    """Punch a card. The call is not idempotent: each one takes a visit."""
    cards = workspace_root / "visits.json"
    kept = _read(cards)
    kept[card] = kept.get(card, 0) + 1
    cards.write_text(json.dumps(kept), encoding="utf-8")
    return {"visits": kept[card]}
