"""Failures of a server: marked with isError, and explained by a text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...oracles.exception_form import exception_form
from ...profile.failure_marks import failure_mark, plain_failure
from ...profile.failures import answers_a_question, compares_files, tells_of_errors
from ...profile.identifiers import numbers_something
from ...profile.roles import PATH_ROLES, Role, role_of
from ...strategies.schemas.limits import bounds
from ...strategies.workspace_files import path_arguments
from ...targets.mcp.server import names_refusal
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.asking import reply_to, tried
from ..calls.set_up import set_up_calls
from ..calls.working import working_replies
from ..check import served

__all__ = ["error_dicts_are_well_formed", "exception_text", "failing_calls", "failure_is_not_success"]

#: A number that identifies nothing.
_UNUSED = 987_654


@served("error_dicts_are_well_formed")
def error_dicts_are_well_formed(subject: Subject) -> None:
    """A result marked as an error contains a text that says what is wrong.

    The check sends ordinary calls and calls that name missing things, and looks at the text of results with isError.
    """
    failures = 0
    calls = set_up_calls(subject)
    for call in subject.patience().each([*failing_calls(subject, calls), *calls]):
        reply = reply_to(subject, call)
        if reply.answer is None:
            subject.has_left(1, is_hung=True)
        elif reply.answer.is_tool_error:
            failures += 1
            if not reply.text.strip():
                raise CheckFailure(
                    "error_without_message",
                    "The tool answered with isError, but without a text. Add a sentence that helps the model.",
                    arguments=reply.arguments,
                )
    if not failures:
        raise NotApplicable("No call was answered with an error of the tool.")


@served("failure_is_not_success")
def failure_is_not_success(subject: Subject) -> None:
    """A failure is marked with isError, and not returned as a result.

    The check sends ordinary calls and calls that name missing things, and looks for error messages in results without
    isError. The text of a Python exception (its repr, a system error with its number, a traceback, the missing key)
    counts if another call is answered with something else.

    Not judged: tools that report errors by design, or answer a question about what is missing.
    """
    claim = tells_of_errors(subject.facts)
    if claim:
        raise claim.not_judged()
    calls = set_up_calls(subject)
    replies = working_replies(subject, calls, most=4)
    question = answers_a_question(subject.facts)
    if question:
        _judge_missing_files(subject, replies)
        raise question.not_judged()
    marks = [(reply, _plain_mark(reply)) for reply in replies]
    if all(mark for _, mark in marks):
        raise _dressed(*marks[0])
    controls = [reply.arguments for reply, mark in marks if not mark and not exception_text(reply)]
    if not controls:
        _judge_without_controls(replies)
    for call in subject.patience().each(failing_calls(subject, controls)):
        reply = tried(subject, call)
        mark = _plain_mark(reply) or exception_text(reply)
        if reply.succeeded and mark:
            raise _dressed(reply, mark)


def _judge_without_controls(replies: list[Outcome]) -> None:
    """Judge a tool that answered every ordinary call with an error message or the text of an exception.

    Raises:
        CheckFailure: If the texts can only be exceptions.
        NotApplicable: If a tool that quotes its arguments would give the same answers, or the sandbox refused a call.
    """
    texts = [(reply, _plain_mark(reply) or exception_text(reply, with_keys=False)) for reply in replies]
    if not all(mark for _, mark in texts) or any(names_refusal(reply.text) for reply in replies):
        raise NotApplicable("Every ordinary call was answered like a failure, so failures cannot be told apart.")
    raise _dressed(*texts[0])


def _judge_missing_files(subject: Subject, replies: list[Outcome]) -> None:
    """Judge whether a tool that compares files returns an error message as a result if a file is missing."""
    if not compares_files(subject.facts):
        return
    paths = [name for name, role in path_arguments(subject.schema).items() if role is Role.FILE_PATH]
    for reply in [reply for reply in replies if not _plain_mark(reply)][:1]:
        for name in paths:
            missing = tried(subject, {**reply.arguments, name: "no-such-entry.csv"})
            if missing.succeeded and (mark := _plain_mark(missing)):
                raise _dressed(missing, mark)


def failing_calls(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield calls that name missing or impossible things."""
    properties = subject.schema.get("properties")
    properties = properties if isinstance(properties, Mapping) else {}
    missing = ["no-such-entry", str(subject.sandbox.workspace / "no-such-entry.csv"), "n" * 300]
    for call in calls[:1]:
        texts = [
            name
            for name, value in call.items()
            if isinstance(value, str)
            and not {"enum", "const", "pattern"} & set(properties.get(name) or {})
            and role_of(name, properties.get(name) or {}) not in (Role.COMMAND, Role.CODE)
        ]
        for name in sorted(texts, key=lambda name: role_of(name, properties.get(name) or {}) not in PATH_ROLES):
            for text in missing:
                yield {**call, name: text}
        for name, value in call.items():
            node = properties.get(name) or {}
            is_number = isinstance(value, int) and not isinstance(value, bool)
            if is_number and numbers_something(name) and "enum" not in node:
                high = bounds(node, whole=True)[1]
                yield {**call, name: _UNUSED if high is None else min(_UNUSED, int(high))}
        yield {}


def _dressed(reply: Outcome, mark: str) -> CheckFailure:
    return CheckFailure(
        "failure_as_success",
        f"The tool returned {mark} without isError, so clients count it as success. Mark it with isError.",
        arguments=reply.arguments,
    )


def exception_text(reply: Outcome, *, with_keys: bool = True) -> str:
    """Return how a result is the text of a Python exception and nothing else; "" if it is not.

    Args:
        reply: The call and its result.
        with_keys: Whether a quoted argument counts, as the text of a KeyError.
    """
    if reply.answer is None or not reply.succeeded:
        return ""
    return exception_form(reply.answer.value, reply.arguments if with_keys else {})


def _plain_mark(reply: Outcome) -> str:
    value = None if reply.answer is None else reply.answer.value
    if isinstance(value, str):
        return failure_mark(value) if plain_failure(value) else ""
    return plain_failure(value)
