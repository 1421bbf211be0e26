"""Checks of programs that a tool starts: an argument is data for them, not a command or an option."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...oracles.spawn_log import Spawn, SpawnLog
from ...profile.commands import takes_commands, takes_options
from ...profile.program_options import is_option
from ...strategies.payloads.texts import OPTIONS, SHELL
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .excused import without_meant
from .injection_point import Attempt, InjectionPoint, call, injection_points, mark_of

__all__ = ["shell_text_is_quoted", "values_are_no_options"]

_MAX_SHOWN = 80
_MAX_CALLS = 6


@check(
    family="injection",
    level="MUST",
    source="CWE-78: OS command injection",
    codes={"command_injection": "A shell runs an argument as a command."},
)
def shell_text_is_quoted(subject: Subject) -> None:
    """No argument is run as a shell command.

    A tool that inserts a model's text into a command line runs commands from any page that the model has read. The
    check puts text that makes a shell create a file into every argument, escaping from every kind of quotes, and fails
    if the file exists afterwards.

    Not judged: arguments that are meant to be commands or scripts; shells on other machines.
    """
    patience = subject.patience()
    spawning = _calls_that_spawn(subject, patience)
    calls = [arguments for arguments, spawned in spawning if any(spawn.shell_text for spawn in spawned)]
    if not calls:
        # The tool starts programs, but never through a shell.
        return
    found = without_meant(subject, injection_points(calls, subject.schema), takes_commands)
    unheard: list[InjectionPoint] = []
    for attempt in patience.each(_shell_attempts(subject, found.judged)):
        if attempt.point in unheard:
            continue
        attempt.point.plant(subject.sandbox.workspace, attempt.text)
        with SpawnLog() as log:
            call(subject, attempt.arguments)
        is_heard = any(attempt.mark in heard for heard in log.shell_texts)
        if is_heard and _made(subject, attempt.mark):
            raise attempt.finding(
                "command_injection",
                f"Given {_shown(attempt.text)} in {attempt.point.slot.shown!r}, the tool let a shell run it: a file "
                f"{attempt.mark!r} was created. Start the program with a list of words and without a shell, or quote "
                "every value with shlex.quote.",
            )
        if log.shell_texts and not is_heard:
            unheard.append(attempt.point)
    found.raise_for_excused()


@check(
    family="injection",
    level="MUST",
    source="CWE-88: argument injection",
    codes={
        "argument_injection": "A program reads an argument as an option.",
        "value_is_split": "An argument is split into several words of a command line.",
    },
)
def values_are_no_options(subject: Subject) -> None:
    """No argument becomes an option of a program, or more than one word of its command line.

    Even without a shell, ``--output=…`` or ``-rf`` instead of a name changes what a program does, and so does a value
    that is split into words. The check passes options as values and looks at the command lines that the tool starts.

    Not judged: arguments that are meant to be options; words after ``--`` or after an option that takes a value;
    programs without options; command lines that a shell reads.
    """
    patience = subject.patience()
    calls = [arguments for arguments, _ in _calls_that_spawn(subject, patience)]
    found = without_meant(subject, injection_points(calls, subject.schema), takes_options)
    for attempt, option in patience.each(_option_attempts(subject, found.judged)):
        attempt.point.plant(subject.sandbox.workspace, attempt.text)
        with SpawnLog() as log:
            call(subject, attempt.arguments)
        is_split = attempt.text != option
        last = (attempt.point.value.split() or [""])[-1] if is_split else ""
        spawn = next((s for s in log.spawns if not s.shell_text and is_option(s.words, option, behind=last)), None)
        if spawn is not None:
            code = "value_is_split" if is_split else "argument_injection"
            raise attempt.finding(code, _option_message(attempt, option, spawn))
    found.raise_for_excused()


def _option_message(attempt: Attempt, option: str, spawn: Spawn) -> str:
    became = f"{option!r} an option of {spawn.program!r}"
    if attempt.text == option:
        return (
            f"Given {_shown(attempt.text)} in {attempt.point.slot.shown!r}, the tool made {became}. "
            "Put '--' before it, or refuse values that begin with '-'."
        )
    return (
        f"Given {_shown(attempt.text)} in {attempt.point.slot.shown!r}, the tool split the value and made {became}. "
        "Pass the value as one word, including its spaces."
    )


def _calls_that_spawn(subject: Subject, patience: Patience) -> list[tuple[dict[str, Any], list[Spawn]]]:
    """Return the ordinary calls that started programs, with the programs.

    Raises:
        NotApplicable: If no call did.
    """
    found = []
    for arguments in patience.each(plausible_calls(subject, limit=_MAX_CALLS)):
        with SpawnLog() as log:
            call(subject, arguments)
        if log.spawns:
            found.append((arguments, log.spawns))
    if not found:
        raise NotApplicable("No ordinary call starts a program.")
    return found


def _shell_attempts(subject: Subject, found: list[InjectionPoint]) -> Iterator[Attempt]:
    """Yield texts that make a shell create a file named after the mark."""
    for point in found:
        mark = mark_of(subject)
        texts = [point.texts(payload.format(mark=mark)) for payload in SHELL]
        yield from (Attempt(point, mark, text) for several in texts for text in several[:1])
        yield from (Attempt(point, mark, text) for several in texts for text in several[1:])
        if {"maxLength", "pattern"} & point.slot.schema.keys():
            # Use a short mark for short fields.
            yield from (Attempt(point, mark[:2], payload.format(mark=mark[:2])) for payload in SHELL)


def _option_attempts(subject: Subject, found: list[InjectionPoint]) -> Iterator[tuple[Attempt, str]]:
    """Yield an option alone, then after another word, each with the option itself."""
    for point in found:
        mark = mark_of(subject)
        for option in (form.format(mark=mark) for form in OPTIONS):
            yield Attempt(point, mark, option), option
            yield Attempt(point, mark, f"{point.value} {option}"), option


def _made(subject: Subject, mark: str) -> bool:
    """Return whether a file that begins with *mark* exists in the sandbox or the working directory."""
    folders = {Path.cwd(), subject.sandbox.root}
    return any(name.startswith(mark) for folder in folders for _, _, names in os.walk(folder) for name in names)


def _shown(text: str) -> str:
    return repr(text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…")
