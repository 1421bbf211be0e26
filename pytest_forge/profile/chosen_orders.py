"""Chosen orders: choices of an argument that are orders of results, such as "newest" and "longest"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..regex import regex

__all__ = ["are_orders", "is_same_order"]

_ARGUMENT = regex(r"(?:sort|order|rank)(?:ed)?_?(?:by|key|order|mode|field)", re.IGNORECASE)
_SUPERLATIVE = regex(
    r"(?:new|old|lat|earli|long|short|larg|bigg|great|high|small|low|cheap|near|clos|fast|slow|heavi|light|strong|weak|rich"
    r"|bright|young|few|short|deep|wid|narrow|dear|busi|quick|hott|cold|steep)est"
    r"|(?:most|least)[ _-]\w+",
    re.IGNORECASE,
)
#: Words for one and the same order.
_SAME = (
    frozenset(("newest", "latest", "most recent", "recent", "youngest", "new")),
    frozenset(("oldest", "earliest", "least recent", "old")),
    frozenset(("largest", "biggest", "greatest", "highest", "most", "heaviest", "longest", "widest", "descending")),
    frozenset(("smallest", "lowest", "least", "fewest", "shortest", "cheapest", "lightest", "narrowest", "ascending")),
    frozenset(("nearest", "closest", "shortest")),
    frozenset(("fastest", "quickest", "shortest")),
    frozenset(("dearest", "most expensive", "highest", "costliest")),
    frozenset(("name", "title", "alphabetical", "alphabetic")),
    frozenset(("default", "usual", "none", "newest", "latest", "relevance", "best")),
)


def are_orders(name: str, choices: Sequence[str]) -> bool:
    """Tell whether the choices of an argument are orders of results, by its name or their own form."""
    return _ARGUMENT.fullmatch(name) is not None or all(_SUPERLATIVE.match(choice) for choice in choices)


def is_same_order(one: str, other: str) -> bool:
    """Tell whether two choices may be words for one order."""
    words = {_plain(one), _plain(other)}
    return any(words <= same for same in _SAME)


def _plain(choice: str) -> str:
    return re.sub(r"[ _-]+", " ", choice.lower()).removesuffix(" first").strip()
