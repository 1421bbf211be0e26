"""Checks of programs that a tool starts: an argument is data for them, not a command or an option."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...observe.observation import Unseen
from ...oracles.spawn_log import Spawn, SpawnLog
from ...profile.commands import takes_commands, takes_options
from ...profile.program_options import NO_OPTIONS, is_option
from ...strategies.payloads.texts import FILE_OPTIONS, OPTIONS, SHELL
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.answered import raise_unless_answered
from ..calls.asking import looks_failed, shown
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .attempts import Attempt, has_run, made_files, needs_files, tries, watched
from .excused import PointSelection, without_meant
from .injection_point import InjectionPoint, call, injection_points, mark_of
from .program_answers import complains, judge_answers

__all__ = ["shell_text_is_quoted", "values_are_no_options"]

_MAX_CALLS = 6
_ADVICE = "Start the program with a list of words and without a shell, or quote every value with shlex.quote."
#: A program that no allow-list contains, some that it may contain, and shell syntax that joins commands.
_PROGRAM = "/usr/bin/touch"
_PROGRAMS = ("echo hello", "ls", "pwd", "date", "cat notes.txt", "seq 1 3", "whoami", "git status")
_JOINTS = (
    "; {command}",
    " && {command}",
    " | {command}",
    "\n{command}",
    " $({command})",
    " `{command}`",
    " & {command}",
)
_MAX_ALLOWED = 2


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
    if the file exists afterwards. For a tool with a list of allowed programs, it appends another program with shell
    syntax.

    Not judged: arguments that are meant to be commands or scripts; shells on other machines.
    """
    needs_files(subject)
    patience = subject.patience()
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    meant = without_meant(subject, injection_points(calls, subject.schema), takes_commands)
    for point in patience.each([point for point in meant.excused if not point.slot.is_list]):
        _judge_allowed(subject, point, patience)
    spawning = _calls_that_spawn(subject, calls, patience)
    shells = [arguments for arguments, log in spawning if log is None or log.shell_texts]
    if not shells:
        # The tool starts programs, but never through a shell.
        return
    found = without_meant(subject, injection_points(shells, subject.schema), takes_commands)
    unheard: list[InjectionPoint] = []
    attempts = (one for one in _shell_attempts(subject, found.judged) if one.point not in unheard)
    for tried in tries(subject, attempts, patience, SpawnLog):
        attempt = tried.attempt
        if isinstance(tried.heard, Unseen):
            has_shown = has_run(subject, attempt)
        else:
            texts = tried.heard.value.shell_texts
            is_heard = any(attempt.mark in text for text in texts)
            has_shown = is_heard and bool(made_files(subject, attempt.mark))
            unheard += [attempt.point] if texts and not is_heard else []
        if has_shown:
            raise attempt.finding(
                "command_injection",
                f"Given {shown(attempt.text)} in {attempt.point.slot.shown!r}, the tool let a shell run it: a file "
                f"{attempt.mark!r} was created. {_ADVICE}",
            )
    _raise_unless_judged(subject, found, spawning)


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
    that is split into words. The check passes options as values and looks at the command lines that the tool starts,
    and for files that the options make programs write. Of a server that does not run Python it looks at the answers: a
    program shows its version or its help, or complains about an unknown option.

    Not judged: arguments that are meant to be options; words after ``--`` or after an option that takes a value;
    programs without options; command lines that a shell reads.
    """
    needs_files(subject)
    patience = subject.patience()
    spawning = _calls_that_spawn(subject, plausible_calls(subject, limit=_MAX_CALLS), patience)
    found = without_meant(subject, injection_points([call for call, _ in spawning], subject.schema), takes_options)
    is_unseen = spawning[0][1] is None
    doubtful = found.judged if is_unseen else _judge_command_lines(subject, found.judged, patience)
    if not is_unseen:
        _judge_complaints(subject, doubtful, patience)
    for tried in tries(subject, _file_attempts(subject, doubtful), patience, SpawnLog):
        if has_run(subject, tried.attempt, may_hold=True):
            raise tried.attempt.finding(
                "argument_injection",
                f"Given {shown(tried.attempt.text)} in {tried.attempt.point.slot.shown!r}, the tool passed it to a "
                "program as an option, which wrote a file. Put '--' before it, or refuse values that begin with '-'.",
            )
    if is_unseen and doubtful:
        judge_answers(subject, doubtful, patience)
    _raise_unless_judged(subject, found, spawning)


def _judge_command_lines(subject: Subject, found: list[InjectionPoint], patience: Patience) -> list[InjectionPoint]:
    """Judge the command lines that options lead to; return the arguments that a program may read as an option."""
    doubtful: list[InjectionPoint] = []
    for tried in tries(subject, _option_attempts(subject, found), patience, SpawnLog):
        attempt, spawns = tried.attempt, [] if isinstance(tried.heard, Unseen) else tried.heard.value.spawns
        is_split = attempt.text != attempt.payload
        last = (attempt.point.value.split() or [""])[-1] if is_split else ""
        taking = [spawn for spawn in spawns if not spawn.shell_text and attempt.payload in spawn.words[1:]]
        spawn = next((one for one in taking if is_option(one.words, attempt.payload, behind=last)), None)
        if spawn is not None:
            code = "value_is_split" if is_split else "argument_injection"
            raise attempt.finding(code, _option_message(attempt, spawn))
        if any(one.program not in NO_OPTIONS for one in taking) and attempt.point not in doubtful:
            doubtful.append(attempt.point)
    return doubtful


def _judge_complaints(subject: Subject, doubtful: list[InjectionPoint], patience: Patience) -> None:
    """Judge that no program complains about an option that none has, when its command line is repeated."""
    for point in patience.each(doubtful):
        mark = mark_of(subject)
        option = f"--{mark}"
        _, heard = watched(subject, point.with_text(option), SpawnLog())
        spawns = [] if isinstance(heard, Unseen) else heard.value.spawns
        for spawn in spawns:
            if option in spawn.words[1:] and complains(spawn.words, about=mark):
                raise point.finding(
                    "argument_injection",
                    f"Given {option!r} in {point.slot.shown!r}, the tool made it an option of {spawn.program!r}, which "
                    "knows none of this name. Put '--' before it, or refuse values that begin with '-'.",
                    point.with_text(option),
                )


def _option_message(attempt: Attempt, spawn: Spawn) -> str:
    became = f"{attempt.payload!r} an option of {spawn.program!r}"
    if attempt.text == attempt.payload:
        return (
            f"Given {shown(attempt.text)} in {attempt.point.slot.shown!r}, the tool made {became}. "
            "Put '--' before it, or refuse values that begin with '-'."
        )
    return (
        f"Given {shown(attempt.text)} in {attempt.point.slot.shown!r}, the tool split the value and made {became}. "
        "Pass the value as one word, including its spaces."
    )


def _calls_that_spawn(
    subject: Subject, calls: list[dict[str, Any]], patience: Patience
) -> list[tuple[dict[str, Any], SpawnLog | None]]:
    """Return the calls that start programs, with the programs; every call, with None, if they are not observable.

    Raises:
        NotApplicable: If no call starts one.
    """
    found: list[tuple[dict[str, Any], SpawnLog | None]] = []
    for arguments in patience.each(calls):
        _, heard = watched(subject, arguments, SpawnLog())
        if isinstance(heard, Unseen):
            return [(each, None) for each in calls]
        if heard.value.spawns:
            found.append((arguments, heard.value))
    if not found and subject.is_served:
        raise_unless_answered(subject)
    if not found:
        raise NotApplicable("No ordinary call starts a program.")
    return found


def _raise_unless_judged(
    subject: Subject, found: PointSelection, spawning: list[tuple[dict[str, Any], SpawnLog | None]]
) -> None:
    found.raise_for_excused()
    if spawning[0][1] is None:
        # Whether a program was started is unknown.
        raise_unless_answered(subject)


def _judge_allowed(subject: Subject, point: InjectionPoint, patience: Patience) -> None:
    """Judge whether a tool that runs only allowed programs lets a shell run another one after them."""
    mark = mark_of(subject)
    if not looks_failed(call(subject, point.with_text(f"{_PROGRAM} {mark}"))) or made_files(subject, mark):
        # The tool is meant to run any program.
        return
    starts = patience.each(dict.fromkeys((point.value, *_PROGRAMS)))
    allowed = [start for start in starts if call(subject, point.with_text(start)).succeeded][:_MAX_ALLOWED]
    for start, joint in patience.each((start, joint) for start in allowed for joint in _JOINTS):
        mark = mark_of(subject)
        attempt = Attempt(point, mark, start + joint.format(command=f"{_PROGRAM} {mark}"))
        call(subject, attempt.arguments)
        if made_files(subject, mark):
            raise attempt.finding(
                "command_injection",
                f"The tool refuses to run {_PROGRAM!r}, but given {shown(attempt.text)} in {point.slot.shown!r}, it "
                f"let a shell run it. {_ADVICE}",
            )


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


def _option_attempts(subject: Subject, found: list[InjectionPoint]) -> Iterator[Attempt]:
    """Yield an option alone, then after another word."""
    for point in found:
        mark = mark_of(subject)
        for option in (form.format(mark=mark) for form in OPTIONS):
            yield Attempt(point, mark, option, option)
            yield Attempt(point, mark, f"{point.value} {option}", option)


def _file_attempts(subject: Subject, found: list[InjectionPoint]) -> Iterator[Attempt]:
    for point in found:
        for form in FILE_OPTIONS:
            mark = mark_of(subject)
            yield Attempt(point, mark, form.format(mark=mark))
