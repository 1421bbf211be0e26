"""Answer search: the private values of a process, and where an answer holds one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from forge_harness import ToolError

from ....oracles.faults import Trial
from ....oracles.secret_search import Leak, find_canary, find_leaks
from ....profile.secrets import is_private_variable
from ....targets.interop.framework_error import FrameworkError
from ....targets.outcome import Outcome
from ....targets.subject import Subject

__all__ = [
    "HOME",
    "PATHS",
    "TRACEBACK",
    "Needles",
    "answers_of",
    "leaks_in",
    "private_values",
    "quoted_value",
    "shown_place",
]


_MIN_SECRET = 8
HOME = "the path of the home directory"
"""The name of a private value; in errors of servers, errors_carry_no_detail reports it."""
_WORKSPACE, _HOST = "the absolute path of the workspace", "an absolute path of the host"
PATHS = frozenset((HOME, _WORKSPACE, _HOST))
"""The names of the private values that are paths."""
TRACEBACK = "Traceback (most recent call last)"
"""How each traceback of Python begins."""


#: Private values, by their name in findings.
Needles = Mapping[str, str]


def quoted_value(trial: Trial, needles: Needles) -> tuple[str, BaseException, str, Leak] | None:
    """Return a value that an exception of the call names and the answer contains, and its place; None if none."""
    for error in trial.errors:
        told = {name: value for name, value in needles.items() if find_canary(value, _told(error)) is not None}
        unknown = {name: value for name, value in told.items() if find_canary(value, trial.outcome.arguments) is None}
        for name, part, leak in leaks_in(trial.outcome, unknown):
            return name, error, part, leak
    return None


def _told(error: BaseException) -> list[Any]:
    return [error, getattr(error, "filename", None), getattr(error, "filename2", None), getattr(error, "cmd", None)]


def leaks_in(outcome: Outcome, needles: Needles) -> Iterator[tuple[str, str, Leak]]:
    """Yield each private value that an answer holds: its name, the part of the answer, and where in it."""
    for part, answer in answers_of(outcome):
        for name, leak in find_leaks(needles, answer):
            yield name, part, leak


def answers_of(outcome: Outcome) -> Iterator[tuple[str, Any]]:
    """Yield what the tool returned or raised, before the dispatcher's scrubbing, and last the text for the model."""
    if outcome.answer is not None:
        yield "the text of an answer", outcome.text
        yield "an answer", outcome.body
        return
    raised = outcome.raised
    if isinstance(raised, FrameworkError):
        yield "what the framework tells the model", raised.message
    elif isinstance(raised, ToolError):
        yield "the message of the ToolError", raised.message
        yield "the code of the ToolError", raised.code
    if raised is not None:
        yield "the name of the exception's class", type(raised).__name__
    if outcome.returned is not None:
        yield "the result", outcome.returned
    yield "what the model reads", outcome.payload_text


def shown_place(part: str, leak: Leak) -> str:
    """Return the place of a leak as a finding names it."""
    key = re.fullmatch(r"\['(\w+)'\]", leak.where)
    place = f"{part}'s {key[1]!r}" if key else part + leak.where
    return place if leak.how == "plain" else f"{place} ({leak.how})"


def private_values(subject: Subject) -> dict[str, str]:
    """Return the private values of this process or of a server, by their name in findings."""
    needles = {
        f"the value of the environment variable {name}": value
        for name, value in os.environ.items()
        if is_private_variable(name) and len(value) >= _MIN_SECRET and not value.isdigit()
    }
    needles["a key of the home directory"] = subject.sandbox.canaries["home"]
    # A server may have been given absolute paths by its command.
    if not subject.is_served:
        needles[_WORKSPACE] = str(subject.sandbox.workspace)
    needles[HOME] = str(Path.home())
    if not subject.is_served:
        needles[_HOST] = str(subject.sandbox.root)
    return needles
