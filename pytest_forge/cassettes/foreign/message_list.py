"""Lists of messages: conversations as agent SDKs keep them, in the shape of chat, Messages, Gemini or Responses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .codex_transcript import Conversation
from .interaction import Interaction, UnreadableInteraction
from .records import answered

__all__ = ["read_message_list"]

_ROLES = ("system", "developer", "user", "assistant", "tool", "function", "model")
_ITEMS = (
    "message",
    "reasoning",
    "function_call",
    "function_call_output",
    "custom_tool_call",
    "custom_tool_call_output",
)
_BLOCKS = ("tool_use", "thinking", "redacted_thinking", "server_tool_use")


def read_message_list(document: Any) -> tuple[Interaction | UnreadableInteraction, ...] | None:
    """Return every reply with the messages before it; None if it is not such a list.

    Args:
        document: A list of messages, or a mapping with one under ``messages``, ``contents``, ``items`` or ``history``.
    """
    found = document
    if isinstance(document, Mapping):
        names = ("messages", "contents", "items", "history")
        found = next((document[name] for name in names if isinstance(document.get(name), list)), None)
    if not isinstance(found, list) or not found or not all(isinstance(entry, Mapping) for entry in found):
        return None
    model = document.get("model") if isinstance(document, Mapping) else None
    if all(_is_message(entry) for entry in found) and any(entry["role"] in ("assistant", "model") for entry in found):
        return _of_messages(found, model)
    if all(_is_message(entry) or entry.get("type") in _ITEMS or _is_call(entry) for entry in found):
        conversation = Conversation()
        conversation.model = model if isinstance(model, str) else ""
        for entry in found:
            conversation.take(entry)
        return conversation.replies() or None
    return None


def _is_message(entry: Mapping[str, Any]) -> bool:
    return (
        entry.get("role") in _ROLES
        and entry.get("type", "message") == "message"
        and any(key in entry for key in ("content", "tool_calls", "parts", "function_call"))
    )


def _is_call(entry: Mapping[str, Any]) -> bool:
    return str(entry.get("type")).endswith(("_call", "_call_output")) and ("id" in entry or "call_id" in entry)


def _of_messages(messages: Sequence[Mapping[str, Any]], model: Any) -> tuple[Interaction, ...]:
    replies = []
    sent: list[Any] = []
    for message in messages:
        if message["role"] not in ("assistant", "model"):
            sent.append(message)
            continue
        name = message.get("model") or model
        if "parts" in message:
            body = {"candidates": [{"content": message}], "modelVersion": name}
            replies.append(answered({"contents": sent}, body))
        elif _is_of_anthropic(message):
            body = {"type": "message", "content": message["content"], "model": name, "usage": message.get("usage")}
            replies.append(answered({"messages": sent}, body))
        else:
            body = {"choices": [{"message": message}], "model": name, "usage": message.get("usage")}
            replies.append(answered({"messages": sent}, body))
        sent = []
    return tuple(replies)


def _is_of_anthropic(message: Mapping[str, Any]) -> bool:
    content = message.get("content")
    return isinstance(content, list) and any(
        isinstance(block, Mapping) and block.get("type") in _BLOCKS for block in content
    )
