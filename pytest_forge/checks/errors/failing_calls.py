"""Failing calls: ordinary calls, calls for things that do not exist, and the campaign of faults."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...oracles.faults import FaultCampaign, Trial
from ...oracles.own_code import OwnCode
from ...profile.argument import Argument
from ...profile.claim import Claim
from ...profile.commands import takes_commands
from ...profile.roles import role_of
from ...strategies.calls.broken import invalid_arguments
from ...strategies.calls.examples import candidate_arguments
from ...targets.subject import Subject
from ...verdict import CouldNotRun
from ..calls.asking import answered, reply_to
from ..calls.missing_things import failing_calls
from ..calls.plausible_calls import plausible_calls
from ..calls.preparation.set_up import set_up_calls
from ..calls.worlds.own_world import plant_world

__all__ = [
    "MAX_CALLS",
    "FaultedCalls",
    "calls_naming_variables",
    "commands_for_variables",
    "commands_in",
    "faulted_calls",
    "plain_trials",
    "provoking_calls",
]

MAX_CALLS = 8
#: Calls that a schema refuses: those made, of those considered.
_MAX_BROKEN, _MAX_INVALID = 12, 60

#: Longest chain of exceptions that is followed.
_MAX_CAUSES = 10
#: Texts of a call that are replaced by the name of a variable.
_MAX_TEXTS = 4


class FaultedCalls(Struct, frozen=True):
    """The ordinary calls of a tool and those for missing things, then the same calls with faults.

    A server cannot be given faults; it is sent calls that its schema refuses.

    Attributes:
        own: The author's code.
        canaries: The canaries in injected exceptions, by private place.
        ordinary: The ordinary calls of a function.
        trials: The calls, made when they are asked for; those without a fault come first.
    """

    own: OwnCode
    canaries: Mapping[str, str]
    ordinary: Sequence[dict[str, Any]]
    trials: Iterator[Trial]


def faulted_calls(subject: Subject) -> FaultedCalls:
    """Return the faulted calls of a tool, which the checks of one process make once.

    Their trials raise CouldNotRun if the tool accepts none of the calls without a fault.
    """
    made: Iterator[Any] = subject.record("faulted calls", lambda: _faulted_calls(subject))
    own, canaries, ordinary = next(made)
    return FaultedCalls(own, canaries, ordinary, made)


def plain_trials(subject: Subject, calls: Sequence[dict[str, Any]]) -> Iterator[Trial]:
    """Make calls without a fault; the tool is watched from now on."""
    if not subject.is_served:
        yield from FaultCampaign(subject, calls).survey()
        return
    every = subject.patience().each(calls)
    yield from map(Trial, answered(subject, (reply_to(subject, call) for call in every)))


def _faulted_calls(subject: Subject) -> Iterator[Any]:
    if subject.is_served:
        yield OwnCode(subject.tool), {}, []
        yield from plain_trials(subject, provoking_calls(subject))
        return
    calls = plausible_calls(subject, limit=MAX_CALLS)

    def prepare(workspace: Path) -> None:
        plant_world(subject, calls, workspace)

    prepare(subject.sandbox.workspace)
    campaign = FaultCampaign(subject, [*calls, *_missing(calls)], prepare=prepare)
    yield campaign.own, campaign.canaries, calls
    trials = campaign.survey()
    yield from map(_without_frames, trials)
    if not any(trial.outcome.ran for trial in trials):
        raise CouldNotRun(
            "The tool accepts no call that could be made. Give its arguments examples, or looser patterns."
        )
    yield from map(_without_frames, campaign.trials())


def provoking_calls(subject: Subject) -> list[dict[str, Any]]:
    """Return calls that name missing things, ordinary calls, and calls that the schema refuses."""
    calls = set_up_calls(subject, limit=4)
    broken = [broken.arguments for broken in invalid_arguments(subject.schema, limit=_MAX_INVALID)]
    return [*failing_calls(subject, calls), *calls, *broken[:: max(1, len(broken) // _MAX_BROKEN)]]


def _without_frames(trial: Trial) -> Trial:
    """Return a trial that keeps nothing alive: frames hold the tool's open files."""
    for error in (*trial.errors, trial.outcome.raised):
        seen: BaseException | None = error
        for _ in range(_MAX_CAUSES):
            if seen is not None:
                seen.__traceback__ = None
                seen = seen.__cause__ or seen.__context__
    return replace(trial, raised=[replace(raised, frames=()) for raised in trial.raised])


def calls_naming_variables(subject: Subject) -> Iterator[dict[str, Any]]:
    """Yield calls whose texts name an environment variable, as a template or a look-up would."""
    for call in candidate_arguments(subject.schema, limit=1):
        for key in [key for key, value in call.items() if isinstance(value, str)][:_MAX_TEXTS]:
            for text in ("DATABASE_URL", "${DATABASE_URL}"):
                yield {**call, key: text}


def commands_for_variables(subject: Subject, arguments: Mapping[str, Any]) -> Iterator[Claim]:
    """Yield the claims that an argument which names an environment variable is meant to contain commands."""
    for name, value in arguments.items():
        text = str(value)
        if "$" in text or any(variable in text for variable in os.environ):
            yield from commands_in(subject, {name: value})


def commands_in(subject: Subject, arguments: Mapping[str, Any]) -> Iterator[Claim]:
    """Yield the claims that arguments are meant to contain commands."""
    properties = subject.schema.get("properties") or {}
    for name in arguments:
        node = properties.get(name)
        if isinstance(node, Mapping):
            argument = Argument(name, str(node.get("description", "")), role_of(name, node))
            yield takes_commands(subject.facts, argument)


def _missing(calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield calls that name things which do not or cannot exist."""
    for name in ("no-such-entry", "no-such-entry.csv", "../no-such-entry.txt", "n" * 5000):
        for call in calls[:1]:
            yield {key: name if isinstance(value, str) else value for key, value in call.items()}
