"""Rewritten arguments: whether a call runs with the arguments that were approved."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time
from typing import Any

from pydantic import BaseModel, TypeAdapter

from forge_harness import (
    ApprovalDecision,
    Granted,
    ToolTier,
)

from ...regex import regex
from ...strategies.calls.boundaries import boundary_arguments
from ...strategies.calls.examples import candidate_arguments
from ...strategies.workspace_files import plant_files
from ...targets.subject import Subject
from ...verdict import CheckFailure, CouldNotRun, NotApplicable
from ..calls.sequences import before_json
from ..check import check
from .grants import FunctionHandler, working_arguments
from .near_names import near_name
from .stale_approvals import stale_approval

__all__ = ["approved_arguments_are_executed"]

_MAX_EDGES = 4
#: Share of a check's time that the calls may take.
_SHARE = 0.7


@check(
    family="approval",
    level="MUST",
    source="Forge Tools: execution path, steps 3 and 4",
    codes={
        "approved_argument_changed": "An argument is executed with a value other than the approved one.",
        "near_record_changed": "A call that names no record changes one of a similar name.",
        "stale_approval": "A token still counts after something that was shown with it has changed.",
    },
    unseen="The check judges the dispatcher of Forge Harness, which does not call servers.",
    foreign="The check judges the dispatcher of Forge Harness; the tool is called by its own framework.",
)
def approved_arguments_are_executed(subject: Subject) -> None:
    """The tool runs with the arguments that were approved.

    A person approves the arguments that they see. A model that rewrites its arguments during validation runs with
    others.

    The check compares the arguments that an approval handler sees with those that the function gets. It also looks for
    names and approvals that stand for something else. It fails when:

    - Validation changes the meaning of an argument, for example by clamping a number.
    - The approved record does not exist, and the tool changes one of a similar name.
    - A token still counts after something has changed that was shown with it.

    Validation may keep the meaning and change the form: a date from its text, a number from digits, trimmed or
    lower-cased text. It may also fill in defaults for omitted arguments, and put the two ends of a range in order.

    For similar names, the check looks at functions that look a name up in a file of their own. It changes, adds or
    removes one character of the name. A name that is spelled otherwise must be refused already. If a word suggests that
    a name need not be exact, the verdict names it.

    A token comes from another tool, which gives it with what it shows: a plan, a preview. If the token changes with
    some of that, it must change with all of it. The check changes files between the two calls. It fails if the other
    tool shows something else with the same token, and this tool acts on it. If this tool refuses another value of one
    argument that both tools take, it must refuse those of all of them.
    """
    stale = stale_approval(subject)
    if stale is not None:
        raise CheckFailure(
            "stale_approval",
            f"The {stale.name!r} that {stale.giver!r} gave still counted after a change of {stale.change}. "
            "Let it stand for everything that was shown and asked for, and refuse it after a change.",
            about=stale.name,
            arguments=stale.call,
            before=before_json([(stale.giver, stale.given)]),
        )
    plant_files(subject.sandbox.workspace)
    working_arguments(subject)
    has_compared = False
    calls = [*candidate_arguments(subject.schema, limit=6), *_rewritten_edges(subject)]
    for arguments in subject.patience(_SHARE).each(calls):
        seen: list[Mapping[str, Any]] = []

        def tamper(
            _: str, shown: Mapping[str, Any], __: ToolTier, seen: list[Mapping[str, Any]] = seen
        ) -> ApprovalDecision:
            seen.append(dict(shown))
            if isinstance(shown, dict):
                # Changes that a handler makes to its copy must not reach the tool.
                shown.clear()
            return Granted()

        outcome = subject.call(arguments, approval=FunctionHandler(tamper))
        if not outcome.ran or not seen:
            continue
        has_compared = True
        received = _as_fields(outcome.received)
        if _are_exchanged(seen[0], received):
            continue
        for name, approved in seen[0].items():
            if name in received and not _means_the_same(approved, received[name]):
                raise CheckFailure(
                    "approved_argument_changed",
                    f"The field {name!r} was approved as {approved!r}, but executed as {received[name]!r}. "
                    "Refuse a value instead of changing it.",
                    about=name,
                    arguments=arguments,
                )
    if not has_compared:
        raise CouldNotRun("No call that an approval handler saw reached the implementation.")
    _judge_near_names(subject)


def _judge_near_names(subject: Subject) -> None:
    """Judge that a call which names no record changes none of a similar name.

    Raises:
        CheckFailure: If it does.
        NotApplicable: If a word suggests that it may.
    """
    near = near_name(subject) if subject.facts.tier != "read" or not subject.facts.tier_declared else None
    if near is None:
        return
    given = near.call[near.name]
    if near.word:
        raise NotApplicable(f"The word {near.word!r} suggests that {given!r} may stand for {near.record!r}.")
    raise CheckFailure(
        "near_record_changed",
        f"The call was for {given!r}, which does not exist, and changed {near.record!r}. "
        "Refuse a name that is not there; similar names may be offered in the refusal.",
        about=near.name,
        arguments=near.call,
    )


def _are_exchanged(approved: Mapping[str, Any], received: Mapping[str, Any]) -> bool:
    """Return whether two numbers or dates were swapped into ascending order, and nothing else differs."""
    moved = [
        name for name, value in approved.items() if name in received and not _means_the_same(value, received[name])
    ]
    if len(moved) != 2 or any(isinstance(received[name], str) for name in moved):
        return False
    first, second = moved
    if not (_means_the_same(approved[first], received[second]) and _means_the_same(approved[second], received[first])):
        return False
    try:
        return bool(received[first] < received[second])
    except TypeError:
        return False


def _rewritten_edges(subject: Subject) -> list[dict[str, Any]]:
    """Return calls at the edges of the schema that validation changes, for example by clamping."""
    found = []
    for boundary in boundary_arguments(subject.schema, limit=60):
        try:
            received = _as_fields(subject.tool.validate(boundary.arguments))
        except Exception:  # noqa: BLE001, S112  # a refusal, which other checks judge
            continue
        pairs = [(given, received[name]) for name, given in boundary.arguments.items() if name in received]
        if not all(_means_the_same(given, made) for given, made in pairs):
            found.append(boundary.arguments)
    return found[:_MAX_EDGES]


def _as_fields(received: Any) -> dict[str, Any]:
    if isinstance(received, BaseModel):
        return {**received.model_dump(), **received.model_dump(by_alias=True)}
    return dict(received) if isinstance(received, Mapping) else {}


_MASKED = regex(r"\*+")


def _means_the_same(approved: Any, executed: Any) -> bool:
    if approved == executed or executed is None:
        return True
    if isinstance(approved, Mapping) and isinstance(executed, Mapping):
        return all(_means_the_same(approved[key], executed[key]) for key in approved.keys() & executed.keys())
    if isinstance(executed, set | frozenset | tuple):
        executed = list(executed)
    if isinstance(approved, list) and isinstance(executed, list):
        return all(any(_means_the_same(item, other) for other in executed) for item in approved)
    if isinstance(approved, Mapping | list) or isinstance(executed, Mapping | list):
        # A scalar that became a structure, or the reverse, was parsed; its meaning is unknown here.
        return True
    left, right = _letters(approved), _letters(executed)
    if _MASKED.fullmatch(str(executed)):
        return True
    numbers = _number(approved), _number(executed)
    if None not in numbers:
        return numbers[0] == numbers[1]
    return left in right or right in left or _is_read_as(approved, executed)


def _is_read_as(approved: Any, executed: Any) -> bool:
    """Return whether the approved value is the same moment, address or span in the type of the executed one."""
    if executed is None or isinstance(executed, str | int | float):
        return False
    try:
        read = TypeAdapter(type(executed)).validate_python(approved)
        if isinstance(read, datetime | time) and read.tzinfo is None:
            # A time without a zone gets the tool's zone.
            return bool(read == executed.replace(tzinfo=None))
        return bool(read == executed)
    except Exception:  # noqa: BLE001  # the author's own class may raise anything
        return False


def _letters(value: Any) -> str:
    return "".join(character for character in str(value).casefold() if character.isalnum())


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
