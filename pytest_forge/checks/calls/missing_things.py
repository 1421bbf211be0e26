"""Missing things: calls that name files, records and numbers that do not exist, or more than there is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from ...profile.identifiers import numbers_something
from ...profile.roles import PATH_ROLES, Role, role_of
from ...strategies.schemas.flat_schema import FlatSchema
from ...strategies.schemas.limits import bounds
from ...targets.subject import Subject

__all__ = ["UNUSED_NAME", "UNUSED_NUMBER", "calls_out_of_proportion", "failing_calls", "unlisted_values"]

UNUSED_NAME, UNUSED_NUMBER = "no-such-entry", 987_654
"""A name and a number that identify nothing."""
#: More than there is of what a check has planted, and too little to take long.
_TOO_MUCH = 1_000


def failing_calls(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield calls that name missing or impossible things."""
    properties = subject.schema.get("properties")
    properties = properties if isinstance(properties, Mapping) else {}
    missing = [UNUSED_NAME, str(subject.sandbox.workspace / "no-such-entry.csv"), "n" * 300]
    for call in calls[:1]:
        texts = [
            name
            for name, value in call.items()
            if isinstance(value, str)
            and not {"enum", "const", "pattern"} & set(properties.get(name) or {})
            and role_of(name, properties.get(name) or {}) not in (Role.COMMAND, Role.CODE)
        ]
        for name in sorted(texts, key=lambda name: role_of(name, properties.get(name) or {}) not in PATH_ROLES):
            for text in missing:
                yield {**call, name: text}
        yield from _with_unlisted(subject, call)
        for name, value in call.items():
            if value and isinstance(value, list) and isinstance(value[0], str):
                yield {**call, name: [*value[:1], missing[0]]}
            node = properties.get(name) or {}
            is_number = isinstance(value, int) and not isinstance(value, bool)
            if is_number and numbers_something(name) and "enum" not in node:
                high = bounds(node, whole=True)[1]
                yield {**call, name: UNUSED_NUMBER if high is None else min(UNUSED_NUMBER, int(high))}
        yield {}


def _with_unlisted(subject: Subject, call: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the call with each of its names that has to have a form replaced by another of that form."""
    properties = subject.schema.get("properties") or {}
    fits = FlatSchema(subject.schema).fits
    for name, value in call.items():
        node = properties.get(name)
        if isinstance(value, str) and isinstance(node, Mapping) and "pattern" in node and "enum" not in node:
            others = ({**call, name: other} for other in unlisted_values(value))
            yield from islice((other for other in others if other != call and fits(subject.schema, other)), 1)


def calls_out_of_proportion(subject: Subject, call: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a call with a number that is more than there is, or below zero, for one argument after the other.

    Args:
        subject: The tool.
        call: A call that works.
    """
    properties = subject.schema.get("properties") or {}
    numbers = {
        name: bounds(properties.get(name) or {}, whole=True)
        for name, value in reversed(call.items())
        if isinstance(value, int) and not isinstance(value, bool) and "enum" not in (properties.get(name) or {})
    }
    for name, (_, high) in numbers.items():
        number = _TOO_MUCH if high is None else min(_TOO_MUCH, int(high))
        if number > call[name]:
            yield {**call, name: number}
    for name, (low, _) in numbers.items():
        number = -_TOO_MUCH if low is None else max(-_TOO_MUCH, int(low))
        if number < min(call[name], 0):
            yield {**call, name: number}


def unlisted_values(value: str | int) -> Iterator[str | int]:
    """Yield values of the form of *value* that probably identify nothing, as patterns of names and codes ask for.

    Args:
        value: A name or a number that identifies something.
    """
    if isinstance(value, int):
        yield from (UNUSED_NUMBER, value + 4_321, value + 57)
        return
    for steps in (7, 11):
        yield "".join(_moved(sign, steps) for sign in value)
    for steps in (3, 7):
        # The letters may be a prefix that all of them have.
        yield "".join(_moved(sign, steps) if sign.isdecimal() else sign for sign in value)


def _moved(sign: str, steps: int) -> str:
    for first, many in (("a", 26), ("A", 26), ("0", 10)):
        if ord(first) <= ord(sign) < ord(first) + many:
            return chr(ord(first) + (ord(sign) - ord(first) + steps) % many)
    return sign
