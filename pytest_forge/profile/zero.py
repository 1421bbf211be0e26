"""Zero: whether a description says that 0 stands for all there is, or for the default, or is a value like others."""

from __future__ import annotations

import json
import re
from typing import Any

from ..regex import regex

__all__ = ["is_explained", "is_taken", "stands_for_all"]

_ZERO = r"(?<![\w.])(?:0|zero|(?:less than|below|under) (?:1|one))(?!\w|\.\d)"
_ALL = (
    r"\b(?:all|any|default|entire|every\w*|full|whole|complete|unlimited|unbounded|no (?:limit|cap)"
    r"|without (?:a )?limit)\b"
)
#: Both in one clause, in either order.
_TOGETHER = regex(rf"{_ZERO}[^.;()]*{_ALL}|{_ALL}[^.;()]*{_ZERO}", re.IGNORECASE)
#: 0 is the end of a range: "from 0 to 10", "0 or more".
_TAKEN = regex(
    rf"\b(?:from|between|at least|minimum(?: of)?|min\.?|may be|can be|even|starting (?:at|from)) {_ZERO}"
    rf"|{_ZERO} (?:or (?:more|greater|higher|above|up)|and (?:more|above|up)|up\b|to\b|through\b|upwards)"
    rf"|{_ZERO} ?(?:-|\u2013|\.\.\.?) ?\d|>= ?0\b|\bnon-?negative\b|\bnot (?:be )?negative\b",
    re.IGNORECASE,
)


def is_taken(text: str) -> bool:
    """Tell whether a description says that 0 is taken like the numbers above it."""
    return _TAKEN.search(text) is not None and not stands_for_all(text)


def stands_for_all(text: str) -> bool:
    """Tell whether a description says so, as in "0 returns all lines"."""
    return _TOGETHER.search(text) is not None


def is_explained(text: str, value: Any) -> bool:
    """Tell whether a description mentions a value other than as an end of a range: it may stand for something.

    In "from 0 (urgent) to 4", it is a value like the others.
    """
    shown = re.escape(json.dumps(value))
    is_of_range = re.search(rf"(?<![\d.]){shown}(?![\d.])[^.;]{{0,40}}(?:\bto\b|[-\u2013])[^.;]{{0,20}}\d", text)
    return not is_of_range and re.search(rf"(?<![\d.]){shown}(?![\d.])", text) is not None
