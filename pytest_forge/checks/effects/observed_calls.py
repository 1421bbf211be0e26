"""Observed calls: the calls by which the effects of a tool are judged, each with its observation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ...observe.observation import Observation
from ...strategies.calls.boundaries import boundary_arguments
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CallHung, CouldNotRun, NotApplicable, NotEnoughSeen
from ..calls.large_calls import is_large
from ..calls.observing import observe
from ..calls.ordinary_outcomes import raise_for_no_result
from ..calls.plausible_calls import plausible_calls
from ..calls.preparation.set_up import set_up_calls
from ..calls.working import raise_unless_asked

__all__ = [
    "are_enough",
    "effect_calls",
    "observed_calls",
    "raise_unless_reached",
    "raise_unless_repeated",
    "smallest_call",
]

TELLS_OF_SILENCE = "valid_calls_return"
"""The check that reports a call that does not return."""

_MAX_PLAUSIBLE = 12
_MAX_CHOICES = 24
_MAX_EDGES = 16
_MAX_PREPARED = 4
#: Number of different calls that are repeated.
_MAX_REPEATED = 4
#: A larger number may mean more work.
_MAX_NUMBER = 10_000
_MAX_DROPPED = 8


def observed_calls(subject: Subject, calls: Iterable[dict[str, Any]] | None = None) -> Iterator[Observation[Outcome]]:
    """Make ordinary calls that together try every choice in the schema; stop after one that does not return.

    The checks of one process make the default calls once.

    The subject's patience and `raise_unless_reached` report calls that were not made.

    Args:
        subject: The tool.
        calls: The calls; those of `effect_calls` by default.

    Raises:
        CouldNotRun: If no call can be made from the schema.
    """

    def made(wanted: Iterable[dict[str, Any]]) -> Iterator[Observation[Outcome]]:
        for arguments in subject.patience().each(wanted):
            observed = observe(subject, arguments)
            observed.answer.release()
            yield observed
            if observed.answer.timed_out:
                return

    def made_by_default() -> Iterator[Observation[Outcome]]:
        has_worked = False
        for seen in made(ordinary):
            has_worked = has_worked or seen.answer.succeeded
            yield seen
        if subject.is_served and not has_worked:
            # Other tools may have to create the records first.
            yield from made(set_up_calls(subject)[:_MAX_PREPARED])

    if calls is not None:
        return made(calls)
    ordinary = effect_calls(subject)
    return subject.record("observed ordinary calls", made_by_default)


def effect_calls(subject: Subject) -> list[dict[str, Any]]:
    """Return ordinary calls, calls with each choice of an enum or switch, and edge cases; plant their files.

    Raises:
        CouldNotRun: If no call can be made from the schema.
    """
    if subject.is_served:
        # To prepare records means to call the tool, which may have its effects in the first call.
        calls = set_up_calls(subject, is_prepared=False)
    else:
        calls = plausible_calls(subject, limit=_MAX_PLAUSIBLE)
    fullest = max(calls, key=len)
    fits = FlatSchema(subject.schema).fits
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


def raise_unless_reached(subject: Subject, outcomes: list[Outcome], *, is_online: bool = False) -> None:
    """Raise unless a call did the tool's work; otherwise the absence of effects proves nothing.

    Args:
        subject: The tool.
        outcomes: Its calls.
        is_online: Whether a call of a server that failed because the network is closed did its work.

    Raises:
        CallHung: If a call did not return, after which no other was made.
        NotEnoughSeen: If it may only have had much work to do.
        NotApplicable: If every call that passed validation failed.
        CouldNotRun: If none passed validation.
    """
    late = next((outcome for outcome in outcomes if outcome.timed_out), None)
    if late is not None and is_large(late.arguments):
        raise NotEnoughSeen(
            "Not judged: a call with large values did not return in time, and no call was made after it. "
            "Use a larger budget."
        )
    if late is not None:
        raise CallHung
    if any(outcome.succeeded for outcome in outcomes):
        return
    if subject.is_served and is_online:
        raise_unless_asked(subject)
        return
    if subject.is_served:
        raise_for_no_result(subject, outcomes)
    if not any(outcome.ran for outcome in outcomes):
        raise CouldNotRun("No plausible call passes validation. Give the fields valid examples.")
    if any(outcome.is_error_dict for outcome in outcomes):
        raise NotApplicable(
            "Every plausible call returned an error of the tool's own, so its effects when it works are unknown."
        )
    raise NotApplicable("No plausible call succeeded; see results_are_json.")


def are_enough(outcomes: list[Outcome]) -> bool:
    """Return whether no further call needs to be repeated: some have reached the tool and one has worked, or hangs."""
    if outcomes[-1].timed_out:
        return True
    return sum(made.ran for made in outcomes) > _MAX_REPEATED and any(made.succeeded for made in outcomes)


def raise_unless_repeated(subject: Subject, outcomes: list[Outcome], repeated: list[bool]) -> None:
    """Raise unless a call worked and worked again when repeated; otherwise no growth could have shown.

    Args:
        subject: The tool.
        outcomes: The different calls.
        repeated: For each repeated call, whether it succeeded.
    """
    raise_unless_reached(subject, outcomes)
    if not any(repeated):
        raise NotApplicable("No call succeeds more than once, so leaks per call cannot be counted.")


def smallest_call(
    subject: Subject, arguments: Mapping[str, Any], shows: Callable[[Mapping[str, Any]], bool]
) -> dict[str, Any]:
    """Return *arguments* without the optional ones that *shows* does not need to stay true."""
    smallest = dict(arguments)
    fits = FlatSchema(subject.schema).fits
    for name in list(smallest)[:_MAX_DROPPED]:
        fewer = {key: value for key, value in smallest.items() if key != name}
        if fits(subject.schema, fewer) and shows(fewer):
            smallest = fewer
    return smallest
