"""BodyWriter: the JSON of the requests to one provider; each time, only the new messages are serialised."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import is_
from typing import Any

from ..messages import Message
from ..tool import ToolDefinition
from .conversation import ConversationForm, WrittenConversation, as_bytes
from .wire import RequestBuilder, WireFormat

__all__ = ["BodyWriter"]

#: The most conversations whose bytes are kept.
_MAX_CONVERSATIONS = 4


class BodyWriter:
    """Writes the bodies for one model; may be used by several threads.

    Args:
        wire: The provider's wire format.
        model: The model's name.
        max_tokens: The longest answer in tokens; None leaves it to the provider.
        temperature: None leaves it to the provider.
        changes: Fields that replace those of each body; None removes a field.
        renames: Fields with another name on this host.

    Raises:
        ValueError: If requests cannot be written in that format.
    """

    def __init__(
        self,
        wire: WireFormat,
        *,
        model: str,
        max_tokens: int | None,
        temperature: float | None,
        changes: Mapping[str, Any],
        renames: Mapping[str, str],
    ) -> None:
        if wire.build_request is None or wire.conversation is None:
            raise ValueError(f"The wire format {wire.name!r} is read-only. Choose a provider that accepts requests.")
        self._build: RequestBuilder = wire.build_request
        self._form: ConversationForm = wire.conversation
        self._model = model
        self._max_tokens = max_tokens
        self._temperature = temperature
        self._changes = changes
        self._renames = renames
        self._lock = threading.Lock()
        self._conversations: list[WrittenConversation] = []
        self._frame: _Frame | None = None

    def write(self, messages: Sequence[Message], tools: Sequence[ToolDefinition], *, stream: bool) -> bytes:
        """Return the JSON of the request, equal to that of the format's builder."""
        written = self._taken(messages)
        written.update(messages)
        # In formats without turns, they are among the other messages.
        apart = written.instructions if self._form.parts_key else []
        frame = self._framed(apart, tools, stream=stream)
        pieces = written.pieces() if frame.holds_messages else ()
        body = b"".join((frame.before, *pieces, frame.after))
        with self._lock:
            # The most recently used is first.
            self._conversations.insert(0, written)
            del self._conversations[_MAX_CONVERSATIONS:]
        return body

    def forget(self) -> None:
        """Drop the kept bytes."""
        with self._lock:
            self._conversations.clear()

    def _taken(self, messages: Sequence[Message]) -> WrittenConversation:
        """Return the kept bytes of *messages*, taken out so that another thread cannot use them."""
        with self._lock:
            for goes_on in (WrittenConversation.goes_on_in, WrittenConversation.begins):
                for place, written in enumerate(self._conversations):
                    if goes_on(written, messages):
                        return self._conversations.pop(place)
        return WrittenConversation(self._form)

    def _framed(self, instructions: Sequence[Message], tools: Sequence[ToolDefinition], *, stream: bool) -> _Frame:
        """Return the fields around the messages, which are the same in every turn of a run."""
        known = self._frame
        if known is not None and known.is_for(instructions, tools, stream=stream):
            return known
        body = self._build(
            instructions,
            tools,
            model=self._model,
            stream=stream,
            max_tokens=self._max_tokens,
            temperature=self._temperature,
        )
        messages = body[self._form.key]
        for ours, theirs in self._renames.items():
            if ours in body:
                body[theirs] = body.pop(ours)
        body |= self._changes
        fields = [(key, value) for key, value in body.items() if value is not None]
        place = next((index for index, (_, value) in enumerate(fields) if value is messages), None)
        before, after = b"{", b"}"
        if place is None:
            before += _fields(fields)
        else:
            before += _fields(fields[:place]) + (b", " if place else b"") + as_bytes(fields[place][0]) + b": "
            after = (b", " if fields[place + 1 :] else b"") + _fields(fields[place + 1 :]) + after
        frame = _Frame(before, after, place is not None, tuple(instructions), tools, stream)
        # A list may change between two requests, a tuple cannot.
        self._frame = frame if isinstance(tools, tuple) else None
        return frame


@dataclass(frozen=True, slots=True)
class _Frame:
    """The bytes around the messages in a body, and the inputs they were made from."""

    before: bytes
    after: bytes
    holds_messages: bool
    instructions: tuple[Message, ...]
    tools: Sequence[ToolDefinition]
    stream: bool

    def is_for(self, instructions: Sequence[Message], tools: Sequence[ToolDefinition], *, stream: bool) -> bool:
        return (
            self.stream == stream
            and self.tools is tools
            and len(self.instructions) == len(instructions)
            and all(map(is_, self.instructions, instructions))
        )


def _fields(fields: Sequence[tuple[str, Any]]) -> bytes:
    """Return the fields of an object, without its braces."""
    return as_bytes(dict(fields))[1:-1]
