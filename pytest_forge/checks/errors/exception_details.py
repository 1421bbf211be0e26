"""Exception details: what a tool says after a failure contains nothing of the exception."""

from __future__ import annotations

import traceback
from typing import Any

from forge_harness import ToolError

from ...oracles.faults import FaultCampaign, Trial
from ...oracles.own_code import OwnCode
from ...oracles.secret_search import find_canary, find_leak
from ...regex import regex
from ...targets.interop.framework_error import FrameworkError
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.candidates import judge_candidates
from ..check import check
from .failing_calls import FaultedCalls, faulted_calls, provoking_calls
from .told_details.answer_search import (
    TRACEBACK,
    Needles,
    answers_of,
    leaks_in,
    private_values,
    quoted_value,
    shown_place,
)
from .told_details.damaged_contents import trials_with_damaged_files
from .told_details.error_texts import ErrorTexts
from .told_details.handled_errors import judge_handled_errors

__all__ = ["errors_carry_no_detail"]

#: An absolute path, but not of programs and devices, which are the same everywhere.
_HOST_PATH = regex(r"(?<![\w./:-])/(?!dev/|proc/|bin/|usr/bin/|sbin/|usr/sbin/)[\w.+-]+(?:/[\w.+-]+)+")


@check(
    family="errors",
    level="MUST",
    source="Authoring Forge Tools: S-013 invariant",
    codes={
        "exception_text_in_answer": "The text of an exception, or a value it names, gets into an answer.",
        "traceback_in_answer": "A traceback gets into an answer.",
        "private_value_in_answer": "A path or a value that an exception named gets into an answer.",
        "error_output_in_answer": "The error output of a command gets into an answer, with a path.",
    },
    advice=("exception_text_in_answer",),
)
def errors_carry_no_detail(subject: Subject) -> None:
    """An answer contains nothing of an exception but the name of its class.

    The text of an exception may contain paths of the home directory, host names, settings or parts of a query. A tool
    that quotes it sends them to the model, and from there into replies, logs and to third parties. The dispatcher
    scrubs exceptions that a tool raises. A returned result or a ToolError is the tool's own responsibility: log the
    detail, and answer with a sentence of your own.

    The check makes files, sockets, processes and databases fail, and each guarded line of the tool. The exceptions
    contain a random canary in their text, file name, cause and notes. The check then searches every answer, of this
    call and of later ones. It fails when:

    - The canary is in any field: plain, truncated or encoded.
    - After a real failure, an answer contains a traceback or a private value. Calls whose files are damaged count, too.
    - After a failed command, an error contains its error output with the path of a file of the host.
    - An answer contains the absolute form of a path that the call gave as a relative one. It reveals the user name and
      the layout of the disk; name the path as it was given.

    The exceptions inside a server are hidden, so the check searches errors, and results that are the text of an
    exception. It fails for a traceback, an existing path, or a system error with the path of the workspace. In a Python
    server, it also sees the exceptions of libraries that the server's own code handles. It fails if an answer contains
    the text of one. System errors, errors about values, and texts that name a value of the call or a position are left
    out.

    The text of an exception is a SHOULD for tools that were not written for Forge Harness; a traceback, a path and a
    private value are not.

    Not judged:

    - Sentences raised by the author's own code: exceptions of the author's classes, or of a class that the guarded code
      raises.
    - The findings of a pydantic model.
    - The class name, ``errno``, ``strerror``, status code, line and position of an exception.
    - The text of ``re.error``: a phrase, and a position in the pattern.
    - Error output of commands without a path.
    - What is raised in a ``try`` that runs a text as code (``exec``, ``eval``). Whoever sends code is told of its
      errors.
    - The text of an invented exception that the tool lets through and its framework quotes (FastMCP, smolagents,
      LlamaIndex, CrewAI). There, real failures are searched for private values.
    - In answers of a server, paths that the arguments, its command or the tool's definition name.
    - The workspace of a server whose command names it, unless only a system error reveals it.
    - In answers of a server, paths that are the same on most machines, such as those in /usr and /etc.
    - Paths in answers of a server at a URL.
    """
    untouched = subject.tool
    calls = faulted_calls(subject)
    private = private_values(subject)
    texts = ErrorTexts(subject)

    def judge_plain(trial: Trial, own: OwnCode) -> None:
        texts.judge(trial.outcome)
        _judge_real_failure(trial, private)
        _judge_trace(trial, own)
        _judge_command(trial)

    for trial in calls.trials:
        if trial.is_plain:
            judge_plain(trial, calls.own)
        else:
            _judge_fault(trial, calls)
    subject.tool = untouched
    for trial, own in trials_with_damaged_files(subject):
        judge_plain(trial, own)

    def judge(call: dict[str, Any]) -> None:
        subject.tool = untouched
        alone = FaultCampaign(subject, [call])
        for trial in alone.survey():
            judge_plain(trial, alone.own)

    if subject.is_served:
        judge_handled_errors(subject, provoking_calls(subject))
    texts.conclude()
    judge_candidates(subject, "errors_carry_no_detail", judge)


