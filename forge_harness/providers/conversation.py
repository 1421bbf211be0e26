"""The conversation in a request: how a wire format writes each message, and its bytes, kept between turns.

::

    parts of a message    one message in the format; it depends on that message and on those before it
    items of the body     the parts themselves, or turns that hold all consecutive parts of one speaker

Every turn sends the whole conversation, and nearly all of it was sent before. Messages are frozen, so the same message
has the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import is_
from typing import Any

from ..json_text import json_writer
from ..messages import Message
from ..tool import NAME_PATTERN, ToolCall

__all__ = ["ConversationForm", "WrittenConversation", "as_bytes", "calling_message"]

_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]")

_encode = json_writer()


def as_bytes(value: Any) -> bytes:
    """Return *value* as JSON on the wire."""
    # A text may hold a lone surrogate; UTF-8 cannot.
    return _encode(value).encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class ConversationForm:
    """The form of a conversation for one provider.

    Attributes:
        key: The field of the body that holds it.
        parts: Returns the parts of the message at an index; it ignores later messages and is deterministic.
        parts_key: The field of a turn that holds its parts; empty if the parts are in the body directly. In a format
            with turns, system messages are elsewhere, and do not have parts.
        assistant: The role of the assistant in a turn; all others are the user.
    """

    key: str
    parts: Callable[[Sequence[Message], int], Sequence[Any]]
    parts_key: str = ""
    assistant: str = "assistant"

    def items(self, messages: Sequence[Message]) -> list[Any]:
        """Return the items of the body for *messages*."""
        items: list[Any] = []
        for index, message in enumerate(messages):
            parts = self.parts(messages, index)
            if not self.parts_key:
                items += parts
            elif parts and items and items[-1]["role"] == self.role(message):
                # Speakers must alternate, and all results of one turn belong into one item.
                items[-1][self.parts_key] += parts
            elif parts:
                items.append({"role": self.role(message), self.parts_key: list(parts)})
        return items

    def role(self, message: Message) -> str:
        """Return the role of the turn that *message* belongs to."""
        return self.assistant if message.role == "assistant" else "user"


def calling_message(messages: Sequence[Message], index: int) -> Message | None:
    """Return the last message before *index* with the call of the result at *index*, or None."""
    call_id = messages[index].tool_call_id
    for earlier in range(index - 1, -1, -1):
        if any(call.id == call_id for call in messages[earlier].tool_calls):
            return messages[earlier]
    return None


class WrittenConversation:
    """The bytes of one conversation; `update` writes the new messages.

    Not shared between threads; discard it if `update` raises.
    """

    def __init__(self, form: ConversationForm) -> None:
        self._form = form
        # Kept alive with their bytes: a new message could reuse the memory address of a freed one.
        self._given: list[Message] = []
        self._spoken: list[Message] = []
        self._written = bytearray()
        self._ends: list[int] = []
        self._open: list[str] = []
        self._systems: list[int] = []

    def __len__(self) -> int:
        return len(self._given)

    def goes_on_in(self, messages: Sequence[Message]) -> bool:
        """Tell quickly whether *messages* begin with the written ones."""
        known = len(self._given)
        return 0 < known <= len(messages) and messages[known - 1] is self._given[-1] and self.begins(messages)

    def begins(self, messages: Sequence[Message]) -> bool:
        """Tell whether *messages* begin with the same message."""
        return bool(self._given) and bool(messages) and messages[0] is self._given[0]

    @property
    def instructions(self) -> list[Message]:
        """The system messages, for formats that have them elsewhere."""
        return [self._spoken[index] for index in self._systems]

    def update(self, messages: Sequence[Message]) -> None:
        """Make *messages* the conversation."""
        shared = min(len(self._given), len(messages))
        if not all(map(is_, self._given, messages)):
            shared = next(index for index in range(shared) if self._given[index] is not messages[index])
        self._forget(shared)
        for message in messages[shared:]:
            self._append(message)

    def pieces(self) -> tuple[bytes | bytearray, ...]:
        """Return pieces that join to the JSON of the conversation."""
        is_open = bool(self._open) and self._open[-1]
        return (b"[", self._written, b"]}]" if is_open else b"]")

    def _forget(self, kept: int) -> None:
        if kept == len(self._given):
            return
        del self._given[kept:], self._spoken[kept:], self._open[kept:]
        del self._written[self._ends[kept - 1] if kept else 0 :], self._ends[kept:]
        while self._systems and self._systems[-1] >= kept:
            self._systems.pop()

    def _append(self, message: Message) -> None:
        form = self._form
        before = self._open[-1] if self._open else ""
        now = before
        self._spoken.append(_speakable(message))
        parts = form.parts(self._spoken, len(self._given))
        written = as_bytes(list(parts))[1:-1]
        if parts and form.parts_key:
            now = form.role(message)
            if now != before:
                turn = as_bytes({"role": now, form.parts_key: []})
                written = (b"]}, " if before else b"") + turn[:-2] + written
            else:
                written = b", " + written
        elif parts and self._written:
            written = b", " + written
        if message.role == "system":
            self._systems.append(len(self._given))
        self._written += written
        self._ends.append(len(self._written))
        self._open.append(now)
        self._given.append(message)


def _speakable(message: Message) -> Message:
    """Return *message* with tool names that every provider accepts; a model may make up any name."""
    if all(NAME_PATTERN.fullmatch(call.name) for call in message.tool_calls):
        return message
    return replace(message, tool_calls=tuple(_with_name(call) for call in message.tool_calls))


def _with_name(call: ToolCall) -> ToolCall:
    return call if NAME_PATTERN.fullmatch(call.name) else replace(call, name=_name(call.name))


def _name(name: str) -> str:
    cleaned = _NOT_IN_A_NAME.sub("_", name)[:64]
    return cleaned if NAME_PATTERN.fullmatch(cleaned) else "unknown_tool"
