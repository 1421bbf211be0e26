"""Lasting reads: whether a tool that only reads puts what it was asked for into a table, where others find it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...strategies.mined_constants import kept_values
from ...strategies.roles import name_words
from ...targets.facts import ToolFacts
from ...targets.subject import Subject
from ..calls.copies import in_a_copy
from ..calls.hurried_time import hurried_time
from ..calls.plausible_calls import plausible_calls

__all__ = ["call_that_stores", "is_reader"]

_READING = frozenset(
    (
        *("get", "read", "list", "find", "show", "count", "length", "size", "is", "has", "exists", "check", "describe"),
        *("lookup", "search", "view", "peek", "info", "status", "stat", "tell", "compare", "summarize", "summary"),
    )
)
_WRITING = frozenset(
    (
        *("add", "create", "put", "set", "update", "save", "store", "write", "append", "insert", "register", "ensure"),
        *("delete", "remove", "clear", "reset", "rename", "move", "mark", "toggle", "open", "start", "join", "reserve"),
        *("book", "record", "log", "remember", "touch", "subscribe", "watch", "import", "load", "send", "post", "init"),
    )
)
_MAX_NEIGHBOURS = 4
_MAX_CALLS = 3


def is_reader(facts: ToolFacts) -> bool:
    """Tell whether a tool declares to read, or is named for it and for nothing else."""
    words = set(name_words(facts.name))
    if facts.tier_declared:
        return facts.tier == "read"
    return not words.isdisjoint(_READING) and words.isdisjoint(_WRITING)


def call_that_stores(subject: Subject) -> tuple[dict[str, Any], str] | None:
    """Return a call after which another reader finds what it did not find before, and that one's name.

    Args:
        subject: A tool that only reads.
    """
    kept = kept_values(subject.tool)
    others = [(facts, tool) for facts, tool in subject.neighbours if facts.name != subject.facts.name]
    readers = [one for one in others if is_reader(one[0]) and kept & kept_values(one[1])][:_MAX_NEIGHBOURS]
    for facts, tool in readers:
        other = subject.beside(facts, tool)
        for call, asked in _pairs(subject, other):
            if in_a_copy(lambda: _is_found_afterwards(subject, call, other, asked), limit_s=subject.call_s):  # noqa: B023  # called at once
                return call, facts.name
    return None


def _pairs(subject: Subject, other: Subject) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield a call of each tool in which every text that both take is the same."""
    asked = plausible_calls(other, limit=1)[0]
    for call in plausible_calls(subject, limit=_MAX_CALLS):
        shared = {name: value for name, value in call.items() if name in asked and isinstance(value, str)}
        if shared:
            yield call, {**asked, **shared}


def _is_found_afterwards(subject: Subject, call: dict[str, Any], other: Subject, asked: dict[str, Any]) -> bool:
    """Tell whether *other* fails until *subject* was called. Made in a copy of the process."""
    with hurried_time():
        before = [other.call(asked) for _ in range(3)]
        if any(outcome.succeeded or outcome.timed_out or not outcome.ran for outcome in before):
            return False
        return not subject.call(call).timed_out and other.call(asked).succeeded
