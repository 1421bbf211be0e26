"""What a tool says when something goes wrong: a sentence of its own, and nothing of the exception."""

from __future__ import annotations

import re
import traceback
from typing import Any

from forge_harness import ToolError

from ...oracles.faults import FaultCampaign, Trial
from ...oracles.own_code import OwnCode
from ...oracles.secret_glance import SecretGlance, password_in_address
from ...oracles.secret_search import find_canary, find_leak
from ...strategies.calls.examples import candidate_arguments
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, FollowsFinding, NotApplicable
from ..calls.suspects import judge_suspects
from ..calls.walk import Step, Watch, watches
from ..check import check
from .answer_search import Needles, answers_of, leaks_in, private_values, quoted_value, shown_place
from .failing_calls import MAX_CALLS, calls_naming_variables, surveyed

__all__ = ["errors_carry_no_detail", "exits_are_contained", "results_hold_no_environment"]

_TRACEBACK = "Traceback (most recent call last)"
#: An absolute path; programs and devices, which are the same everywhere, tell nothing.
_HOST_PATH = re.compile(r"(?<![\w./:-])/(?!dev/|proc/|bin/|usr/bin/|sbin/|usr/sbin/)[\w.+-]+(?:/[\w.+-]+)+")
#: The checks that find calls which end the process, and answers that quote an exception.
_TELLS_OF_ENDS, _TELLS_OF_QUOTES = "call_returns", "errors_carry_no_detail"


@check(
    family="errors",
    level="MUST",
    source="seed-000: S-013 invariant",
    codes={
        "exception_text_in_answer": "The text of an exception, or what it names, gets into an answer.",
        "traceback_in_answer": "A traceback gets into an answer.",
        "private_value_in_answer": "A path or a value that an exception named gets into an answer.",
        "error_output_in_answer": "The error output of a command gets into an answer, with a path.",
    },
)
def errors_carry_no_detail(subject: Subject) -> None:
    """Of an exception, nothing but the name of its class gets into an answer.

    The text of an exception holds what it met: paths under the home directory, host names, values of the configuration,
    parts of a query. Whoever quotes it sends that to the model, from where it gets into replies, logs and third
    parties. The dispatcher scrubs what a tool raises; what a tool returns, or puts into a ToolError, is its own to keep
    clean. Log the detail, and answer with a sentence of your own.

    The absolute form of a path that the call gave as a relative one counts, too. It tells the name of the user and the
    layout of the disk, which the call did not know; name the path as it was given.

    The check makes files, sockets, processes, databases and each guarded line of the tool fail with exceptions that
    hold a random canary in their text, file name, cause and notes, and searches everything the tool answers, now or in
    a later call, for it: plain, cut short, encoded, in any field. Not judged: a sentence that the author's own code
    raised (handlers of the author's classes, or of a class that the project raises in what is guarded), what a pydantic
    model finds wrong, and, of an exception, its class name, ``errno``, ``strerror``, status code, line and position. Of
    failures that really happen it looks for tracebacks and private values, and, when a command fails, for error output
    that names a file of the host; other error output is not judged.
    """
    untouched = subject.tool
    campaign, survey = surveyed(subject)
    private = private_values(subject)
    for trial in survey:
        _judge_real_failure(trial, private)
        _judge_trace(trial, campaign)
        _judge_command(trial)
    for trial in campaign.trials():
        _judge_fault(trial, campaign)

    def judge(call: dict[str, Any]) -> None:
        subject.tool = untouched
        alone = FaultCampaign(subject, [call])
        for trial in alone.survey():
            _judge_real_failure(trial, private)
            _judge_trace(trial, alone)
            _judge_command(trial)

    judge_suspects(subject, "errors_carry_no_detail", judge)


@check(
    family="errors",
    level="MUST",
    source="seed-003: What gets scrubbed before reaching the LLM (S-013)",
    codes={
        "private_value_in_answer": "A secret of the environment, a key, or a path of the host gets into an answer.",
        "password_in_answer": "A result holds an address with a password in it.",
    },
)
def results_hold_no_environment(subject: Subject) -> None:
    """No answer holds a secret of the environment, a key of the home directory, or a path of the host.

    Seed 003 keeps paths under $HOME and values of environment variables out of the model's context. A relative path
    tells a model all it needs; an absolute one tells it the user's name, the layout of the disk and where to try next.

    The check searches successes and failures alike, plain and encoded, and looks for addresses of databases and
    services that hold a password which is neither in the arguments nor a stand-in for one. Not judged: a path that
    stood in the arguments, and what came out of an exception, which is for `errors_carry_no_detail` to say.
    """
    untouched = subject.tool
    campaign, survey = surveyed(subject)
    needles = private_values(subject)
    own_file = {"the path of its own source file": min(campaign.own.files)} if campaign.own.files else {}
    quotes = False
    for trial in survey:
        if quoted_value(trial, needles) is not None:
            quotes = True
            continue
        _judge_environment(trial, {**needles, **({} if trial.errors else own_file)})
    if not quotes:
        for trial in campaign.trials():
            _judge_environment(trial, needles)

    def judge(*calls: dict[str, Any]) -> None:
        subject.tool = untouched
        for trial in FaultCampaign(subject, list(calls)).survey():
            if quoted_value(trial, needles) is None:
                _judge_environment(trial, {**needles, **({} if trial.errors else own_file)})

    judge(*calls_naming_variables(subject))
    judge_suspects(subject, "results_hold_no_environment", judge)
    if quotes:
        message = f"Not judged: answers after failures, since one quotes an exception, see {_TELLS_OF_QUOTES}."
        raise FollowsFinding(message, check=_TELLS_OF_QUOTES)


