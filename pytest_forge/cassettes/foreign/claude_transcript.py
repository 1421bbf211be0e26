"""Transcripts of the Claude Agent SDK and of Claude Code: lines of ``user``, ``assistant``, ``system``, ``result``.

Each block of a message may have a line of its own; lines with the same message id are one reply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .interaction import Interaction, UnreadableInteraction
from .records import Record, answered

__all__ = ["read_claude_transcript"]


def read_claude_transcript(records: Sequence[Record]) -> tuple[Interaction | UnreadableInteraction, ...] | None:
    """Return every reply with the results before it; None if it is not such a transcript."""
    replies: list[tuple[list[Any], dict[str, Any]] | str] = []
    by_id: dict[str, dict[str, Any]] = {}
    sent: list[Any] = []
    is_ours = False
    for message in (record.message for record in records):
        kind, inner = message.get("type"), message.get("message")
        is_ours = is_ours or (kind == "result" and "subtype" in message) or message.get("subtype") == "init"
        if kind == "user" and isinstance(inner, Mapping) and "content" in inner:
            sent.append({"role": "user", "content": inner["content"]})
        elif kind == "assistant" and isinstance(inner, Mapping) and isinstance(inner.get("content"), list | str):
            is_ours = True
            known = by_id.get(str(inner.get("id") or len(replies)))
            if known is not None:
                _join(known, inner)
                continue
            body = {**inner, "type": "message", "content": _blocks(inner)}
            by_id[str(inner.get("id") or len(replies))] = body
            replies.append((sent, body))
            sent = []
        elif kind == "result" and message.get("is_error") is True:
            said = message.get("result") or message.get("errors") or message.get("subtype")
            replies.append(f"The agent stopped: {said}")
    if not is_ours:
        return None
    return tuple(
        UnreadableInteraction(reply) if isinstance(reply, str) else answered({"messages": reply[0]}, reply[1])
        for reply in replies
    )


def _join(known: dict[str, Any], more: Mapping[str, Any]) -> None:
    known["content"] = known["content"] + [block for block in _blocks(more) if block not in known["content"]]
    known |= {key: more[key] for key in ("stop_reason", "usage") if more.get(key)}


def _blocks(message: Mapping[str, Any]) -> list[Any]:
    content = message["content"]
    return list(content) if isinstance(content, list) else [{"type": "text", "text": content}]
