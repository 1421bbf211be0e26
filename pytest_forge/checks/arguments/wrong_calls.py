"""Wrong calls: calls with one wrong argument, in the form in which they are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from ...strategies.calls.broken import Broken, Kind, invalid_arguments
from ...strategies.calls.examples import candidate_arguments
from ...targets.subject import Subject
from ...verdict import CouldNotRun, NotApplicable
from ..calls.plausible_calls import plausible_calls
from ..calls.working import working_replies

__all__ = ["broken_calls", "calls_to_make", "require_a_call"]

#: Wrong calls of one kind to a server.
_MAX_CALLS = 40


def broken_calls(subject: Subject, mark: str, kind: Kind, *, absent: str) -> list[Broken]:
    """Return the calls in which one top-level argument is wrong in the given way.

    Args:
        subject: The tool.
        mark: Text that the wrong values contain.
        kind: The kind of mistake.
        absent: Reason for NotApplicable, as a sentence.

    Raises:
        NotApplicable: If there are no such calls.
        CouldNotRun: If no valid call could be made to start from.
    """
    if subject.facts.validates == "nothing":
        raise NotApplicable(f"{subject.facts.framework} passes the arguments on without validation.")
    require_a_call(subject)
    found = [broken for broken in invalid_arguments(subject.schema, mark=mark) if broken.kind == kind]
    found = [broken for broken in found if len(broken.path) == 1]
    if not found:
        raise NotApplicable(absent)
    return calls_to_make(subject, found)


def calls_to_make(subject: Subject, broken: list[Broken]) -> list[Broken]:
    """Return wrong calls in the form in which they are made: to a server, few, and all else from a call that works."""
    if not subject.is_served:
        return broken
    control = working_replies(subject, plausible_calls(subject), most=1)[0]
    return [replace(one, arguments=_over(control.arguments, one)) for one in _spread(broken)]


def _over(arguments: Mapping[str, Any], broken: Broken) -> dict[str, Any]:
    name = str(broken.path[0])
    if name not in broken.arguments:
        return {key: value for key, value in arguments.items() if key != name}
    return {**arguments, name: broken.arguments[name]}


def _spread(found: list[Broken]) -> list[Broken]:
    """Return the first defect of each argument before second ones."""
    turns: Counter[tuple[str | int, ...]] = Counter()
    ranked = []
    for broken in found:
        turns[broken.path] += 1
        ranked.append((turns[broken.path], broken))
    return [broken for _, broken in sorted(ranked, key=lambda item: item[0])][:_MAX_CALLS]


def require_a_call(subject: Subject) -> None:
    """Check that a valid call can be made from the schema.

    Raises:
        CouldNotRun: If not.
    """
    if not candidate_arguments(subject.schema, limit=1):
        raise CouldNotRun(
            "No call could be made that the advertised schema allows. Fix the schema, or give its fields examples."
        )
