"""Asking: calls of a server's tool, and the replies."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...profile.failure_marks import begins_like_a_refusal, failure_mark
from ...targets.mcp.answer import McpAnswer
from ...targets.mcp.tool import McpTool
from ...targets.mcp.transport import ServerLostError
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ...verdict import NotApplicable, NotEnoughSeen
from ..calls.asked_wait import is_asked_wait

__all__ = [
    "HAS_WORKED",
    "Reply",
    "answered",
    "ask",
    "looks_failed",
    "own_server",
    "reply_to",
    "seconds_of",
    "served_tool",
    "shown",
    "silence_of",
    "tried",
]

#: Start no call after this share of a check's time.
_LAST_CALL = 0.75
#: A call with a longer limit than usual ends by this share, so that there is time for a verdict.
_LAST_ANSWER = 0.92
_MAX_SHOWN = 80
#: Key of the note that a call of the tool has succeeded.
HAS_WORKED = "has_worked"
#: Key of the replies that checks of one process share.
_REPLIES = "replies"


@dataclass(frozen=True, slots=True)
class Reply:
    """One call of a server's tool, and the answer.

    Attributes:
        arguments: The arguments sent.
        answer: The server's answer; None if there was none in time.
        seconds: Wall time.
        stray: An unknown id, as JSON, that the server answered meanwhile; "" if there was none.
        limit_s: Time limit of the call in seconds.
    """

    arguments: dict[str, Any]
    answer: McpAnswer | None
    seconds: float
    stray: str = ""
    limit_s: float = 0.0

    @property
    def succeeded(self) -> bool:
        """Whether the tool reports success."""
        return self.answer is not None and self.answer.succeeded

    @property
    def text(self) -> str:
        """The text that a model would read; "" without an answer."""
        return "" if self.answer is None else self.answer.text

    @property
    def value(self) -> Any:
        """The structured content, or the JSON value of the text; None without an answer."""
        return None if self.answer is None else self.answer.value

    @property
    def body(self) -> Any:
        """The whole answer, decoded."""
        return None if self.answer is None else self.answer.body


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


def ask(subject: Subject, arguments: Mapping[str, Any], *, call_s: float | None = None) -> Reply:
    """Call the tool once; restart a server that no longer answers first.

    Args:
        subject: The tool.
        arguments: The arguments to send.
        call_s: Time limit of this call in seconds, if longer than usual; less if the check's time would be over.

    Raises:
        NotEnoughSeen: If time runs out.
        ServerLostError: If the call ended the server.
    """
    tool = served_tool(subject)
    if own_time() > subject.began + _LAST_CALL * subject.check_s:
        subject.has_left(0)
        raise NotEnoughSeen("Not judged: time ran out before another call.")
    # Not within the call's own time: starting a server takes longer than most calls.
    tool.server.recover()
    strays = len(tool.server.strays)
    left_s = subject.began + _LAST_ANSWER * subject.check_s - own_time()
    limit_s = subject.call_s if call_s is None else max(subject.call_s, min(call_s, left_s))
    outcome = subject.call(dict(arguments), call_s=limit_s)
    if outcome.timed_out:
        tool.server.distrust()
        return Reply(dict(arguments), None, outcome.seconds, "".join(tool.server.strays[strays:][:1]), limit_s)
    answer = tool.answer
    if answer is not None and answer.kind == "lost":
        raise ServerLostError(answer.how, answer.said, dict(arguments))
    if answer is not None and answer.succeeded:
        subject.notes[HAS_WORKED] = True
    return Reply(dict(arguments), answer, outcome.seconds)


def reply_to(subject: Subject, arguments: Mapping[str, Any]) -> Reply:
    """Return the reply to a call, made once for the checks that share this process and judge the answer alone.

    Raises:
        NotEnoughSeen: If time runs out.
        ServerLostError: If the call ended the server.
    """
    replies = subject.kept.setdefault(_REPLIES, {})
    key = json.dumps(dict(arguments), default=repr)
    if key in replies:
        subject.has_seen(1)
        known: Reply = replies[key]
        return known
    reply = ask(subject, arguments)
    if reply.answer is not None:
        replies[key] = reply
    return reply


def tried(subject: Subject, arguments: Mapping[str, Any]) -> Reply:
    """Call the tool once, and report a missing answer to the engine as not seen.

    Raises:
        NotEnoughSeen: If time runs out.
        ServerLostError: If the call ended the server.
    """
    reply = ask(subject, arguments)
    if reply.answer is None:
        subject.has_left(1, is_hung=True)
    return reply


def answered(subject: Subject, replies: Iterable[Reply]) -> Iterator[Reply]:
    """Yield the replies with an answer; report the others to the engine, unless their arguments ask for a wait."""
    for reply in replies:
        if reply.answer is not None:
            yield reply
        elif not is_asked_wait(reply.arguments, subject.schema, partial(seconds_of, subject)):
            subject.has_left(1, is_hung=True)


def seconds_of(subject: Subject, arguments: dict[str, Any]) -> float | None:
    """Return the duration of a call; None if it is not answered in time."""
    reply = ask(subject, arguments)
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


def silence_of(reply: Reply) -> str:
    """Return a sentence about a call without an answer."""
    if reply.stray:
        return f"The server answered with the id {reply.stray} instead of the request's id."
    return f"The server did not answer a call within {reply.limit_s:.2g} s."


def looks_failed(reply: Reply) -> bool:
    """Return whether a call failed: an error, marked or only worded as one, or no answer."""
    return not reply.succeeded or bool(
        begins_like_a_refusal(reply.text) or failure_mark(reply.answer and reply.answer.value)
    )


def shown(text: str) -> str:
    """Return a text in quotes, shortened, for a finding."""
    return repr(text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…")
