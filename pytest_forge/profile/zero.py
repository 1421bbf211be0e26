"""Zero: whether a description says that 0 stands for all there is, for no limit, or for the default, or tells of it."""

from __future__ import annotations

import json
import re
from typing import Any

from ..regex import regex

__all__ = ["is_explained", "stands_for_all"]

_ZERO = r"(?<![\w.])(?:0|zero|(?:less than|below|under) (?:1|one))(?!\w|\.\d)"
_ALL = (
    r"\b(?:all|any|default|entire|every\w*|full|whole|complete|unlimited|unbounded|no (?:limit|cap)"
    r"|without (?:a )?limit)\b"
)
#: Both in one clause, in either order.
_TOGETHER = regex(rf"{_ZERO}[^.;()]*{_ALL}|{_ALL}[^.;()]*{_ZERO}", re.IGNORECASE)


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
