"""Settings files: a password that the tool reads for itself, and returns."""

from __future__ import annotations

from pathlib import PurePosixPath

from ...profile.secrets import shows_secrets
from ...strategies.shaped_files import PLANTED_PASSWORD
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.excuses import Excuses
from ..calls.own_world import own_world

__all__ = ["judge_settings"]


def judge_settings(subject: Subject, outcome: Outcome, excuses: Excuses) -> None:
    """Judge that a result does not contain the password of a settings file that no argument names.

    Raises:
        CheckFailure: If it does, and nothing excuses the tool.
    """
    given = repr(outcome.arguments)
    if not outcome.succeeded or PLANTED_PASSWORD in given or PLANTED_PASSWORD not in repr(outcome.value):
        return
    secret = PLANTED_PASSWORD.encode()
    for name, content in own_world(subject).files.items():
        if content is not None and secret in content and PurePosixPath(name).name not in given:
            failure = CheckFailure(
                "password_in_answer",
                f"A result contained the password in the settings file {name!r}. Return the settings that a model "
                "needs, by their names.",
                arguments=outcome.arguments,
            )
            excuses.report(failure, shows_secrets(subject.facts))
            return
