"""Told empties: whether a tool says that it leaves empty cells, or values that are missing, out of account."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["leaves_out_empties"]

_EMPTY = r"\b(?:empty|blank|missing|absent|null)\b"
_PARTS = r"(?:cells?|values?|fields?|entries|entry|ones?|readings?|numbers?|amounts?|answers?|measurements?)"
_OUT = (
    r"(?:ignored|skipped|excluded|omitted|dropped|disregarded|left out|not (?:counted|included|used|considered|values?)"
    r"|no values?|n['o]t count(?:ed)?)"
)
_OUTS = r"(?:ignor|skip|exclud|omit|drop|disregard)(?:e?s|ing|ping)?"
_TOLD = regex(
    rf"{_EMPTY}(?: \w+)? {_PARTS}\b[^.;:]{{0,30}}\b(?:are|is|do|does) {_OUT}"
    rf"|{_EMPTY} {_PARTS} (?:are|is|do|does) {_OUT}"
    rf"|\b{_OUTS} (?:all |any |the )?{_EMPTY}(?: \w+)? {_PARTS}\b"
    rf"|\b(?:without|not counting|apart from|other than|except|excluding) (?:the |any )?{_EMPTY}(?: \w+)? {_PARTS}\b"
    rf"|\bnon-(?:empty|blank|missing|null) {_PARTS}\b",
    re.IGNORECASE,
)


def leaves_out_empties(says: str) -> bool:
    """Tell whether a description says that empty cells or missing values do not count."""
    return _TOLD.search(" ".join(says.split())) is not None
