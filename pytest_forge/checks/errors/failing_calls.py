"""Failing calls: ordinary calls, calls for things that do not exist, and the campaign of faults."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...oracles.faults import FaultCampaign, Trial
from ...strategies.calls.examples import candidate_arguments
from ...strategies.workspace_files import plant_files
from ...targets.subject import Subject
from ...verdict import CouldNotRun

__all__ = ["MAX_CALLS", "calls_naming_variables", "surveyed"]

MAX_CALLS = 8


#: Texts of a call that are replaced by the name of a variable.
_MAX_TEXTS = 4


def surveyed(subject: Subject) -> tuple[FaultCampaign, list[Trial]]:
    """Make the ordinary calls and those for missing things; return the campaign of faults, and what the calls did.

    Raises:
        CouldNotRun: If the tool accepts none of them.
    """
    calls = candidate_arguments(subject.schema, limit=MAX_CALLS)

    def prepare(workspace: Path) -> None:
        plant_files(workspace, schema=subject.schema, calls=calls)

    prepare(subject.sandbox.workspace)
    campaign = FaultCampaign(subject, [*calls, *_missing(calls)], prepare=prepare)
    trials = campaign.survey()
    if not any(trial.outcome.ran for trial in trials):
        raise CouldNotRun(
            "The tool accepts no call that could be made. Give its arguments examples, or looser patterns."
        )
    return campaign, trials


def calls_naming_variables(subject: Subject) -> Iterator[dict[str, Any]]:
    """Yield calls whose texts name an environment variable, as a template or a look-up would."""
    for call in candidate_arguments(subject.schema, limit=1):
        for key in [key for key, value in call.items() if isinstance(value, str)][:_MAX_TEXTS]:
            for text in ("DATABASE_URL", "${DATABASE_URL}"):
                yield {**call, key: text}


def _missing(calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield calls that name things which do not or cannot exist."""
    for name in ("no-such-entry", "no-such-entry.csv", "../no-such-entry.txt", "n" * 5000):
        for call in calls[:1]:
            yield {key: name if isinstance(value, str) else value for key, value in call.items()}
