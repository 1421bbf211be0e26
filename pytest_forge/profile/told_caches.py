"""Told caches: a description that says that what a tool works out is kept, so that it need not be worked out again."""

from __future__ import annotations

import re

from ..targets.facts import ToolFacts

__all__ = ["tells_of_cache"]

#: What was worked out, as the subject of a clause, and not an entry that a caller gives.
_KEPT = re.compile(
    r"\b(?:results?|answers?|figures|prices?|rates?|values|replies|responses?|look-?ups?|totals|quotes)"
    r" (?:is|are) (?:\w+ )?(?:remembered|cached|kept|reused|held|memoi[sz]ed)\b|\b(?:is|are) cached\b|\bcaches\b",
    re.IGNORECASE,
)


def tells_of_cache(tool: ToolFacts) -> bool:
    """Tell whether a description says that the tool's answers are kept for later calls."""
    return _KEPT.search(tool.description or "") is not None
