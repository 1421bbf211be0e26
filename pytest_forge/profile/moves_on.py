"""Moves on: tools whose calls change the next answer: queues, counters, histories and caches."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts
from .claim import Claim, claim_of
from .reads import promises_reading, writing_word
from .said_word import IN_NAME, said_phrase, said_word
from .told_ages import told_age

__all__ = ["keeps_entries", "moves_on", "tells_of_calls", "value_tells_of_calls"]

_FACT = "moves_on"
#: Words of tools that take the next item, and of those that report earlier calls.
_TAKING = frozenset(
    (
        *("next", "poll", "pop", "receive", "dequeue", "advance", "step", "tick", "consume", "drain", "take", "draw"),
        *("rotate", "rotating", "cycle", "robin"),
    )
)
_REPORTING = frozenset(
    ("tail", "history", "audit", "metrics", "stats", "statistics", "counter", "visits", "usage"),
)
#: Words of tools and values that report other calls, or may be out of date.
_TELLING = regex(
    r"\b(?:cach\w*|snapshots?|stale|minutes?|seconds?|ttl|recent\w*|previous\w*|last|latest|histor\w*|seen|so far"
    r"|log\w*|queries|trend\w*|popular\w*|at start|when (?:it|the server) started|sessions?)\b",
    re.IGNORECASE,
)
#: Units in which a value measures whatever it is named after, unless that is the age of something kept.
_UNIT = regex(r"\b(?:minutes?|seconds?)\b", re.IGNORECASE)
_AGE = regex(
    r"\b(?:kept|held|refresh\w*|cach\w*|ago|old|age|since|left|remaining|fresh\w*|expir\w*|ttl|until|next|valid)\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"(?<=[.!?])\s+|\n\s*\n|;")
#: Words of tools that return an entry which they have, and ignore the rest of the call.
_KEEPING = regex(r"\b(?:idempot\w*|existing|already|reus\w*|register\w*|remember\w*|once)\b", re.IGNORECASE)


def moves_on(tool: ToolFacts) -> Claim:
    """Return the claim that a call of a tool changes the answer to the next equal call.

    No word suggests it where the description promises that nothing is changed.
    """
    word, place = ("", "") if promises_reading(tool) else said_word(tool, _TAKING | _REPORTING)
    if word in _TAKING and place != IN_NAME and tool.tier == "read" and tool.tier_declared:
        # What is declared outweighs a sentence that may speak of another tool.
        word, place = said_word(tool, _REPORTING)
    return claim_of(tool, _FACT, word=word, place=place)


def tells_of_calls(tool: ToolFacts) -> Claim:
    """Return the claim that a tool reports earlier calls, or caches answers, which may be old."""
    word, place = said_phrase(tool, _TELLING)
    if place != IN_NAME and _UNIT.fullmatch(word):
        found = next(
            filter(None, map(_TELLING.search, map(_without_units, _SENTENCE.split(tool.description or "")))), None
        )
        word = "" if found is None else found[0]
    if not word:
        word, place = told_age(tool), "its description"
    return claim_of(tool, _FACT, word=word, place=place)


def value_tells_of_calls(tool: ToolFacts, name: str) -> Claim:
    """Return the claim that a value of this name in its result reports earlier calls."""
    said = name.replace("_", " ")
    found = _TELLING.search(_without_units(said))
    return claim_of(tool, _FACT, word="" if found is None else found[0], place=f"the result's {name.strip()!r}")


def _without_units(text: str) -> str:
    """Return a text without the units in which something is measured, unless it speaks of the age of what is kept."""
    return text if _AGE.search(text) else _UNIT.sub("", text)


def keeps_entries(tool: ToolFacts) -> Claim:
    """Return the claim that a tool keeps what it is given, and returns the entry that it has."""
    word, place = said_phrase(tool, _KEEPING)
    return claim_of(tool, _FACT, word=word or writing_word(tool), place=place or "its name")
