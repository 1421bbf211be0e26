"""Compaction: a shorter form of a long conversation that keeps its essence.

::

    head     the system prompt and the first request      kept
    middle   everything between                           cut, or summarised in a few sentences
    tail     the last four messages                       kept

An assistant's calls and their results are one exchange, which is never split: a provider refuses one half without the
other. A strategy never shortens the same message twice, and never makes one longer.
Source: seed 001, "Token-budget pre-flight & compaction".
"""

from __future__ import annotations

import logging
import operator
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..json_text import json_writer
from ..messages import Message
from .tokens import count_message_tokens

__all__ = [
    "ARGUMENTS_LIMIT",
    "STRATEGIES",
    "TEXT_LIMIT",
    "Summarizer",
    "compact_messages",
    "compaction_strategy",
    "cut_message",
    "middle_of",
    "summary_prompt",
]

log = logging.getLogger(__name__)

#: Returns a summary of the text of the middle.
Summarizer = Callable[[str], str]

STRATEGIES = ("truncate", "summarize", "hybrid")

#: Characters kept of a text or a result, and of a call's arguments. Source: seed 001.
TEXT_LIMIT = 500
ARGUMENTS_LIMIT = 200

_SUMMARY_START = "[Summary of "
_MIN_LIMIT = 120
_MAX_SUMMARY = 8_000
_MAX_PROMPT = 60_000

_encode = json_writer(default=str)


def compact_messages(
    messages: Sequence[Message],
    *,
    strategy: str | None = None,
    capability_matrix: Mapping[str, Any] | None = None,
    summarizer: Summarizer | None = None,
    keep_tail: int = 4,
    truncate_chars: int = TEXT_LIMIT,
    tool_call_truncate_chars: int = ARGUMENTS_LIMIT,
) -> list[Message]:
    """Return *messages* with a shorter middle; the messages themselves are not changed.

    Args:
        messages: The conversation so far.
        strategy: One of `STRATEGIES`; None for the result of `compaction_strategy`.
        capability_matrix: May hold ``compaction_strategy``.
        summarizer: Called at most once. Without one, or if it fails or its summary is not shorter, the middle is cut.
        keep_tail: The number of messages kept at the end; more if an exchange began before them.
        truncate_chars: Characters kept of a text or a result, 120 or more.
        tool_call_truncate_chars: Characters kept of a call's arguments, 120 or more.

    Raises:
        ValueError: If a limit is below 120, or *keep_tail* is negative.
    """
    if keep_tail < 0 or truncate_chars < _MIN_LIMIT or tool_call_truncate_chars < _MIN_LIMIT:
        message = (
            f"keep_tail={keep_tail!r}, truncate_chars={truncate_chars!r}, "
            f"tool_call_truncate_chars={tool_call_truncate_chars!r} are too small. "
            f"Keep 0 messages or more, and {_MIN_LIMIT} characters or more."
        )
        raise ValueError(message)
    if strategy not in STRATEGIES:
        strategy = compaction_strategy({"compaction_strategy": strategy} if strategy else capability_matrix)
    start, end = middle_of(messages, keep_tail)
    middle = list(messages[start:end])
    cut = [cut_message(message, truncate_chars, tool_call_truncate_chars) for message in middle]
    if strategy in ("summarize", "hybrid") and summarizer is not None:
        told = _summarized(cut if strategy == "hybrid" else middle, summarizer, messages[end:])
        cut = cut if told is None else told
    return [*messages[:start], *cut, *messages[end:]]


def compaction_strategy(capability_matrix: Mapping[str, Any] | None = None) -> str:
    """Return the strategy named in the matrix, else ``FLUID_COMPACTION_STRATEGY``, else ``"truncate"``."""
    for name in ((capability_matrix or {}).get("compaction_strategy"), os.environ.get("FLUID_COMPACTION_STRATEGY")):
        if isinstance(name, str) and name.strip().lower() in STRATEGIES:
            return name.strip().lower()
        if name:
            log.warning("The compaction strategy %r is unknown. Use one of %s.", name, ", ".join(STRATEGIES))
    return "truncate"


