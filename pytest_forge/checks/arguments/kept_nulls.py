"""Kept nulls: calls of a server's tool in which null for an optional argument does not mean that it is left out.

update_task(number=1)                 {"number": 1, "title": "Call Ann"}
update_task(number=1, title=null)     {"number": 1, "title": null}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...targets.subject import Subject

__all__ = ["keeps_null"]

_MAX_DEPTH = 6


def keeps_null(subject: Subject, call: Mapping[str, Any], name: str) -> bool:
    """Return whether the answer to a call has null under an argument's name, where it has a value without the argument.

    Args:
        subject: The tool of a server.
        call: A call with null for the argument.
        name: The argument.
    """
    if None not in _answered(subject, call, name):
        return False
    without = {key: value for key, value in call.items() if key != name}
    nulled, plain, again = (_afresh(subject, one, name) for one in (call, without, without))
    return (
        plain == again
        and len(plain) == len(nulled)
        and any(value is None and other is not None for value, other in zip(nulled, plain, strict=True))
    )


def _afresh(subject: Subject, call: Mapping[str, Any], name: str) -> list[Any]:
    subject.renew()
    return _answered(subject, call, name)


def _answered(subject: Subject, call: Mapping[str, Any], name: str) -> list[Any]:
    """Return the values under a name in the answer to a call; none if it fails."""
    outcome = subject.call(dict(call))
    return list(_under(outcome.value, name)) if outcome.succeeded else []


def _under(value: Any, name: str, depth: int = 0) -> Iterator[Any]:
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, Mapping):
        if name in value:
            yield value[name]
        for part in value.values():
            yield from _under(part, name, depth + 1)
    elif isinstance(value, list):
        for part in value:
            yield from _under(part, name, depth + 1)
