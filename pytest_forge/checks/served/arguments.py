"""Validation by a server: it executes the calls that its schema allows, and no others.

Whether the tool ran before a refusal is not observable from outside; whether the call succeeded is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...profile.roles import Role, role_of
from ...profile.sdk_messages import is_refused_by_schema
from ...strategies.calls.boundaries import Boundary, boundary_arguments
from ...strategies.calls.broken import Broken, Kind, invalid_arguments
from ...targets.mcp.answer import INVALID_PARAMS
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.asking import looks_failed, tried
from ..calls.set_up import set_up_calls
from ..calls.working import working_replies
from ..check import served

_MAX_CALLS = 40
_ONE_EACH = 2
_EDGES = frozenset({"minimum", "maximum", "enum", "null", "omitted"})


@served("missing_arguments_are_refused")
def missing_arguments_are_refused(subject: Subject) -> None:
    """A call without a required argument does not succeed.

    The check sends a call that works without each required argument; the server must answer with an error.
    """
    _judge(subject, "missing", absent="No argument is required.")


@served("wrong_types_are_refused")
def wrong_types_are_refused(subject: Subject) -> None:
    """A call with a value of the wrong type does not succeed.

    The check sends a call that works with a wrong type in each argument; the server must answer with an error.
    """
    _judge(subject, "wrong_type", absent="Every argument accepts any type.")


@served("out_of_range_arguments_are_refused")
def out_of_range_arguments_are_refused(subject: Subject) -> None:
    """A call with a value outside the advertised bounds, lengths, choices or pattern does not succeed.

    The check sends a call that works with such a value in each argument; the server must answer with an error.
    """
    _judge(subject, "out_of_range", absent="No argument has bounds, lengths, choices or a pattern.")


@served("null_arguments_are_refused")
def null_arguments_are_refused(subject: Subject) -> None:
    """A call with null for a required argument that is not nullable does not succeed.

    The check sends a call that works with null in each such argument; the server must answer with an error.
    """
    required = subject.schema.get("required") or ()
    _judge(
        subject,
        "null",
        absent="Every required argument is nullable.",
        where=lambda broken: broken.path[0] in required,
    )


@served("schema_and_model_agree")
def schema_and_model_agree(subject: Subject) -> None:
    """A call with an invalid value inside an object or list does not succeed.

    The check sends a call that works with missing, wrong and out-of-range values inside its objects and lists; the
    server must answer with an error.
    """
    _judge(subject, None, absent="No argument contains objects or lists with constraints of their own.")


@served("valid_arguments_are_accepted")
def valid_arguments_are_accepted(subject: Subject) -> None:
    """No value at an edge of the schema is refused as invalid.

    The check sends calls that work with each minimum, maximum, choice, null and omitted argument. It fails if every one
    with the same value is answered with a validation error that names the argument.

    Not judged: arguments for durations.
    """
    controls = working_replies(subject, set_up_calls(subject), most=_ONE_EACH)
    edges = [
        boundary
        for boundary in boundary_arguments(subject.schema, limit=_MAX_CALLS)
        if len(boundary.path) == 1 and boundary.keyword in _EDGES and not _waits(subject, boundary)
    ]
    if not edges:
        raise NotApplicable("The schema does not set bounds, choices or optional arguments.")
    for boundary in subject.patience().each(edges):
        replies = [tried(subject, _at(control.arguments, boundary)) for control in controls]
        if all(_is_refused_by_schema(reply, str(boundary.path[0])) for reply in replies):
            name, value = boundary.path[0], boundary.value
            what = "omission" if boundary.keyword == "omitted" else repr(value)
            raise CheckFailure(
                "valid_value_refused",
                f"The schema allows {what} for {name!r}, but the server refuses it in every call. "
                "Make the schema and the validation agree.",
                about=str(name),
                arguments=replies[0].arguments,
            )


def _judge(
    subject: Subject, kind: Kind | None, *, absent: str, where: Callable[[Broken], bool] = lambda _: True
) -> None:
    """Make calls with this kind of defect, nested ones for None, and fail if one succeeds."""
    mark = f"mark{subject.random.getrandbits(64):016x}"
    controls_first = set_up_calls(subject)
    if kind is None:
        found = [
            broken
            for broken in invalid_arguments(subject.schema, mark=mark)
            if len(broken.path) > 1 and broken.kind in ("missing", "wrong_type", "out_of_range")
        ]
    else:
        found = [
            broken
            for broken in invalid_arguments(subject.schema, mark=mark)
            if broken.kind == kind and len(broken.path) == 1 and where(broken)
        ]
    if not found:
        raise NotApplicable(absent)
    control = working_replies(subject, controls_first, most=1)[0]
    for broken in subject.patience().each(_spread(found)):
        # Take the other arguments from a call that works, so that only the wrong one can cause a refusal.
        arguments = _over(control, broken)
        reply = tried(subject, arguments)
        if not looks_failed(reply):
            raise CheckFailure(
                "wrong_call_carried_out",
                f"A call {broken.what} succeeded. Validate arguments against the advertised schema, "
                "and answer with an error.",
                arguments=arguments,
            )


def _over(control: Outcome, broken: Broken) -> dict[str, Any]:
    name = broken.path[0]
    if broken.kind == "missing" and len(broken.path) == 1:
        return {key: value for key, value in control.arguments.items() if key != name}
    return {**control.arguments, str(name): broken.arguments.get(str(name))}


def _spread(found: list[Broken]) -> list[Broken]:
    """Return the first defect of each argument before second ones."""
    turns: dict[Any, int] = {}
    ranked = []
    for broken in found:
        turns[broken.path] = turns.get(broken.path, 0) + 1
        ranked.append((turns[broken.path], broken))
    return [broken for _, broken in sorted(ranked, key=lambda item: item[0])][:_MAX_CALLS]


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


def _is_refused_by_schema(reply: Outcome, name: str) -> bool:
    if reply.answer is None or reply.succeeded or name not in reply.text:
        return False
    return reply.answer.code == INVALID_PARAMS or is_refused_by_schema(reply.text)
