"""Histories of agent frameworks: messages of Pydantic AI, LangChain and the AI SDK, and events of ADK.

Each message becomes one of a chat completion, and those of ADK, which are Gemini's, a reply of Gemini. A tool that the
provider ran stays in its reply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from .interaction import Interaction
from .records import answered

__all__ = ["read_framework_history"]

Entry = Mapping[str, Any]

_LISTS = ("messages", "history", "events")
#: LangChain's types of messages, and their roles.
_ROLES = {
    "human": "user", "HumanMessageChunk": "user", "ai": "assistant", "AIMessageChunk": "assistant",
    "system": "system", "SystemMessageChunk": "system", "tool": "tool", "ToolMessageChunk": "tool",
    "function": "function", "developer": "developer",
}  # fmt: skip


def read_framework_history(document: Any) -> tuple[Interaction, ...] | None:
    """Return every reply with the messages before it; None if it is no such history.

    Args:
        document: A list of messages, or a mapping with one under ``messages``, ``history`` or ``events``.
    """
    found = document
    if isinstance(document, Mapping):
        found = next((document[name] for name in _LISTS if isinstance(document.get(name), list)), None)
    if not isinstance(found, list) or not found or not all(isinstance(entry, Mapping) for entry in found):
        return None
    for is_known, read in _FRAMEWORKS:
        if is_known(found):
            return tuple(_answered(read(found))) or None
    return None


def _answered(messages: Iterable[dict[str, Any]]) -> Iterator[Interaction]:
    sent: list[Any] = []
    for message in messages:
        if "candidates" in message:
            yield answered({"contents": sent}, message)
        elif message.get("role") == "assistant":
            reason, model, usage = (message.pop(name, None) for name in ("finish_reason", "model", "usage"))
            body = {"choices": [{"message": message, "finish_reason": reason}], "model": model, "usage": usage}
            yield answered({"messages": sent}, body)
        else:
            sent.append(message)
            continue
        sent = []


def _reply(**known: Any) -> dict[str, Any]:
    return {
        "role": "assistant",
        "content": "",
        "reasoning_content": "",
        "tool_calls": [],
        "executed_tools": [],
        **known,
    }


def _call(call_id: Any, name: Any, arguments: Any) -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def _result(call_id: Any, content: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def _ran(reply: dict[str, Any], call_id: Any, **known: Any) -> None:
    """Note a tool that the provider ran, or what came of it."""
    tool = next((tool for tool in reply["executed_tools"] if tool["id"] == call_id), None)
    if tool is None:
        reply["executed_tools"].append(tool := {"id": call_id})
    tool |= {key: value for key, value in known.items() if value is not None}


def _usage(usage: Entry, asked: str, told: str, cached: Any = None) -> dict[str, Any]:
    return {
        "prompt_tokens": usage.get(asked),
        "completion_tokens": usage.get(told),
        "prompt_tokens_details": {"cached_tokens": cached},
    }


def _is_of_pydantic_ai(entries: Sequence[Entry]) -> bool:
    return any("part_kind" in part for entry in entries for part in _mappings(entry.get("parts")))


def _of_pydantic_ai(entries: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    for entry in entries:
        usage = _mapping(entry.get("usage"))
        reply = _reply(model=entry.get("model_name"), finish_reason=entry.get("finish_reason"))
        reply["usage"] = _usage(usage, "input_tokens", "output_tokens", usage.get("cache_read_tokens"))
        if isinstance(entry.get("instructions"), str):
            yield {"role": "system", "content": entry["instructions"]}
        for part in _mappings(entry.get("parts")):
            kind, content, call_id = str(part.get("part_kind")), part.get("content"), part.get("tool_call_id")
            if kind == "tool-call":
                reply["tool_calls"].append(_call(call_id, part.get("tool_name"), part.get("args")))
            elif kind == "builtin-tool-call":
                _ran(reply, call_id, name=part.get("tool_name"), arguments=part.get("args"))
            elif kind == "builtin-tool-return":
                _ran(reply, call_id, name=part.get("tool_name"), output=content)
            elif kind in ("text", "thinking"):
                reply["content" if kind == "text" else "reasoning_content"] += str(content or "")
            elif kind == "tool-return" or (kind == "retry-prompt" and part.get("tool_name")):
                yield _result(call_id, content)
            elif content:
                yield {"role": "system" if kind == "system-prompt" else "user", "content": _plain(content)}
        if entry.get("kind") == "response":
            yield reply


def _plain(content: Any) -> Any:
    """Return the texts of a prompt of several parts; of the others, their kinds."""
    if not isinstance(content, list):
        return content
    return "\n".join(
        str(part.get("content") or f"({part.get('kind')})") if isinstance(part, Mapping) else str(part)
        for part in content
    )


def _is_of_langchain(entries: Sequence[Entry]) -> bool:
    return all("content" in _inside(entry) and str(_inside(entry).get("type")) in _ROLES for entry in entries)


def _inside(entry: Entry) -> Entry:
    """Return the message in what `messages_to_dict` and `dumpd` write around it."""
    inside = _mapping(entry.get("data") or entry.get("kwargs")) or entry
    return {"type": entry.get("type"), **inside}


def _of_langchain(entries: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    for message in map(_inside, entries):
        role, content = _ROLES[message["type"]], message["content"]
        if role == "tool":
            yield _result(message.get("tool_call_id"), content)
        elif role != "assistant":
            yield {"role": role, "content": content}
        else:
            told, usage = (_mapping(message.get(key)) for key in ("response_metadata", "usage_metadata"))
            reply = _reply(
                model=told.get("model_name") or told.get("model"),
                finish_reason=told.get("finish_reason") or told.get("stop_reason"),
            )
            cached = _mapping(usage.get("input_token_details")).get("cache_read")
            reply["usage"] = _usage(usage, "input_tokens", "output_tokens", cached)
            for call in _mappings(message.get("tool_calls")) + _mappings(message.get("invalid_tool_calls")):
                reply["tool_calls"].append(_call(call.get("id"), call.get("name"), call.get("args")))
            for part in content if isinstance(content, list) else [content]:
                _say(reply, {"type": "text", "text": part} if isinstance(part, str) else _mapping(part))
            yield reply


def _say(reply: dict[str, Any], part: Entry) -> None:
    """Add a part of a reply of LangChain or the AI SDK; its calls of our tools are elsewhere."""
    kind = str(part.get("type"))
    if kind == "text":
        reply["content"] += str(part.get("text") or "")
    elif kind in ("thinking", "reasoning"):
        reply["reasoning_content"] += str(part.get("thinking") or part.get("reasoning") or part.get("text") or "")
    elif kind in ("server_tool_call", "server_tool_use"):
        _ran(reply, part.get("id"), name=part.get("name"), arguments=part.get("args", part.get("input")))
    elif kind.endswith("tool_result"):
        call_id = part.get("tool_call_id", part.get("tool_use_id"))
        _ran(reply, call_id, output=part.get("output", part.get("content")))


def _is_of_ai_sdk(entries: Sequence[Entry]) -> bool:
    parts = [part for entry in entries for key in ("parts", "content") for part in _mappings(entry.get(key))]
    is_ui = any("type" in part for entry in entries for part in _mappings(entry.get("parts")))
    return all("role" in entry for entry in entries) and (is_ui or any("toolCallId" in part for part in parts))


def _of_ai_sdk(entries: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    for entry in entries:
        parts = entry.get("parts", entry.get("content"))
        parts = [{"type": "text", "text": parts}] if isinstance(parts, str) else _mappings(parts)
        if entry["role"] == "tool":
            yield from (_result(part.get("toolCallId"), _output(part)) for part in parts)
        elif entry["role"] != "assistant":
            yield {
                "role": entry["role"],
                "content": "\n".join(str(part.get("text") or f"({part.get('type')})") for part in parts),
            }
        else:
            yield from _steps(parts)


def _steps(parts: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    """Read a message of an assistant, which in the form for a page holds the results of its calls and what follows."""
    reply, results = _reply(), list[dict[str, Any]]()
    for part in parts:
        kind, call_id = str(part.get("type")), part.get("toolCallId")
        if results and kind in ("text", "reasoning", "step-start"):
            yield reply
            yield from results
            reply, results = _reply(), []
        if call_id is None:
            _say(reply, part)
            continue
        name = part.get("toolName") or kind.removeprefix("tool-")
        given, came = part.get("input", part.get("args")), _output(part)
        if part.get("providerExecuted") or kind == "tool-result":
            _ran(reply, call_id, name=name, arguments=given, output=came)
            continue
        reply["tool_calls"].append(_call(call_id, name, given))
        if came is not None:
            results.append(_result(call_id, came))
    if any(reply[key] for key in ("content", "reasoning_content", "tool_calls", "executed_tools")):
        yield reply
        yield from results


def _output(part: Entry) -> Any:
    came = part.get("output", part.get("result", part.get("errorText")))
    return came["value"] if isinstance(came, Mapping) and set(came) == {"type", "value"} else came


def _is_of_adk(entries: Sequence[Entry]) -> bool:
    return all("author" in entry for entry in entries) and any(
        "parts" in _mapping(one.get("content")) for one in entries
    )


def _of_adk(entries: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    for event in map(_camel, entries):
        content = _mapping(event.get("content"))
        content = {**content, "parts": [_camel(part) for part in _mappings(content.get("parts"))]}
        if event.get("partial") or not content["parts"]:
            continue
        if content.get("role") != "model":
            yield content
            continue
        usage = _camel(_mapping(event.get("usageMetadata")))
        told = {key: event.get(key) for key in ("finishReason", "groundingMetadata")}
        yield {
            "candidates": [{**told, "content": content}],
            "usageMetadata": usage,
            "modelVersion": event.get("modelVersion"),
        }


def _camel(entry: Entry) -> dict[str, Any]:
    """Return an entry with the names of Gemini's API; Python writes them with underscores."""
    written = {}
    for key, value in entry.items():
        first, *rest = str(key).split("_")
        written[first + "".join(word.capitalize() for word in rest)] = value
    return written


def _mappings(value: Any) -> list[Entry]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def _mapping(value: Any) -> Entry:
    return value if isinstance(value, Mapping) else {}


#: By the most particular form first.
_FRAMEWORKS: tuple[
    tuple[Callable[[Sequence[Entry]], bool], Callable[[Sequence[Entry]], Iterator[dict[str, Any]]]], ...
] = (
    (_is_of_pydantic_ai, _of_pydantic_ai),
    (_is_of_adk, _of_adk),
    (_is_of_langchain, _of_langchain),
    (_is_of_ai_sdk, _of_ai_sdk),
)
