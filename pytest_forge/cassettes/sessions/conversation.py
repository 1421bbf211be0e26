"""Recorded calls, each with its result from a later request of the same cassette."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from forge_harness import ToolCall

from .recorded_results import RecordedResult, SentResult, read_results
from .turn import Turn, arguments_as_sent

__all__ = ["RecordedCall", "pair_calls"]


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """A call that a recorded model made.

    Attributes:
        turn: The number of its turn in the cassette, from 1.
        call: The call.
        result: Its result as sent to the model; None if no later request has it.
    """

    turn: int
    call: ToolCall
    result: RecordedResult | None = None


def pair_calls(turns: Sequence[Turn], requests: Sequence[bytes | None]) -> tuple[RecordedCall, ...]:
    """Return every call of *turns*, in order, with its result.

    A result is found by the call's id, else by name and arguments. Among several such results in one request the last
    counts: the others belong to equal calls of earlier turns. Requests that continue the conversation of the turn are
    searched first, since several agents may use the same ids.

    Args:
        turns: All turns of a cassette.
        requests: The request body of each turn.
    """
    sent = _Requests(requests)
    ids = Counter(call.id for turn in turns for call in turn.reply.message.tool_calls if call.id)
    paired: list[RecordedCall] = []
    for number, turn in enumerate(turns, 1):
        calls = turn.reply.message.tool_calls
        results: list[RecordedResult | None] = [None] * len(calls)
        is_sure = all(ids[call.id] == 1 for call in calls)
        for later in sent.after(number - 1, in_order=is_sure) if calls else ():
            if None not in results:
                break
            left = sent.results(later)
            # From the last call to the first, since each takes the last matching result.
            for place in reversed(range(len(calls))):
                if results[place] is None and (found := _find(calls[place], left, ids)) is not None:
                    results[place] = left.pop(found).result
        paired += [RecordedCall(number, call, result) for call, result in zip(calls, results, strict=True)]
    return tuple(paired)


class _Requests:
    """The results in each request, read on first access."""

    def __init__(self, bodies: Sequence[bytes | None]) -> None:
        self._bodies = bodies
        self._read: dict[int, list[SentResult]] = {}
        self._openings: dict[int, tuple[Any, ...]] = {}

    def after(self, index: int, *, in_order: bool) -> Iterator[int]:
        """Yield the places of later requests, first those that continue the conversation at *index*.

        Args:
            index: The place of a request.
            in_order: Whether to yield all in recorded order.
        """
        later = range(index + 1, len(self._bodies))
        if in_order:
            yield from later
            return
        rest = []
        begun = self._opening(index)
        for place in later:
            if self._opening(place)[: len(begun)] == begun:
                yield place
            else:
                rest.append(place)
        yield from rest

    def _opening(self, index: int) -> tuple[Any, ...]:
        if index not in self._openings:
            self._openings[index] = _opening(self._bodies[index])
        return self._openings[index]

    def results(self, index: int) -> list[SentResult]:
        """Return them as a new list."""
        if index not in self._read:
            self._read[index] = read_results(self._bodies[index])
        return list(self._read[index])


def _opening(body: bytes | None) -> tuple[Any, ...]:
    """Return a fingerprint of a conversation: its instructions and messages, in order."""
    try:
        asked = json.loads(body or b"")
    except (ValueError, RecursionError):
        return ()
    if not isinstance(asked, dict):
        return ()
    instructions = [asked.get(name) for name in ("system", "instructions", "systemInstruction", "system_instruction")]
    messages = next((asked[name] for name in ("messages", "input", "contents") if asked.get(name)), ())
    told = messages if isinstance(messages, list) else [messages]
    return (hash(repr(instructions)), *(hash(repr(message)) for message in told))


def _find(call: ToolCall, results: Sequence[SentResult], known_ids: Collection[str]) -> int | None:
    """Return the place of the last result that answers *call* and no other call of the cassette."""
    places = range(len(results) - 1, -1, -1)
    if call.id:
        same_id = [place for place in places if results[place].id == call.id and _is_name(call, results[place])]
        # If a host uses an id twice, name and arguments decide.
        exact = [place for place in same_id if _is_repeated(call, results[place])]
        if same_id:
            return (exact or same_id)[0]
    # A client may assign its own ids.
    strangers = [place for place in places if results[place].id not in known_ids]
    for place in strangers:
        if _is_repeated(call, results[place]):
            return place
    for place in strangers:
        bare = results[place]
        if bare.call is None and not (bare.id and call.id) and bare.name == call.name:
            return place
    return None


def _is_name(call: ToolCall, result: SentResult) -> bool:
    return not result.name or result.name == call.name


def _is_repeated(call: ToolCall, result: SentResult) -> bool:
    sent = result.call
    return sent is not None and sent.name == call.name and sent.arguments == arguments_as_sent(call)
