"""Transcripts of Codex: its rollout files, whose lines hold items of the Responses API, and ``codex exec --json``.

The items between two of the user, or between two results, are one reply.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .interaction import Interaction, UnreadableInteraction
from .records import Record, answered

__all__ = ["Conversation", "read_codex_transcript"]

_ROLLOUT = ("session_meta", "response_item", "turn_context", "event_msg")
_EXEC = ("thread.started", "turn.started", "item.completed", "turn.completed", "turn.failed")


class Conversation:
    """Items of the Responses API in order, split into replies.

    Attributes:
        model: The model of the replies that follow.
    """

    def __init__(self) -> None:
        self.model = ""
        self._sent: list[Any] = []
        self._output: list[Any] = []
        self._replies: list[tuple[list[Any], dict[str, Any]] | str] = []

    def take(self, item: Mapping[str, Any]) -> None:
        """Take the next item; what the model did not say ends its reply."""
        kind = str(item.get("type") or "message")
        is_output = kind.endswith("_output") and not self._is_of_provider(kind, item)
        if (kind == "message" and item.get("role") != "assistant") or is_output:
            self.end()
            self._sent.append(item)
        else:
            self._output.append(item)

    def _is_of_provider(self, kind: str, item: Mapping[str, Any]) -> bool:
        """Whether an output came with the reply, and not from the client."""
        if kind == "tool_search_output":
            return item.get("execution") != "client"
        return kind == "shell_call_output" and any(
            call.get("call_id") == item.get("call_id") and "container" in str(call.get("environment"))
            for call in self._output
        )

    def end(self) -> None:
        """End the reply, if there is one."""
        if self._output:
            body = {"object": "response", "status": "completed", "model": self.model or None, "output": self._output}
            self._replies.append((self._sent, body))
            self._sent, self._output = [], []

    def fail(self, reason: str) -> None:
        """Note an error in the place of a reply."""
        self.end()
        self._replies.append(reason)

    def spend(self, usage: Mapping[str, Any]) -> None:
        """Note the tokens of the last reply."""
        self.end()
        last = next((reply for reply in reversed(self._replies) if not isinstance(reply, str)), None)
        if last is not None:
            last[1]["usage"] = {
                "input_tokens": usage.get("input_tokens"),
                "output_tokens": usage.get("output_tokens"),
                "input_tokens_details": {"cached_tokens": usage.get("cached_input_tokens")},
                "output_tokens_details": {"reasoning_tokens": usage.get("reasoning_output_tokens")},
            }

    def replies(self) -> tuple[Interaction | UnreadableInteraction, ...]:
        """Return all replies, each with what was sent before it."""
        self.end()
        return tuple(
            UnreadableInteraction(reply) if isinstance(reply, str) else answered({"input": reply[0]}, reply[1])
            for reply in self._replies
        )


def read_codex_transcript(records: Sequence[Record]) -> tuple[Interaction | UnreadableInteraction, ...] | None:
    """Return every reply with the results before it; None if it is not such a transcript."""
    messages = [record.message for record in records]
    if any(message.get("type") in _ROLLOUT and isinstance(message.get("payload"), Mapping) for message in messages):
        return _of_rollout(messages)
    if any(message.get("type") in _EXEC for message in messages):
        return _of_exec(messages)
    return None


def _of_rollout(messages: Sequence[Mapping[str, Any]]) -> tuple[Interaction | UnreadableInteraction, ...]:
    conversation = Conversation()
    for message in messages:
        kind, payload = message.get("type"), message.get("payload")
        if not isinstance(payload, Mapping):
            continue
        if kind == "response_item":
            conversation.take(payload)
        elif kind == "turn_context":
            conversation.model = str(payload.get("model") or conversation.model)
        elif kind == "event_msg" and payload.get("type") == "token_count" and isinstance(payload.get("info"), Mapping):
            last = payload["info"].get("last_token_usage")
            conversation.spend(last if isinstance(last, Mapping) else {})
        elif kind == "event_msg" and payload.get("type") == "error":
            conversation.fail(str(payload.get("message") or "The agent reported an error."))
    return conversation.replies()


def _of_exec(messages: Sequence[Mapping[str, Any]]) -> tuple[Interaction | UnreadableInteraction, ...]:
    conversation = Conversation()
    for message in messages:
        kind, item = message.get("type"), message.get("item")
        if kind == "item.completed" and isinstance(item, Mapping):
            for one in _items(item):
                conversation.take(one)
        elif kind == "turn.completed" and isinstance(message.get("usage"), Mapping):
            conversation.spend(message["usage"])
        elif kind in ("turn.failed", "error"):
            error = message.get("error")
            said = error.get("message") if isinstance(error, Mapping) else message.get("message")
            conversation.fail(str(said or "The agent reported an error."))
    return conversation.replies()


#: What the agent ran, by kind: the members that it was given, and those with what came of it.
_RUN = {
    "command_execution": (("command",), ("aggregated_output", "exit_code")),
    "mcp_tool_call": (("server", "tool", "arguments"), ("result", "error")),
    "file_change": (("changes",), ("status",)),
}


def _items(item: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    kind, text = item.get("type"), item.get("text")
    if kind in ("agent_message", "assistant_message"):
        return [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}]
    if kind == "reasoning":
        return [{"type": "reasoning", "summary": [{"type": "summary_text", "text": text}]}]
    if kind == "web_search":
        return [{"type": "web_search_call", "id": item.get("id"), "query": item.get("query")}]
    if kind not in _RUN:
        return []
    given, came = ({key: item[key] for key in keys if item.get(key) is not None} for keys in _RUN[str(kind)])
    name, arguments = str(kind), given
    if kind == "mcp_tool_call":
        name, arguments = str(item.get("tool") or kind), given.get("arguments") or {}
        came = next(iter(came.values()), {})
    call = {"type": "function_call", "call_id": item.get("id"), "name": name, "arguments": json.dumps(arguments)}
    return [call, {"type": "function_call_output", "call_id": item.get("id"), "output": json.dumps(came)}]
