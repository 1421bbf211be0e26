"""Whether a call changes the answer to the next one: queues, counters, histories, and answers that are kept a while."""

from __future__ import annotations

import re

from ..targets.facts import ToolFacts
from .claim import Claim, claim_of
from .said_word import said_phrase, said_word

__all__ = ["moves_on", "tells_of_calls", "value_tells_of_calls"]

_FACT = "moves_on"
#: Words of tools that are there to take the next one, or to tell of what was done before.
_MOVING = frozenset(
    (
        *("next", "poll", "pop", "receive", "dequeue", "advance", "step", "tick", "consume", "drain", "take", "draw"),
        *("tail", "history", "audit", "metrics", "stats", "statistics", "counter", "visits", "usage", "rotate"),
        *("rotating", "cycle", "robin"),
    )
)
#: Words of tools and of values that tell of other calls, or say that they may be late.
_TELLING = re.compile(
    r"\b(?:cach\w*|snapshots?|stale|minutes?|seconds?|ttl|recent\w*|previous\w*|last|latest|histor\w*|seen|so far"
    r"|log\w*|queries|trend\w*|popular\w*|at start|when (?:it|the server) started|sessions?)\b",
    re.IGNORECASE,
)


def moves_on(tool: ToolFacts) -> Claim:
    """Return the claim that equal calls of a tool move on."""
    word, place = said_word(tool, _MOVING)
    return claim_of(tool, _FACT, word=word, place=place)


def tells_of_calls(tool: ToolFacts) -> Claim:
    """Return the claim that a tool tells of earlier calls, or keeps answers for a while."""
    word, place = said_phrase(tool, _TELLING)
    return claim_of(tool, _FACT, word=word, place=place)


def value_tells_of_calls(tool: ToolFacts, name: str) -> Claim:
    """Return the claim that a value of this name in its result tells of earlier calls."""
    found = _TELLING.search(name)
    return claim_of(tool, _FACT, word="" if found is None else found[0], place=f"the result's {name.strip()!r}")
