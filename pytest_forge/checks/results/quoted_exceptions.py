"""Quoted exceptions: a failure that is returned in the words of its exception is one cause, and one finding."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ...oracles.faults import FaultCampaign
from ...oracles.secret_search import find_leaks
from ...strategies.workspace_files import plant_files
from ...targets.subject import Subject

__all__ = ["quotes_exceptions"]


def quotes_exceptions(subject: Subject, arguments: Mapping[str, Any]) -> bool:
    """Tell whether a call, made to fail, answers with the text of the exception, and as if nothing had happened.

    Whoever mends that, by raising or by a sentence of its own, is told of what is left in the next run. For the end of
    a check: what is watched stays so.

    Args:
        subject: The tool.
        arguments: The call.
    """
    prepare = partial(plant_files, schema=subject.schema, calls=[dict(arguments)])
    campaign = FaultCampaign(subject, [arguments], prepare=prepare)
    campaign.survey()
    return any(
        trial.outcome.succeeded and any(find_leaks(campaign.canaries, trial.outcome.returned))
        for trial in campaign.trials()
    )