@check(
    family="errors",
    level="MUST",
    source="seed-000: Error handling inside a tool",
    codes={
        "exit_after_failure": "After a failure the tool raises SystemExit or KeyboardInterrupt.",
    },
)
def exits_are_contained(subject: Subject) -> None:
    """A failing tool raises an exception or returns an error; it does not end the process.

    SystemExit and KeyboardInterrupt pass through every ``except Exception``: a tool that calls ``sys.exit`` ends the
    agent, with all its other work, or leaves a worker that never answers. Our dispatcher turns it into a typed error;
    others do not.

    The check makes the tool's files, sockets, processes, databases and lines fail, names what is not there, and looks
    at what it raises. A tool that exits without any failure is found by `call_returns`.
    """
    campaign, survey = surveyed(subject)
    ordinary = candidate_arguments(subject.schema, limit=MAX_CALLS)
    for trial in survey:
        if isinstance(trial.outcome.raised, SystemExit | KeyboardInterrupt):
            kind = type(trial.outcome.raised).__name__
            if trial.outcome.arguments not in ordinary:
                raise _exit_after("a call for what is not there", trial)
            if kind in subject.facts.raises:
                raise NotApplicable(f"The tool declares that it raises {kind}.")
            message = f"Not judged: an ordinary call raises {kind}, see {_TELLS_OF_ENDS}."
            raise FollowsFinding(message, check=_TELLS_OF_ENDS)
    for trial in campaign.trials():
        if isinstance(trial.outcome.raised, SystemExit | KeyboardInterrupt):
            raise _exit_after(str(trial.fault), trial)


def _exit_after(what: str, trial: Trial) -> CheckFailure:
    kind = type(trial.outcome.raised).__name__
    return CheckFailure(
        "exit_after_failure",
        f"After {what} the tool raised {kind}, which ends the process around it.",
        about=kind,
        arguments=trial.outcome.arguments,
    )


# --- judging --------------------------------------------------------------------------------------


def _judge_fault(trial: Trial, campaign: FaultCampaign) -> None:
    after = f"In the call after {trial.earlier}" if trial.earlier else f"After {trial.fault}"
    for slot, part, leak in leaks_in(trial.outcome, campaign.canaries):
        # What a failed command printed may be the very thing that a tool is there to report.
        if slot != "error output" or _is_failure(trial.outcome):
            raise CheckFailure(
                "exception_text_in_answer",
                f"{after}, {shown_place(part, leak)} held the exception's {slot}.",
                arguments=trial.outcome.arguments,
            )
    for file in campaign.own.files:
        for _, part, leak in leaks_in(trial.outcome, {"": f'File "{file}"'}):
            raise CheckFailure(
                "traceback_in_answer",
                f"{after}, {shown_place(part, leak)} held a traceback.",
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


def _judge_trace(trial: Trial, campaign: FaultCampaign) -> None:
    frames = [f'File "{file}", line' for file in campaign.own.files]
    for error in trial.errors:
        # A tool may be there to show the tracebacks of others: programs it runs, logs it reads.
        last = traceback.format_exception_only(error)[-1].strip()
        for part, answer in answers_of(trial.outcome):
            traced = find_leak(_TRACEBACK, answer) if find_leak(last, answer) else None
            leak = traced or next(filter(None, (find_leak(frame, answer) for frame in frames)), None)
            if leak is not None and find_canary(_TRACEBACK, trial.outcome.arguments) is None:
                raise CheckFailure(
                    "traceback_in_answer",
                    f"After a real {type(error).__name__}, {shown_place(part, leak)} held a traceback.",
                    arguments=trial.outcome.arguments,
                )


def _judge_command(trial: Trial) -> None:
    """Judge an error that quotes a line of a failed command's error output that names a file of the host."""
    if not _is_failure(trial.outcome):
        return
    lines = [line.strip() for complaint in trial.complaints for line in complaint.splitlines()]
    for line in lines:
        paths = [path for path in _HOST_PATH.findall(line) if find_canary(path, trial.outcome.arguments) is None]
        for _, part, leak in leaks_in(trial.outcome, {"": line}) if paths else ():
            raise CheckFailure(
                "error_output_in_answer",
                f"After a command failed, {shown_place(part, leak)} held its error output, with the path of a file "
                "of the host.",
                arguments=trial.outcome.arguments,
            )


def _judge_environment(trial: Trial, needles: Needles) -> None:
    arguments = trial.outcome.arguments
    password = password_in_address(repr(trial.outcome.returned))
    if password and find_canary(password, arguments) is None:
        raise CheckFailure(
            "password_in_answer",
            "A result held an address with a password in it. Connect where the password is, and return the rest.",
            arguments=arguments,
        )
    unknown = {name: value for name, value in needles.items() if find_canary(value, arguments) is None}
    for name, part, leak in leaks_in(trial.outcome, unknown):
        sentence = f"{shown_place(part, leak)} held {name}."
        if trial.fault:
            raise CheckFailure("private_value_in_answer", f"After {trial.fault}, {sentence}", arguments=arguments)
        raise CheckFailure("private_value_in_answer", sentence[0].upper() + sentence[1:], arguments=arguments)


def _is_failure(outcome: Outcome) -> bool:
    return outcome.is_error_dict or isinstance(outcome.raised, ToolError)


@watches("errors_carry_no_detail", "results_hold_no_environment")
def _watch_answers(subject: Subject) -> Watch:
    sources = {file: file for file in OwnCode(subject.tool).files}
    glance = SecretGlance({**private_values(subject), "a traceback": _TRACEBACK, **sources})

    def look(step: Step) -> str | None:
        return glance.name_in(step.answer) or password_in_address(step.answer)

    return look


# --- what is called, and what is private ----------------------------------------------------------
