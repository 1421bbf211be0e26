"""Asking: how a check calls a tool of a server, and what came back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...targets.mcp.answer import McpAnswer
from ...targets.mcp.tool import McpTool
from ...targets.mcp.transport import ServerLostError
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ...verdict import NotApplicable, NotEnoughSeen
from ..calls.asked_wait import is_asked_wait
from ..results.failure_marks import failure_mark

__all__ = [
    "HAS_WORKED",
    "Reply",
    "answered",
    "ask",
    "looks_failed",
    "own_server",
    "seconds_of",
    "served_tool",
    "shown",
    "silence_of",
    "tried",
]

#: Of the seconds of a check, those after which no call is made.
_LAST_CALL = 0.75
_MAX_SHOWN = 80
#: Under which the notes of a tool hold that a call of it has succeeded.
HAS_WORKED = "has_worked"
#: How results begin that tell of a refusal, although they are not marked as one.
_REFUSAL = re.compile(
    r"\W{0,4}(?:error|invalid|missing|failed|failure|unknown|unsupported|required|validation|bad request|usage|"
    r"no such|not found|access denied|permission|please|must|cannot|can't|could not|unable|expected)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reply:
    """One call of a tool of a server, and what came back.

    Attributes:
        arguments: What was sent.
        answer: What the server said; None if it said nothing in time.
        seconds: Wall time.
        stray: The id, as JSON, under which something was answered that nobody had asked, while this was waited for.
    """

    arguments: dict[str, Any]
    answer: McpAnswer | None
    seconds: float
    stray: str = ""

    @property
    def succeeded(self) -> bool:
        """Whether the tool says it did its job."""
        return self.answer is not None and self.answer.succeeded

    @property
    def text(self) -> str:
        """What a model would read; empty if nothing came back."""
        return "" if self.answer is None else self.answer.text

    @property
    def body(self) -> Any:
        """All that came back, as decoded."""
        return None if self.answer is None else self.answer.body


def served_tool(subject: Subject) -> McpTool:
    """Return the tool of a server.

    Raises:
        NotApplicable: If it is none, or if nobody can say which tool a call reaches.
    """
    if not isinstance(subject.tool, McpTool):
        raise NotApplicable("The tool is none of a server's.")
    if subject.facts.occurrences > 1:
        raise NotApplicable("Several tools of the server carry this name, and a call reaches one of them.")
    return subject.tool


def ask(subject: Subject, arguments: Mapping[str, Any], *, call_s: float | None = None) -> Reply:
    """Call the tool once; a server that does not answer any more is replaced first.

    Args:
        subject: The tool.
        arguments: What to send.
        call_s: Seconds this call may take.

    Raises:
        NotEnoughSeen: If there is no time for another one.
        ServerLostError: If the call has ended the server.
    """
    tool = served_tool(subject)
    if own_time() > subject.began + _LAST_CALL * subject.check_s:
        subject.has_left(0)
        raise NotEnoughSeen("Not enough was seen: there was no time for another call.")
    # Outside of the call's own time: starting a server takes longer than most calls.
    tool.server.recover()
    strays = len(tool.server.strays)
    outcome = subject.call(dict(arguments), call_s=call_s)
    if outcome.timed_out:
        tool.server.distrust()
        return Reply(dict(arguments), None, outcome.seconds, "".join(tool.server.strays[strays:][:1]))
    answer = tool.answer
    if answer is not None and answer.kind == "lost":
        raise ServerLostError(answer.how, answer.said, dict(arguments))
    if answer is not None and answer.succeeded:
        subject.notes[HAS_WORKED] = True
    return Reply(dict(arguments), answer, outcome.seconds)


def tried(subject: Subject, arguments: Mapping[str, Any]) -> Reply:
    """Call the tool once; that nothing came back of it is told to the engine, since not enough was seen then.

    Raises:
        NotEnoughSeen: If there is no time for another one.
        ServerLostError: If the call has ended the server.
    """
    reply = ask(subject, arguments)
    if reply.answer is None:
        subject.has_left(1, is_hung=True)
    return reply


def answered(subject: Subject, replies: Iterable[Reply]) -> Iterator[Reply]:
    """Yield the replies to calls that were answered; the engine is told of the others, unless they ask for a wait."""
    for reply in replies:
        if reply.answer is not None:
            yield reply
        elif not is_asked_wait(reply.arguments, subject.schema, partial(seconds_of, subject)):
            subject.has_left(1, is_hung=True)


def seconds_of(subject: Subject, arguments: dict[str, Any]) -> float | None:
    """Return how long a call takes; None if it is not answered in time."""
    reply = ask(subject, arguments)
    return None if reply.answer is None else reply.seconds


def own_server(subject: Subject) -> McpTool:
    """Return the tool of a server that runs in the sandbox, where what it does to files is seen.

    Raises:
        NotApplicable: If it runs elsewhere.
    """
    tool = served_tool(subject)
    if tool.server.address.url:
        raise NotApplicable("The server runs elsewhere, and what it does to files is not seen from here.")
    return tool


def silence_of(reply: Reply, seconds: float) -> str:
    """Return what to say of a call that nothing came back of, as a sentence."""
    if reply.stray:
        return (
            f"The server answered under the id {reply.stray}, and not under that of the request, which is still open."
        )
    return f"The server did not answer a call within {seconds:g} s."


def looks_failed(reply: Reply) -> bool:
    """Tell whether nothing came of a call: an error, marked as such or only worded so, or no answer at all."""
    return not reply.succeeded or bool(_REFUSAL.match(reply.text) or failure_mark(reply.answer and reply.answer.value))


def shown(text: str) -> str:
    """Return a text as a finding quotes it."""
    return repr(text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…")
