"""Asking: calls of a server's tool, and the replies."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from forge_harness import McpAnswer

from ...profile.failure_marks import begins_like_a_refusal, failure_mark
from ...targets.mcp.tool import McpTool
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import NotApplicable
from .asked_wait import is_asked_wait

__all__ = [
    "answered",
    "has_worked",
    "keep_pauses",
    "looks_failed",
    "own_server",
    "reply_to",
    "seconds_of",
    "served_tool",
    "shown",
    "silence_of",
    "tried",
]

_MAX_SHOWN = 80


def served_tool(subject: Subject) -> McpTool:
    """Return the tool of a server.

    Raises:
        NotApplicable: If the tool is not served by a server, or its name is ambiguous.
    """
    if not isinstance(subject.tool, McpTool):
        raise NotApplicable("The tool is not served by an MCP server.")
    if subject.facts.occurrences > 1:
        raise NotApplicable("Several tools of the server have this name, and a call reaches only one of them.")
    return subject.tool


def keep_pauses(subject: Subject, *, is_kept: bool = True) -> None:
    """Let the pauses of a server's calls take their time from now on: the check judges by time.

    Args:
        subject: The tool; one of this process has its pauses anyway.
        is_kept: Whether to begin with that, or to end it.
    """
    if isinstance(subject.tool, McpTool):
        subject.tool.server.keeps_pauses = is_kept


def reply_to(subject: Subject, arguments: Mapping[str, Any]) -> Outcome:
    """Return the reply to a call, made once for the checks that share this process and judge the answer alone.

    Raises:
        NotEnoughSeen: If time runs out.
        ServerLostError: If the call ended the server.
    """
    key = json.dumps(dict(arguments), default=repr)

    def made() -> Iterator[Outcome]:
        yield subject.call(dict(arguments))

    [reply] = subject.record(f"reply to {key}", made)
    return reply


def tried(subject: Subject, arguments: Mapping[str, Any]) -> Outcome:
    """Call the tool once, and report a missing answer to the engine as not seen.

    Raises:
        NotEnoughSeen: If time runs out.
        ServerLostError: If the call ended the server.
    """
    reply = subject.call(arguments)
    if reply.timed_out:
        subject.has_left(1, is_hung=True)
    return reply


def answered(subject: Subject, replies: Iterable[Outcome]) -> Iterator[Outcome]:
    """Yield the replies with an answer; report the others to the engine, unless their arguments ask for a wait."""
    for reply in replies:
        if reply.answer is not None:
            yield reply
        elif not is_asked_wait(reply.arguments, subject.schema, partial(seconds_of, subject)):
            subject.has_left(1, is_hung=True)


def seconds_of(subject: Subject, arguments: dict[str, Any]) -> float | None:
    """Return the duration of a call; None if it is not answered in time."""
    reply = subject.call(arguments)
    return None if reply.answer is None else reply.seconds


def own_server(subject: Subject) -> McpTool:
    """Return the tool of a server that runs in the sandbox, so that its effects on files are observable.

    Raises:
        NotApplicable: If the server runs elsewhere.
    """
    tool = served_tool(subject)
    if tool.server.address.url:
        raise NotApplicable("The server runs elsewhere, so its effects on files are not observable.")
    return tool


def silence_of(reply: Outcome) -> str:
    """Return a sentence about a call without an answer."""
    if reply.stray:
        return f"The server answered with the id {reply.stray} instead of the request's id."
    return f"The server did not answer a call within {reply.limit_s:.2g} s."


def looks_failed(reply: Outcome) -> bool:
    """Return whether a call failed: an error, marked or only worded as one, or no answer."""
    return not reply.succeeded or bool(
        begins_like_a_refusal(reply.text) or failure_mark(reply.answer and reply.answer.value)
    )


def has_worked(answer: McpAnswer) -> bool:
    """Return whether an answer tells that a call has worked, in its mark and in its words."""
    return answer.succeeded and not begins_like_a_refusal(answer.text) and not failure_mark(answer.value)


def shown(text: str) -> str:
    """Return a text in quotes, shortened, for a finding."""
    return repr(text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…")
