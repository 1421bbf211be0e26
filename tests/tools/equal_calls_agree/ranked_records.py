"""Functions that rank what they count; one of them leaves ties in the order of a set."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

Baskets = Annotated[list[list[str]], Field(description="Fruit in each basket.", examples=[["fig"], ["fig", "kiwi"]])]


@breaks("equal_calls_agree")
def fruit_by_baskets(baskets: Baskets) -> Any:
    """Count the baskets with each fruit, most frequent first."""
    counts: Counter[str] = Counter()
    for basket in baskets:
        counts.update({fruit.strip().lower() for fruit in basket} - {""})
    return {"fruit": [{"name": name, "baskets": number} for name, number in counts.most_common()]}


@keeps("equal_calls_agree")
def fruit_by_baskets_and_name(baskets: Baskets) -> Any:
    """Count the baskets with each fruit, most frequent first, and then by name."""
    counts: Counter[str] = Counter()
    for basket in baskets:
        counts.update({fruit.strip().lower() for fruit in basket} - {""})
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return {"fruit": [{"name": name, "baskets": number} for name, number in ranked]}
