"""Told retries: a refusal that asks for the same call once more."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["invites_retry"]

_SAID = regex(
    r"\b(?:try|run|call|send|submit|ask|request) (?:it |this |the \w+ )?(?:again|once more|later)\b"
    r"|\bretr(?:y|ies|ied)\b|\blater\b|\bbusy\b|\bwait(?:ing)?\b|\bnot (?:yet )?ready\b|\bnot yet\b|\bonce more\b"
    r"|\btemporar(?:y|ily)\b|\bunavailable\b|\bin progress\b|\btime[d -]?out\b|\bconfirm\w*\b|\brate.?limit\w*"
    r"|\btoo many requests\b",
    re.IGNORECASE,
)


def invites_retry(message: str) -> bool:
    """Tell whether the message of a refusal says that the same call may work another time."""
    return _SAID.search(message) is not None
