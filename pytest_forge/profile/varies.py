"""Varies: tools whose equal calls may differ: by chance, by time, or in values about the call."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts
from .claim import Claim, claim_of
from .roles import name_words
from .said_word import said_word

__all__ = ["chooses", "company_varies", "is_amount", "value_varies", "varies"]

_FACT = "varies"
#: Words of tools that are meant to answer differently each time.
_BY_CHANCE = frozenset(
    (
        *("random", "randomly", "shuffle", "shuffled", "sample", "pick", "dice", "roll", "lottery", "mix", "toss"),
        *("flip", "generate", "suggest", "surprise", "guess", "joke", "quote", "fortune"),
    )
)
#: Words of tools that choose among their arguments, by chance or by time.
_CHOOSING = frozenset(
    ("choose", "select", "assign", "any", "some", "turn", "current", "today", "now", "winner", "allot")
)
#: A sentence that says that equal calls have equal answers.
_ALWAYS_THE_SAME = regex(
    r"\b(?:same|equal)\b[^.!?]{0,80}\balways\b|\balways\b[^.!?]{0,60}\bsame\b|(?<!non-)(?<!not )\bdeterministic"
    r"|\b(?:depends?|follows?) (?:only|solely) (?:on|from)\b"
    r"|\b(?:depends? on|follows? from)\b[^.,;:!?]{0,60}\b(?:alone|only|(?:and|on) nothing else)\b",
    re.IGNORECASE,
)
#: Words in the names of values that describe the call, and not its subject.
_ABOUT_THE_CALL = frozenset(
    (
        *("id", "ids", "uuid", "nonce", "token", "cursor", "remaining", "left", "quota", "limit", "attempt"),
        *("attempts", "calls", "call", "requests", "request", "count", "counter", "hits", "hit", "misses", "cache"),
        *(
            "cached",
            "age",
            "sequence",
            "seq",
            "serial",
            "number",
            "revision",
            "version",
            "time",
            "at",
            "timestamp",
            "date",
            "now",
        ),
        *("elapsed", "duration", "ms", "seconds", "trace", "span", "session", "source", "fresh", "expires", "uptime"),
        *("memory", "rss", "pid", "thread", "worker", "node", "server", "replica", "backend", "tip", "hint", "random"),
    )
)
#: Words in the names of numbers about other users.
_COMPANY = frozenset(
    (
        *("waiting", "active", "queued", "inflight", "flight", "pending", "busy", "concurrent", "load", "depth"),
        *("running", "open", "jobs", "queue", "position", "workers", "peak", "slot", "lock", "retries", "spins"),
    )
)
#: Words in the names of numbers that are not counters, though they may grow by one.
_AMOUNTS = frozenset(
    (
        *("fee", "price", "cost", "cents", "euros", "dollars", "tax", "rate", "percent", "discount", "salary"),
        *("temperature", "weight", "distance", "height", "width", "area", "volume", "score", "grade"),
    )
)


def varies(tool: ToolFacts) -> Claim:
    """Return the claim that a tool answers differently each time; no word suggests it if its description denies it."""
    return _said(tool, _BY_CHANCE)


def chooses(tool: ToolFacts) -> Claim:
    """Return the claim that a tool chooses differently among its arguments each time; denied as for `varies`."""
    return _said(tool, _BY_CHANCE | _CHOOSING)


def value_varies(tool: ToolFacts, name: str) -> Claim:
    """Return the claim that a value of this name in its result describes the call."""
    return _of_value(tool, name, _ABOUT_THE_CALL)


def company_varies(tool: ToolFacts, name: str) -> Claim:
    """Return the claim that a value of this name describes the call, or others at the same time."""
    return _of_value(tool, name, _ABOUT_THE_CALL | _COMPANY)


def is_amount(name: str) -> bool:
    """Tell whether a number of this name is an amount, and not a counter."""
    return not _AMOUNTS.isdisjoint(name_words(name))


def _said(tool: ToolFacts, words: frozenset[str]) -> Claim:
    if _ALWAYS_THE_SAME.search(" ".join((tool.description or "").split())):
        return claim_of(tool, _FACT)
    word, place = said_word(tool, words)
    return claim_of(tool, _FACT, word=word, place=place)


def _of_value(tool: ToolFacts, name: str, words: frozenset[str]) -> Claim:
    word = next((word for word in name_words(name) if word in words), "")
    return claim_of(tool, _FACT, word=word, place=f"the result's {name!r}")
