"""Told clocks: whether a description says that hours pass as they really do, also while clocks are changed."""

from __future__ import annotations

import re

__all__ = ["counts_real_hours"]

_REAL = re.compile(
    r"\b(?:really|actually) pass(?:es|ed)?\b|\bhours? of real time\b|\breal(?:ly)? (?:elapsed|hours?)\b"
    r"|\b(?:also|even) (?:in|on|over|across|during|when) [^.;:]{0,30}\bclocks?\b|\bexactly\b[^.;:]{0,40}\bapart\b"
    r"|\bclock changes?\b[^.;:]{0,30}\b(?:count|counted|heeded|considered|observed|allowed for|taken into account)\b"
    r"|\b(?:across|over|through|on|at|during) (?:a |the |any )?(?:clock changes?|changes? of the clocks?"
    r"|daylight[- ]saving\b[^.;:]{0,20}|dst\b[^.;:]{0,20})"
    r"|\bnight (?:on which |when )?the clocks? (?:is|are|goes?) (?:put |set )?(?:back|forward)\b[^.;:]{0,20}"
    r"\b(?:longer|shorter)\b",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not|never|ignor\w+|disregard\w*|without|unless|except|regardless|approximate\w*|wall)\b", re.IGNORECASE
)
_SENTENCE = re.compile(r"[.;](?:\s|$)|\n\s*\n")


def counts_real_hours(description: str) -> bool:
    """Tell whether a sentence says that the hours count which really pass, or speaks of changes of the clocks."""
    flat = (" ".join(one.split()) for one in _SENTENCE.split(description))
    return any(_REAL.search(sentence) and not _NOT.search(sentence) for sentence in flat)