def summary_prompt(middle: Sequence[Message]) -> str:
    """Return the text of *middle* for a summarizer: at most the last 60,000 characters."""
    told = [
        {"role": message.role, "text": message.text}
        | (
            {"calls": [{"name": c.name, "arguments": c.arguments} for c in message.tool_calls]}
            if message.tool_calls
            else {}
        )
        for message in middle
    ]
    return _encode(told)[-_MAX_PROMPT:]


def middle_of(messages: Sequence[Message], keep_tail: int = 4) -> tuple[int, int]:
    """Return the start and the end of the middle; both are between two exchanges."""
    start = 0
    while start < len(messages) and messages[start].role == "system":
        start += 1
    if start < len(messages) and messages[start].role == "user":
        start += 1
    end = max(start, len(messages) - keep_tail)
    # Results belong to the assistant's turn before them, even if there are several.
    while start < end < len(messages) and messages[end].role == "tool":
        end -= 1
    return start, end


def cut_message(message: Message, text_limit: int = TEXT_LIMIT, arguments_limit: int = ARGUMENTS_LIMIT) -> Message:
    """Return *message* with a shorter text and shorter arguments, or itself if there is nothing to cut."""
    if message.role == "system":
        return message
    if message.role == "tool":
        text = _cut_result(message.text, text_limit)
    else:
        text = message.text if message.text.startswith(_SUMMARY_START) else _cut_text(message.text, text_limit)
    arguments = [_cut_arguments(call.arguments, arguments_limit) for call in message.tool_calls]
    if text == message.text and all(map(operator.is_, arguments, (call.arguments for call in message.tool_calls))):
        return message
    calls = tuple(replace(call, arguments=cut) for call, cut in zip(message.tool_calls, arguments, strict=True))
    return replace(message, text=text, tool_calls=calls)


def _cut_text(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    note = f" [truncated — {len(text)} chars total]"
    return text[: limit - len(note)] + note


def _cut_arguments(arguments: dict[str, Any], limit: int) -> dict[str, Any]:
    text = _encode(arguments)
    return arguments if len(text) <= limit else _preview(text, limit)


def _cut_result(text: str, limit: int) -> str:
    # A result stays JSON, which some providers require.
    return text if len(text) <= limit else _encode(_preview(text, limit))


def _preview(text: str, limit: int) -> dict[str, Any]:
    """Return the beginning of *text* in an object of at most *limit* characters as JSON."""
    preview = {"_truncated": True, "_preview": "", "_total_chars": len(text)}
    room = limit - len(_encode(preview))
    shown = text[:room]
    # Escapes take two or more characters, so fewer fit than the room suggests.
    while (written := len(_encode(shown)) - 2) > room:
        shown = shown[: min(len(shown) - 1, len(shown) * room // written)]
    return preview | {"_preview": shown}


def _summarized(middle: list[Message], summarizer: Summarizer, tail: Sequence[Message]) -> list[Message] | None:
    """Return the system messages of *middle* and one summary, or None if that fails or is not shorter."""
    kept = [message for message in middle if message.role == "system"]
    spoken = [message for message in middle if message.role != "system"]
    if not spoken or (len(spoken) == 1 and spoken[0].text.startswith(_SUMMARY_START)):
        return middle
    try:
        summary = summarizer(summary_prompt(spoken))
    except Exception as error:  # noqa: BLE001  # the summary is a convenience; the run goes on without it
        log.warning("The summarizer failed with %s. The messages were cut instead.", type(error).__name__)
        return None
    if not isinstance(summary, str) or not summary.strip():
        log.warning("The summary is empty. The messages were cut instead.")
        return None
    text = f"{_SUMMARY_START}{len(spoken)} earlier messages]\n{_cut_text(summary.strip(), _MAX_SUMMARY)}"
    # Two turns of one speaker in a row are avoided if the tail allows it.
    told = Message("assistant" if tail and tail[0].role == "user" else "user", text)
    return [*kept, told] if count_message_tokens([told]) < count_message_tokens(spoken) else None
