"""Server edges: values at the edges of a schema that a server refuses as invalid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...profile.roles import Role, role_of
from ...profile.sdk_messages import is_refused_by_schema
from ...strategies.calls.boundaries import Boundary, boundary_arguments
from ...strategies.calls.edge_values import EdgeValues
from ...strategies.schemas.flat_schema import FlatSchema
from ...strategies.schemas.limits import bounds
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.asking import tried
from ..calls.known_values import known_values
from ..calls.plausible_calls import plausible_calls
from ..calls.working import working_replies

__all__ = ["judge_server_edges"]

_MAX_CALLS = 40
_ONE_EACH = 2
_EDGES = frozenset({"minimum", "maximum", "enum", "null", "omitted"})
#: Distances from an edge: values that must be accepted, and others that must not be refused in the same words.
_BESIDE, _FAR = (1, 2), (7, 100, 900)
#: Other values of each other argument that are tried with an edge, and values that the program holds.
_MAX_OTHERS, _MAX_KNOWN = 12, 4
#: A number of milliseconds that shows in the duration of a call, and the share of it that has to show.
_MILLISECONDS, _SHOWN = 100, 0.8


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
        if len(boundary.path) == 1 and boundary.keyword in _EDGES
    ]
    waits = {name: _waits(subject, name, controls[0]) for name in dict.fromkeys(str(one.path[0]) for one in edges)}
    edges = [boundary for boundary in edges if not waits[str(boundary.path[0])]]
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


def _waits(subject: Subject, name: str, control: Outcome) -> bool:
    """Return whether an argument may be a time for which calls wait; not if they return at once with some of it."""
    properties = subject.schema.get("properties") or {}
    node = properties.get(name) if isinstance(properties, Mapping) else None
    if not isinstance(node, Mapping) or role_of(name, node) is not Role.DURATION:
        return False
    if node.get("type") not in ("integer", "number"):
        return True
    low, high = bounds(node, whole=node["type"] == "integer")
    given = control.arguments.get(name)
    # In seconds or more, the smallest time shows; in milliseconds, a longer one.
    small = given if isinstance(given, int | float) and given >= 1 else max(low or 0, 1)
    long = max(_MILLISECONDS, low or 0) if high is None else min(max(_MILLISECONDS, low or 0), high)
    times = ((small, _SHOWN * small), (long, _SHOWN * long / 1_000))
    return not all(_returns_within(subject, {**control.arguments, name: time}, seconds) for time, seconds in times)


def _returns_within(subject: Subject, call: dict[str, Any], seconds: float) -> bool:
    # The second call is made if the first one was slow, perhaps by chance.
    replies = (subject.call(call) for _ in range(2))
    return any(reply.answer is not None and reply.seconds < seconds for reply in replies)


def _is_refused_alone(subject: Subject, boundary: Boundary, replies: Sequence[Outcome]) -> bool:
    """Tell whether a bound is refused in every call, by name or number, while values next to it inside are accepted."""
    name, value = str(boundary.path[0]), boundary.value
    inward = {"minimum": 1, "maximum": -1}.get(boundary.keyword)
    if inward is None or type(value) is not int or not all(_refuses(subject, reply, boundary) for reply in replies):
        return False
    beside = [value + step * inward for step in _BESIDE]
    if not all(any(tried(subject, {**reply.arguments, name: one}).succeeded for reply in replies) for one in beside):
        return False
    if not all(_refuses(subject, tried(subject, reply.arguments), boundary) for reply in replies):
        return False
    told, call = _words(replies[0]), replies[0].arguments
    if any(_words(tried(subject, one)) == told for one in _fitting(subject, call, name, _far(value, inward))):
        # It knows some values only.
        return False
    made = [tried(subject, one) for one in _in_other_calls(subject, call, name)]
    if any(reply.succeeded for reply in made):
        return False
    # "start must not be after end" refuses two values together, and not with others.
    together = [other for other in call if other != name and re.search(rf"\b{re.escape(other)}\b", told)]
    return not any(
        reply.arguments.get(other) != call[other] and _words(reply) not in ("", told)
        for other in together
        for reply in made
    )


def _far(value: int, inward: int) -> list[int]:
    return [value + step * inward for step in _FAR]


def _fitting(subject: Subject, call: Mapping[str, Any], name: str, values: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Yield the call with each of the values that the schema allows."""
    fits = FlatSchema(subject.schema).fits
    return (one for value in values if fits(subject.schema, one := {**call, name: value}))


def _in_other_calls(subject: Subject, call: Mapping[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """Yield the call with other values of the other arguments: a bound may be refused beside some values only."""
    edges, known = EdgeValues(subject.schema), known_values(subject)
    for other, node in edges.nodes.items():
        default = node.get("default") if isinstance(node, Mapping) else None
        held = known.values_for(other, call.get(other, default))[:_MAX_KNOWN]
        if other != name:
            yield from _fitting(subject, call, other, [*held, *edges.of(other, limit=_MAX_OTHERS)])


def _refuses(subject: Subject, reply: Outcome, boundary: Boundary) -> bool:
    """Tell whether a call was refused in words that name the argument, or repeat its value if the tool only reads."""
    if reply.answer is None or reply.succeeded:
        return False
    is_repeated = re.search(rf"(?<![\d.]){re.escape(str(boundary.value))}(?![\d]|\.\d)", reply.text)
    return str(boundary.path[0]) in reply.text or (is_repeated is not None and subject.facts.tier == "read")


def _words(reply: Outcome) -> str:
    """Return the words in which a call was refused, without its numbers; "" if it was not refused."""
    return "" if reply.answer is None or reply.succeeded else re.sub(r"\d+", "0", reply.text)


def _is_refused_by_schema(reply: Outcome, name: str) -> bool:
    if reply.answer is None or reply.succeeded or name not in reply.text:
        return False
    return reply.answer.refuses_arguments or is_refused_by_schema(reply.text)
