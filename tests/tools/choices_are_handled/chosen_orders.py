"""Functions that offer orders of what they list: some have an order that none of their lines makes."""

from __future__ import annotations

from typing import Literal

from ..marks import breaks, keeps

_WALKS = [
    {"name": "Mill", "opened": 1998, "km": 12, "climb": 310},
    {"name": "Gorge", "opened": 2011, "km": 4, "climb": 120},
    {"name": "Ridge", "opened": 2004, "km": 21, "climb": 990},
    {"name": "Lake", "opened": 2020, "km": 9, "climb": 40},
]


def _sorted(key: str, *, down: bool) -> list[dict[str, object]]:
    return [dict(walk) for walk in sorted(_WALKS, key=lambda walk: str(walk[key]).zfill(9), reverse=down)]


@breaks("choices_are_handled")
def list_walks(order: Literal["longest", "shortest", "steepest"] = "longest") -> dict[str, object]:
    """List the walks around the village, the longest, the shortest or the steepest first."""
    if order not in ("longest", "shortest", "steepest"):
        raise ValueError(f"There is no order {order!r}.")
    return {"walks": _sorted("km", down=order != "shortest"), "order": order}


@keeps("choices_are_handled", judged=True)
def list_walks_in_each_order(order: Literal["longest", "shortest", "steepest"] = "longest") -> dict[str, object]:
    """List the walks around the village, the longest, the shortest or the steepest first."""
    key = "climb" if order == "steepest" else "km"
    return {"walks": _sorted(key, down=order != "shortest"), "order": order}


@keeps("choices_are_handled", judged=True)
def list_openings(order: Literal["newest", "oldest", "latest"] = "newest") -> dict[str, object]:
    """List the walks by the year of their opening; "latest" is the old name of "newest"."""
    return {"walks": _sorted("opened", down=order != "oldest"), "order": order}


@keeps("choices_are_handled", judged=True)
def price_of_map(currency: Literal["EUR", "CHF", "JPY"], cents: int) -> dict[str, object]:
    """Return the price of a map as it stands on the label: yen have no cents."""
    return {"price": cents // 100 if currency == "JPY" else cents / 100, "currency": currency}
