"""Other sessions: files that record a model, and not its HTTP.

frames of web sockets      realtime and live sessions, alone or in a HAR file
gRPC calls                 with their JSON form
transcripts of agents      Claude Agent SDK and Claude Code, Codex, lists of messages, histories of frameworks

A test cannot replay them, since no request of a client is in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .claude_transcript import read_claude_transcript
from .codex_transcript import read_codex_transcript
from .entries import http_entries
from .frames import read_frames
from .framework_history import read_framework_history
from .grpc_calls import is_grpc_call, read_grpc_calls
from .interaction import Interaction, UnreadableInteraction
from .message_list import read_message_list
from .records import records_in

__all__ = ["describe_other", "read_other_session"]

Replies = tuple[Interaction | UnreadableInteraction, ...]


def read_other_session(document: Any) -> Replies | None:
    """Return the replies in a file's content; None if it records HTTP, or nothing that is known."""
    entries = http_entries(document)
    if entries is not None and any(isinstance(entry, Mapping) and "request" in entry for entry in entries):
        return None
    if entries and any(is_grpc_call(entry) for entry in entries):
        replies = read_grpc_calls(entries)
        return replies if any(isinstance(reply, Interaction) for reply in replies) else None
    # Before lists of messages, since the AI SDK has the roles of chat, and other parts.
    if (listed := read_framework_history(document) or read_message_list(document)) is not None:
        return listed
    records = records_in(document)
    url = document.get("endpoint", document.get("url")) if isinstance(document, Mapping) else None
    return (
        read_claude_transcript(records)
        or read_codex_transcript(records)
        or read_frames(records, url=url.partition("?")[0] if isinstance(url, str) else "")
        or None
    )


def describe_other(document: Any) -> str:
    """Return a sentence about what a file holds that is not a recording of HTTP."""
    if document is None:
        return "It is empty; record it again."
    if isinstance(document, str):
        return "It holds text; name a cassette of VCR.py, VCR for Ruby or a similar recorder."
    entries = http_entries(document) or []
    first = entries[0] if entries and isinstance(entries[0], Mapping) else {}
    if read_other_session(document):
        return (
            "It holds a session without its requests: 'forge replay' and 'forge cassettes show' read it, tests cannot."
        )
    if any(is_grpc_call(entry) for entry in entries):
        return "It holds gRPC calls without their JSON form; record an HTTP session."
    if {"kind", "direction"} <= set(first) or any(record.is_sent is not None for record in records_in(document)):
        return "It holds frames of a web socket or a pipe of an unknown service; record an HTTP session."
    inside = document.get("interactions") if isinstance(document, Mapping) else None
    if isinstance(inside, Mapping):
        return "It holds what a model in the same process returned; record a session with a provider."
    if isinstance(document, list) and document and all(isinstance(entry, Mapping) for entry in document):
        return "It holds lines of JSON that are not the transcript of a known agent; record an HTTP session."
    return "Name a cassette of VCR.py, VCR for Ruby or a similar recorder."
