"""Checks on programs that a tool starts: a model's text is one word of data for them, no command and no option."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...oracles.spawn_log import Spawn, SpawnLog
from ...strategies.payloads.texts import OPTIONS, SHELL
from ...strategies.roles import Role
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .opening import Opening, call, mark_of, openings
from .program_options import takes_options

__all__ = ["shell_text_is_quoted", "values_are_no_options"]

_MAX_SHOWN = 80
_MAX_CALLS = 6
_COMMAND = re.compile(
    r"\b(?:command|cmd|shell|bash|script|snippet)s?\b(?! (?:name|id))|\b(?:code|program) to (?:run|execute)\b"
)
_WORDS = re.compile(
    r"\b(?:args|argv|flags?|options?|switches|parameters)\b|(?:space|comma|white ?space)[- ](?:separated|delimited)"
)


@check(family="injection", level="MUST", source="CWE-78: OS command injection")
def shell_text_is_quoted(subject: Subject) -> None:
    """No argument becomes a command of a shell.

    A tool that writes a model's text into a command line runs whatever an attacker has put into a page that the model
    read. Judged by what happened: text that asks a shell to make a file was given in every argument, out of every kind
    of quotes, and the file was there.

    Not judged: arguments that are meant to be commands or scripts; shells on other machines.
    """
    calls, spawned = _calls_that_spawn(subject)
    calls = [arguments for arguments, spawns in zip(calls, spawned, strict=True) if any(s.shell_text for s in spawns)]
    patience = subject.patience()
    for opening in openings(calls, subject.schema) if calls else ():
        if opening.slot.role in (Role.COMMAND, Role.CODE) or _COMMAND.search(opening.says):
            continue
        for text, mark in _shell_texts(opening, mark_of(subject)):
            opening.plant(subject.sandbox.workspace, text)
            arguments = opening.with_text(text)
            with SpawnLog() as log:
                call(subject, arguments)
            if any(mark in heard for heard in log.shell_texts) and _made(subject, mark):
                raise CheckFailure(
                    f"Given {_shown(text)} in {opening.slot.shown!r}, the tool let a shell run it: a file {mark!r} was "
                    "made. Start the program with a list of words and no shell, or quote every value with shlex.quote.",
                    arguments=arguments,
                )
            if (log.shell_texts and not any(mark in heard for heard in log.shell_texts)) or patience.is_over:
                break


@check(family="injection", level="MUST", source="CWE-88: argument injection")
def values_are_no_options(subject: Subject) -> None:
    """No argument becomes an option of a program, or more than one word.

    Without a shell, ``--output=…`` or ``-rf`` in the place of a name still changes what a program does, and so does a
    value that is split into words.

    Not judged: arguments that are meant to be options; words behind ``--`` or behind an option that takes a value;
    programs that know no options; texts that a shell reads.
    """
    calls, _ = _calls_that_spawn(subject)
    patience = subject.patience()
    for opening in openings(calls, subject.schema):
        if opening.slot.role in (Role.COMMAND, Role.CODE) or _COMMAND.search(opening.says) or _is_list(opening):
            continue
        mark = mark_of(subject)
        for option in OPTIONS:
            option = option.format(mark=mark)
            for text in (option, f"{opening.value} {option}"):
                opening.plant(subject.sandbox.workspace, text)
                arguments = opening.with_text(text)
                with SpawnLog() as log:
                    call(subject, arguments)
                last = "" if text == option else (opening.value.split() or [""])[-1]
                found = next(
                    (s for s in log.spawns if not s.shell_text and takes_options(s.words, option, behind=last)), None
                )
                if found is not None:
                    raise CheckFailure(_option_message(opening, text, option, found), arguments=arguments)
                if patience.is_over:
                    return


def _option_message(opening: Opening, text: str, option: str, spawn: Spawn) -> str:
    became = f"{option!r} an option of {spawn.program!r}"
    if text == option:
        return (
            f"Given {_shown(text)} in {opening.slot.shown!r}, the tool made {became}. "
            "Put '--' before it, or refuse values that begin with '-'."
        )
    return (
        f"Given {_shown(text)} in {opening.slot.shown!r}, the tool split the value and made {became}. "
        "Pass a value as one word, whatever spaces it holds."
    )


def _is_list(opening: Opening) -> bool:
    return bool(_WORDS.search(opening.says))


def _calls_that_spawn(subject: Subject) -> tuple[list[dict[str, Any]], list[list[Spawn]]]:
    """Return the ordinary calls that started a program, and what each started.

    Raises:
        NotApplicable: If none did.
    """
    calls, spawned = [], []
    patience = subject.patience()
    for arguments in plausible_calls(subject, limit=_MAX_CALLS):
        with SpawnLog() as log:
            call(subject, arguments)
        if log.spawns:
            calls.append(arguments)
            spawned.append(log.spawns)
        if patience.is_over:
            break
    if not calls:
        raise NotApplicable("No ordinary call starts a program.")
    return calls, spawned


def _shell_texts(opening: Opening, mark: str) -> Iterator[tuple[str, str]]:
    """Yield what to put there, and the name of the file that a shell would make of it."""
    for payload in SHELL:
        yield from ((text, mark) for text in opening.texts(payload.format(mark=mark))[:1])
    for payload in SHELL:
        yield from ((text, mark) for text in opening.texts(payload.format(mark=mark))[1:])
    if {"maxLength", "pattern"} & opening.slot.schema.keys():
        # Few letters are enough.
        yield from ((payload.format(mark=mark[:2]), mark[:2]) for payload in SHELL)


def _made(subject: Subject, mark: str) -> bool:
    """Tell whether a file that begins with *mark* is anywhere in the sandbox, or where the tool went."""
    folders = {Path.cwd(), subject.sandbox.root}
    return any(name.startswith(mark) for folder in folders for _, _, names in os.walk(folder) for name in names)


def _shown(text: str) -> str:
    return repr(text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…")
