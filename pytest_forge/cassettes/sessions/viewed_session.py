"""ViewedSession: what the viewer shows of a session: `Session.as_json`, with requests, results and the time line."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from ..exchange import RecordedFailure
from ..foreign.document import CassetteError
from ..tape.tape import Tape
from .conversation import RecordedCall
from .drift import DriftReport
from .session import Session
from .transcript import Line, sent_lines

__all__ = ["viewed_session"]

#: Marks of a time line.
_MAX_PIECES = 400


def viewed_session(session: Session, *, tape: Tape | None = None, report: DriftReport | None = None) -> dict[str, Any]:
    """Return the session as a JSON value.

    Args:
        session: The session.
        tape: Of its file, which knows in which pieces an answer came; None if that was not recorded.
        report: The drift of its calls; None if they were not repeated.
    """
    shown = session.as_json() | ({} if report is None else report.as_json())
    calls: dict[int, list[RecordedCall]] = {}
    for call in session.calls():
        calls.setdefault(call.turn, []).append(call)
    # What a model said or a tool returned stands in the turn itself; later requests repeat it.
    repeated = {_plain(call.result.value) for found in calls.values() for call in found if call.result is not None}
    repeated.discard("")
    known: list[Line] = []
    for number, (turn, written) in enumerate(zip(session.turns, shown["turns"], strict=True), 1):
        body = session.requests[number - 1] if number <= len(session.requests) else None
        count, lines = sent_lines(body or b"", known=known)
        written["number"] = number
        written["is_conversation"] = turn.is_conversation
        written["repeated"] = count
        written["sent"] = [
            {"who": line.who, "text": line.text}
            for line in lines
            if line.text and not (number > 1 and (line.who == "assistant" or _is_all_of(line.text, repeated)))
        ]
        for one, call in zip(written["tool_calls"], calls.get(number, ()), strict=False):
            if call.result is not None:
                one["result"], one["is_error"] = call.result.value, call.result.is_error
        if tape is not None and turn.stream:
            written["pieces"] = _pieces(tape, number - 1)
    return shown


def _is_all_of(text: str, parts: Collection[str]) -> bool:
    """Return whether a text is one of the parts, or lines up several, as a message with several results does."""
    longest_first = sorted(parts, key=len, reverse=True)
    rest = text
    while rest not in parts:
        part = next((one for one in longest_first if rest.startswith(f"{one}\n")), None)
        if part is None:
            return False
        rest = rest[len(part) + 1 :]
    return True


def _pieces(tape: Tape, index: int) -> dict[str, Any]:
    """Return how many pieces an answer came in, and when each did, in seconds, if that was recorded."""
    try:
        answer = tape.exchange(index).answer
    except CassetteError:
        return {"count": 0, "at": []}
    begun = answer.begun if isinstance(answer, RecordedFailure) else answer
    if begun is None:
        return {"count": 0, "at": []}
    at, now = [], 0.0
    for delay in begun.delays_s:
        now += delay
        at.append(round(now, 4))
    every = max(-(-len(at) // _MAX_PIECES), 1)
    return {"count": len(begun.chunks), "at": [*at[:-1:every], *at[-1:]]}


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)
