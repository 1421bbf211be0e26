"""Server edges: values at the edges of a schema that a server refuses as invalid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...profile.roles import Role, role_of
from ...profile.sdk_messages import is_refused_by_schema
from ...strategies.calls.boundaries import Boundary, boundary_arguments
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.asking import tried
from ..calls.plausible_calls import plausible_calls
from ..calls.working import working_replies

__all__ = ["judge_server_edges"]

_MAX_CALLS = 40
_ONE_EACH = 2
_EDGES = frozenset({"minimum", "maximum", "enum", "null", "omitted"})


def judge_server_edges(subject: Subject) -> None:
    """Judge that no value at an edge of the schema is refused as invalid in every call.

    Raises:
        CheckFailure: If one is.
        NotApplicable: If the schema has no edges.
    """
    controls = working_replies(subject, plausible_calls(subject), most=_ONE_EACH)
    edges = [
        boundary
        for boundary in boundary_arguments(subject.schema, limit=_MAX_CALLS)
        if len(boundary.path) == 1 and boundary.keyword in _EDGES and not _waits(subject, boundary)
    ]
    if not edges:
        raise NotApplicable("The schema does not set bounds, choices or optional arguments.")
    for boundary in subject.patience().each(edges):
        replies = [tried(subject, _at(control.arguments, boundary)) for control in controls]
        if all(_is_refused_by_schema(reply, str(boundary.path[0])) for reply in replies) or _is_refused_alone(
            subject, boundary, replies
        ):
            name, value = boundary.path[0], boundary.value
            what = "omission" if boundary.keyword == "omitted" else repr(value)
            raise CheckFailure(
                "valid_value_refused",
                f"The schema allows {what} for {name!r}, but the server refuses it in every call. "
                "Make the schema and the validation agree.",
                about=str(name),
                arguments=replies[0].arguments,
            )


def _at(arguments: Mapping[str, Any], boundary: Boundary) -> dict[str, Any]:
    name = str(boundary.path[0])
    if boundary.keyword == "omitted":
        return {key: value for key, value in arguments.items() if key != name}
    return {**arguments, name: boundary.value}


def _waits(subject: Subject, boundary: Boundary) -> bool:
    properties = subject.schema.get("properties") or {}
    name = str(boundary.path[0])
    node = properties.get(name) if isinstance(properties, Mapping) else None
    return isinstance(node, Mapping) and role_of(name, node) is Role.DURATION


def _is_refused_alone(subject: Subject, boundary: Boundary, replies: Sequence[Outcome]) -> bool:
    """Tell whether a bound is refused by name in every call, while both values next to it inside are accepted."""
    name, value = str(boundary.path[0]), boundary.value
    inward = {"minimum": 1, "maximum": -1}.get(boundary.keyword)
    if inward is None or type(value) is not int or not all(_refuses(reply, name) for reply in replies):
        return False
    beside = [value + step * inward for step in (1, 2)]
    return all(
        any(tried(subject, {**reply.arguments, name: one}).succeeded for reply in replies) for one in beside
    ) and all(_refuses(tried(subject, reply.arguments), name) for reply in replies)


def _refuses(reply: Outcome, name: str) -> bool:
    return reply.answer is not None and not reply.succeeded and name in reply.text


def _is_refused_by_schema(reply: Outcome, name: str) -> bool:
    if reply.answer is None or reply.succeeded or name not in reply.text:
        return False
    return reply.answer.refuses_arguments or is_refused_by_schema(reply.text)
