"""gRPC calls to xAI, as recorders keep them: protobuf, with its JSON form beside it, which is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .interaction import Interaction, UnreadableInteraction
from .records import answered

__all__ = ["is_grpc_call", "read_grpc_calls"]

_URL = "grpc://api.x.ai/xai_api.Chat"
_NO_JSON = "A gRPC call is recorded as protobuf only. Record it with its JSON form beside it."
_OURS = ("", "TOOL_CALL_TYPE_CLIENT_SIDE_TOOL", "TOOL_CALL_TYPE_INVALID")


def is_grpc_call(entry: Any) -> bool:
    """Whether an entry of a recording is a gRPC call."""
    return isinstance(entry, Mapping) and any(str(key).startswith(("request_", "response_")) for key in entry)


def read_grpc_calls(entries: Sequence[Any]) -> tuple[Interaction | UnreadableInteraction, ...]:
    """Return every call with its reply."""
    return tuple(_read(entry) for entry in entries if isinstance(entry, Mapping))


def _read(entry: Mapping[str, Any]) -> Interaction | UnreadableInteraction:
    asked = next(_jsons(entry, "request_"), {})
    pieces = list(_jsons(entry, "response_"))
    outputs = [output for piece in pieces for output in _mappings(piece.get("outputs"))]
    if not outputs:
        return UnreadableInteraction(_NO_JSON, url=_URL)
    message: dict[str, Any] = {"role": "assistant", "content": "", "reasoning_content": ""}
    calls: list[Mapping[str, Any]] = []
    ran: dict[str, dict[str, Any]] = {}
    reason = ""
    for output in outputs:
        said = _mapping(output.get("message") or output.get("delta"))
        reason = str(output.get("finish_reason") or reason)
        told = said.get("content")
        is_result = said.get("role") == "ROLE_TOOL"
        for call in _mappings(said.get("tool_calls")):
            function = _mapping(call.get("function"))
            if str(call.get("type") or "") in _OURS:
                calls.append({"id": call.get("id"), "type": "function", "function": function})
                continue
            tool = ran.setdefault(str(call.get("id")), {"name": function.get("name")})
            tool["arguments"] = function.get("arguments")
            if is_result:
                tool["output"] = told
        if not is_result:
            message["content"] += told if isinstance(told, str) else ""
            thought = said.get("reasoning_content")
            message["reasoning_content"] += thought if isinstance(thought, str) else ""
    message |= {"tool_calls": calls, "executed_tools": list(ran.values())}
    whole = [piece for piece in pieces if piece.get("model")]
    usage: Mapping[str, Any] = next((piece["usage"] for piece in reversed(pieces) if _mapping(piece.get("usage"))), {})
    choice = {"message": message, "finish_reason": reason.removeprefix("REASON_").lower()}
    model = whole[-1]["model"] if whole else asked.get("model")
    return answered(_request(asked), {"model": model, "choices": [choice], "usage": usage}, url=_URL)


def _request(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Write the messages of a request as those of a chat completion."""
    messages = []
    for message in _mappings(asked.get("messages")):
        role = str(message.get("role") or "").removeprefix("ROLE_").lower()
        content = message.get("content")
        parts = list(_mappings(content))
        if parts and all(set(part) == {"text"} for part in parts):
            content = "".join(str(part["text"]) for part in parts)
        messages.append({**message, "role": role, "content": content})
    return {**asked, "messages": messages}


def _jsons(entry: Mapping[str, Any], prefix: str) -> Iterator[Mapping[str, Any]]:
    for key, value in entry.items():
        if str(key).startswith(prefix) and isinstance(value, Mapping):
            if isinstance(value.get("json"), Mapping):
                yield value["json"]
            for piece in _mappings(value.get("chunks_json")):
                yield _mapping(piece.get("chunk")) or piece


def _mappings(value: Any) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
