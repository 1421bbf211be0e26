"""Zero: whether a description says that 0 stands for all there is, for no limit, or for the default."""

from __future__ import annotations

import re

__all__ = ["stands_for_all"]

_ZERO = r"(?<![\w.])(?:0|zero|(?:less than|below|under) (?:1|one))(?!\w|\.\d)"
_ALL = (
    r"\b(?:all|any|default|entire|every\w*|full|whole|complete|unlimited|unbounded|no (?:limit|cap)"
    r"|without (?:a )?limit)\b"
)
#: Both in one clause, in either order.
_TOGETHER = re.compile(rf"{_ZERO}[^.;()]*{_ALL}|{_ALL}[^.;()]*{_ZERO}", re.IGNORECASE)


def stands_for_all(text: str) -> bool:
    """Tell whether a description says so, as in "0 returns all lines"."""
    return _TOGETHER.search(text) is not None