def _judge_fault(trial: Trial, calls: FaultedCalls) -> None:
    after = f"In the call after {trial.earlier}" if trial.earlier else f"After {trial.fault}"
    if trial.is_of_given_code:
        # Whoever sends code is told what it raised: that is what the tool is for.
        return
    raised = trial.outcome.raised
    # The fault is invented, and the tool did not handle it: real failures show what such a framework gives away.
    is_quoted = isinstance(raised, FrameworkError) and raised.is_verbatim
    for slot, part, leak in () if is_quoted else leaks_in(trial.outcome, calls.canaries):
        # The output of a failed command may be exactly what the tool has to report.
        if slot != "error output" or _is_failure(trial.outcome):
            raise CheckFailure(
                "exception_text_in_answer",
                f"{after}, {shown_place(part, leak)} held the exception's {slot}. Return a message of your own.",
                arguments=trial.outcome.arguments,
            )
    for file in calls.own.files:
        for _, part, leak in leaks_in(trial.outcome, {"": f'File "{file}"'}):
            raise CheckFailure(
                "traceback_in_answer",
                f"{after}, {shown_place(part, leak)} held a traceback. Return a message of your own.",
                arguments=trial.outcome.arguments,
            )


def _judge_real_failure(trial: Trial, needles: Needles) -> None:
    quoted = quoted_value(trial, needles)
    if quoted is not None:
        name, error, part, leak = quoted
        raise CheckFailure(
            "private_value_in_answer",
            f"After a real {type(error).__name__}, {shown_place(part, leak)} held {name}, which the exception named.",
            arguments=trial.outcome.arguments,
        )


def _judge_trace(trial: Trial, own: OwnCode) -> None:
    frames = [f'File "{file}", line' for file in own.files]
    for error in trial.errors:
        # A tool may show the tracebacks of other programs, or of logs.
        last = traceback.format_exception_only(error)[-1].strip()
        for part, answer in answers_of(trial.outcome):
            traced = find_leak(TRACEBACK, answer) if find_leak(last, answer) else None
            leak = traced or next(filter(None, (find_leak(frame, answer) for frame in frames)), None)
            if leak is not None and find_canary(TRACEBACK, trial.outcome.arguments) is None:
                raise CheckFailure(
                    "traceback_in_answer",
                    f"After a real {type(error).__name__}, {shown_place(part, leak)} held a traceback. "
                    "Return a message of your own.",
                    arguments=trial.outcome.arguments,
                )


def _judge_command(trial: Trial) -> None:
    """Judge an error that quotes a line of a failed command's error output with a path of the host."""
    if not _is_failure(trial.outcome):
        return
    lines = [line.strip() for complaint in trial.complaints for line in complaint.splitlines()]
    for line in lines:
        paths = [path for path in _HOST_PATH.findall(line) if find_canary(path, trial.outcome.arguments) is None]
        for _, part, leak in leaks_in(trial.outcome, {"": line}) if paths else ():
            raise CheckFailure(
                "error_output_in_answer",
                f"After a command failed, {shown_place(part, leak)} held its error output, with the path of "
                "a file of the host.",
                arguments=trial.outcome.arguments,
            )


def _is_failure(outcome: Outcome) -> bool:
    return outcome.is_error_dict or isinstance(outcome.raised, ToolError)
