"""Sibling calls: a reader asked for other records of the table in which a working call has found one.

Most records are alike. The few whose answer has another shape are the ones for which a tool was not written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ....profile.reads import reads
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ..asking import looks_failed
from ..call_search import refusal_form
from ..known_values import KnownValues

__all__ = ["sibling_calls"]

_MAX_KEPT = 4
_DEEPEST, _MAX_ITEMS = 4, 40


def sibling_calls(
    subject: Subject, working: Outcome, known: KnownValues, *, may_go_on: Callable[[], bool]
) -> list[dict[str, Any]]:
    """Return calls for other records whose answers have other shapes than that of a working call, and than each other.

    Args:
        subject: The tool. One that may change its records gets no such calls.
        working: A call that worked.
        known: Known values.
        may_go_on: Tells before each call whether there is time for it.

    Raises:
        ServerLostError: If a call ended the server.
    """
    if not reads(subject.facts):
        return []
    view = FlatSchema(subject.schema)
    shapes = {_shape_of(working)}
    found: list[dict[str, Any]] = []
    for name, value in working.arguments.items():
        for sibling in known.siblings(name, value):
            call = {**working.arguments, name: sibling}
            if len(found) >= _MAX_KEPT or not may_go_on():
                return found
            if not view.fits(subject.schema, call):
                continue
            shape = _shape_of(subject.call(call))
            if shape not in shapes:
                shapes.add(shape)
                found.append(call)
    return found


def _shape_of(reply: Outcome) -> object:
    """Return the types in an answer, or the text of a refusal without its values."""
    return refusal_form(reply) if looks_failed(reply) else _shape(reply.value)


def _shape(value: Any, depth: int = 0) -> object:
    if depth < _DEEPEST and isinstance(value, Mapping):
        return frozenset((str(key), _shape(part, depth + 1)) for key, part in value.items())
    if depth < _DEEPEST and isinstance(value, list):
        return ("list", frozenset(_shape(part, depth + 1) for part in value[:_MAX_ITEMS]))
    return type(value).__name__ if value or isinstance(value, bool | int | float) else f"empty {type(value).__name__}"
