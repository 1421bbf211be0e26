"""Calls whose effects are watched: what changed on disk, and what was asked of the system, call by call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...oracles.audit import AuditEvent, AuditLog
from ...oracles.file_tree import Change, FileTree
from ...oracles.look_ups import LookUps
from ...strategies.calls.boundaries import boundary_arguments
from ...strategies.schemas.flat_schema import CannotMake, FlatSchema
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CallHung, CouldNotRun, NotApplicable, NotEnoughSeen
from ..calls.hurried_time import hurried_time
from ..calls.large_calls import is_large
from ..calls.plausible_calls import plausible_calls

__all__ = [
    "Observed",
    "effect_calls",
    "observe",
    "observed_calls",
    "raise_unless_reached",
    "smallest_call",
]

TELLS_OF_SILENCE = "valid_calls_return"
"""The check that reports a call that does not come back."""

_MAX_PLAUSIBLE = 12
_MAX_CHOICES = 24
_MAX_EDGES = 16
#: A number may say how much work there is to do.
_MAX_NUMBER = 10_000
_MAX_DROPPED = 8


@dataclass(frozen=True, slots=True)
class Observed:
    """One call and its effects.

    Attributes:
        outcome: The call.
        before: The sandbox before it.
        after: The sandbox after it.
        events: What Python asked of the system.
        looked_up: Names whose status was asked for.
        workspace: What relative names are below.
    """

    outcome: Outcome
    before: FileTree
    after: FileTree
    events: tuple[AuditEvent, ...]
    looked_up: tuple[str, ...]
    workspace: Path

    @property
    def changes(self) -> list[Change]:
        """What is different on disk; a folder only if its permissions are, since its time tells of names that went."""
        return [
            change
            for change in self.after.changes_since(self.before)
            if not (change.kind == "folder" and change.action == "changed" and not self._changed_mode(change))
        ]

    def _changed_mode(self, change: Change) -> bool:
        then, now = self.before.entries[str(change.path)], self.after.entries[str(change.path)]
        return (then.kind, then.mode) != (now.kind, now.mode)


def observe(subject: Subject, arguments: Mapping[str, Any]) -> Observed:
    """Make one call, with pauses that take no time, and see what it leaves behind."""
    sandbox = subject.sandbox
    before = FileTree.snapshot(sandbox.root, leave_out={sandbox.output})
    with AuditLog() as log, LookUps() as looked_up, hurried_time():
        outcome = subject.call(arguments)
    after = FileTree.snapshot(sandbox.root, leave_out={sandbox.output})
    return Observed(outcome, before, after, tuple(log.events), tuple(looked_up.names), sandbox.workspace)


def observed_calls(subject: Subject) -> Iterator[Observed]:
    """Make ordinary calls that between them try every choice the schema offers; end after one that does not come back.

    What was not made is told by the subject's patience, and by `raise_unless_reached`.

    Raises:
        CouldNotRun: If the schema allows no call that could be made.
    """
    for arguments in subject.patience().each(effect_calls(subject)):
        observed = observe(subject, arguments)
        yield observed
        if observed.outcome.timed_out:
            return


def effect_calls(subject: Subject) -> list[dict[str, Any]]:
    """Return ordinary calls, some with each choice of an enum or a switch, and some at edges; their files are planted.

    Raises:
        CouldNotRun: If the schema allows no call that could be made.
    """
    calls = plausible_calls(subject, limit=_MAX_PLAUSIBLE)
    fullest = max(calls, key=len)
    try:
        fits = FlatSchema(subject.schema).fits
    except CannotMake:
        return calls
    for name, value in list(_choices(subject.schema))[:_MAX_CHOICES]:
        for base in (calls[0], fullest):
            call = {**base, name: value}
            if call not in calls and fits(subject.schema, call):
                calls.append(call)
                break
    for boundary in boundary_arguments(subject.schema, limit=_MAX_EDGES):
        is_number = isinstance(boundary.value, int | float)
        if boundary.arguments not in calls and not (is_number and abs(boundary.value) > _MAX_NUMBER):
            calls.append(boundary.arguments)
    return calls


def _choices(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    definitions = {**(schema.get("definitions") or {}), **(schema.get("$defs") or {})}
    for name, node in (schema.get("properties") or {}).items():
        for part in _parts(node, definitions):
            values = part.get("enum")
            if isinstance(values, list):
                yield from ((name, value) for value in values)
            elif part.get("type") == "boolean":
                yield from ((name, value) for value in (True, False))


def _parts(node: Any, definitions: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if not isinstance(node, Mapping):
        return
    yield node
    for keyword in ("anyOf", "oneOf", "allOf"):
        for part in node.get(keyword) or ():
            yield from _parts(part, {})
            yield from _parts(definitions.get(str(part.get("$ref", "")).rpartition("/")[2]), {})
    yield from _parts(definitions.get(str(node.get("$ref", "")).rpartition("/")[2]), {})


def raise_unless_reached(outcomes: list[Outcome]) -> None:
    """Say so if no call did the tool's work, so that the absence of effects would prove nothing.

    Raises:
        CallHung: If a call did not come back, after which no other was made.
        NotEnoughSeen: If it may only have had much to do.
        NotApplicable: If every call that was let in failed.
        CouldNotRun: If none was let in.
    """
    late = next((outcome for outcome in outcomes if outcome.timed_out), None)
    if late is not None and is_large(late.arguments):
        raise NotEnoughSeen(
            "Not enough was seen: a call with large values did not come back in time, so that no other was made after "
            "it. Use a larger budget."
        )
    if late is not None:
        raise CallHung
    if any(outcome.succeeded for outcome in outcomes):
        return
    if not any(outcome.ran for outcome in outcomes):
        raise CouldNotRun("No plausible call passes validation. Give the fields examples that do.")
    if any(outcome.is_error_dict for outcome in outcomes):
        raise NotApplicable(
            "Every plausible call ended in an error of the tool's own, so that what it does when it works is not seen."
        )
    raise NotApplicable("No plausible call did the tool's work, which is judged by results_are_json.")


def smallest_call(
    subject: Subject, arguments: Mapping[str, Any], shows: Callable[[Mapping[str, Any]], bool]
) -> dict[str, Any]:
    """Return *arguments* without the optional ones that are not needed for what *shows* tells of a call."""
    smallest = dict(arguments)
    try:
        fits = FlatSchema(subject.schema).fits
    except CannotMake:
        return smallest
    for name in list(smallest)[:_MAX_DROPPED]:
        fewer = {key: value for key, value in smallest.items() if key != name}
        if fits(subject.schema, fewer) and shows(fewer):
            smallest = fewer
    return smallest
