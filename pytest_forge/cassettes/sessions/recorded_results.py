"""Recorded results: the results of tools, read from the requests in which a client sent them to the model.

    openai              {"messages": [{"role": "tool", "tool_call_id", "content"}]}, or of the role "function"
    openai_responses    {"input": [{"type": "function_call_output", "call_id", "output"}]}
    assistants          {"tool_outputs": [{"tool_call_id", "output"}]}
    anthropic           {"messages": [{"content": [{"type": "tool_result", "tool_use_id", "content", "is_error"}]}]}
    bedrock             {"messages": [{"content": [{"toolResult": {"toolUseId", "content", "status"}}]}]}
    gemini              {"contents": [{"parts": [{"functionResponse": {"id", "name", "response"}}]}]}
    ollama              {"messages": [{"role": "tool", "tool_name", "content"}]}
    cohere              {"messages": [{"role": "tool", "tool_call_id", "content"}]}; v1: {"tool_results": [{"call",
                        "outputs"}]}

The shape of each entry decides, not the URL: gateways and InvokeModel send one provider's format to another's URL.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from forge_harness import diagnose_tool_failure

from ..foreign.body import BodyError, decompressed
from .turn import bounded

__all__ = ["RecordedResult", "SentCall", "SentResult", "is_failure", "json_value", "read_results", "results_in"]

_MAX_TEXT = 5_000_000
_WRAPPERS = frozenset({"result", "output"})


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """The result of a call as sent to the model.

    Attributes:
        value: Text or a JSON value, as sent; a list if there were several content parts.
        is_error: Whether it reports a failed call.
    """

    value: Any
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class SentCall:
    """A call of an earlier turn, as a request repeats it.

    Attributes:
        id: Its id; empty if there is none.
        name: The tool's name.
        sent: The arguments as sent, a value or JSON text.
    """

    id: str
    name: str
    sent: Any

    @property
    def arguments(self) -> Any:
        """The arguments, decoded if they are JSON; on access, since every request repeats all earlier calls."""
        return {} if self.sent in (None, "") else bounded(json_value(self.sent))


@dataclass(frozen=True, slots=True)
class SentResult:
    """A result in a request.

    Attributes:
        id: The id of the call it answers; empty if there is none.
        name: The tool's name; empty if the format does not hold it.
        content: The result as sent.
        is_error: Whether the format marks the call as failed.
        call: The call it answers, as repeated in the same request; None if it is not.
        entry: The part of the request that holds it.
        members: The members of that part that form the result; the first is the value.
    """

    id: str
    name: str
    content: Any
    is_error: bool = False
    call: SentCall | None = None
    entry: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    members: tuple[str, ...] = ()

    @property
    def result(self) -> RecordedResult:
        """The result."""
        value = bounded(_content(self.content))
        return RecordedResult(value, self.is_error or is_failure(value))


def read_results(request_body: bytes | None) -> list[SentResult]:
    """Return the results in a request, in order, each with its call if the request repeats it."""
    try:
        body = json.loads(decompressed(request_body or b"", ""))
    except (ValueError, RecursionError, BodyError):
        return []
    return results_in(body)


def results_in(body: Any) -> list[SentResult]:
    """Return the results in the decoded body of a request, as `read_results` does."""
    open_calls: list[SentCall] = []
    found: list[SentResult] = []
    for entry in _entries(body):
        if isinstance(entry, SentCall):
            open_calls.append(entry)
            continue
        call = entry.call
        if call is None and (call := _call_of(entry, open_calls)) is not None:
            # Equal calls are answered in order.
            open_calls.remove(call)
        name = entry.name or (call.name if call else "")
        found.append(replace(entry, name=name, call=call))
    return found


def is_failure(value: Any) -> bool:
    """Whether a result as sent to the model reports a failure."""
    found = json_value(value)
    if isinstance(found, Mapping) and set(found) <= _WRAPPERS:
        # Gemini accepts only objects, so clients wrap other results.
        found = json_value(found.get("result", found.get("output")))
    return diagnose_tool_failure(found)[0]


def json_value(value: Any) -> Any:
    """Return the value of a JSON text, and any other value unchanged."""
    if not isinstance(value, str) or len(value) > _MAX_TEXT:
        return value
    try:
        return bounded(_DECODER.decode(value))
    except (ValueError, RecursionError):
        return value


def _refuse(constant: str) -> Any:
    # Python reads NaN, which is not JSON and not equal to itself.
    raise ValueError(constant)


_DECODER = json.JSONDecoder(parse_constant=_refuse)


def _call_of(result: SentResult, open_calls: list[SentCall]) -> SentCall | None:
    if result.id:
        # Some hosts restart their ids in every turn: the latest counts.
        return next((call for call in reversed(open_calls) if call.id == result.id), None)
    return next((call for call in open_calls if not result.name or call.name == result.name), None)


def _entries(body: Any) -> Iterator[SentCall | SentResult]:
    if not isinstance(body, Mapping):
        return
    for message in _mappings(body.get("messages")):
        yield from _of_message(message)
    for item in _mappings(body.get("input")):
        yield from _of_item(item)
    contents = body.get("contents")
    for content in _mappings([contents] if isinstance(contents, Mapping) else contents):
        for part in _mappings(content.get("parts")):
            yield from _of_part(part)
    for output in _mappings(body.get("tool_outputs")):
        yield _result(output, "output", call_id=output.get("tool_call_id"))
    for result in _mappings(body.get("tool_results")):
        called = result.get("call")
        if isinstance(called, Mapping):
            call = _call("", called.get("name"), called.get("parameters"))
            yield replace(_result(result, "outputs", name=call.name), call=call)


def _of_message(message: Mapping[str, Any]) -> Iterator[SentCall | SentResult]:
    """Read one of ``messages``: OpenAI's, Anthropic's, Bedrock's, Ollama's or Cohere's."""
    content = message.get("content")
    for call in _mappings(message.get("tool_calls")):
        function = call.get("function")
        if isinstance(function, Mapping):
            yield _call(call.get("id"), function.get("name"), function.get("arguments"))
        elif isinstance(custom := call.get("custom"), Mapping):
            yield _call(call.get("id"), custom.get("name"), custom.get("input"))
    if isinstance(old := message.get("function_call"), Mapping):
        yield _call("", old.get("name"), old.get("arguments"))
    if message.get("role") in ("tool", "function"):
        blocks = list(_mappings(content))
        # Bedrock and some clients put Anthropic's or Converse's blocks into messages of the role tool.
        if not any("toolResult" in block or block.get("type") == "tool_result" for block in blocks):
            name = message.get("tool_name") or message.get("name")
            yield _result(message, "content", call_id=message.get("tool_call_id"), name=name)
            return
    for block in _mappings(content):
        yield from _of_block(block)


def _of_block(block: Mapping[str, Any]) -> Iterator[SentCall | SentResult]:
    """Read a block of Anthropic or Converse."""
    kind = block.get("type")
    if kind == "tool_use":
        yield _call(block.get("id"), block.get("name"), block.get("input"))
    elif kind == "tool_result":
        is_error = block.get("is_error") is True
        yield _result(block, "content", "is_error", call_id=block.get("tool_use_id"), is_error=is_error)
    elif isinstance(used := block.get("toolUse"), Mapping):
        yield _call(used.get("toolUseId"), used.get("name"), used.get("input"))
    elif isinstance(told := block.get("toolResult"), Mapping):
        is_error = told.get("status") == "error"
        yield _result(told, "content", "status", call_id=told.get("toolUseId"), is_error=is_error)


def _of_item(item: Mapping[str, Any]) -> Iterator[SentCall | SentResult]:
    """Read an item of the Responses API's ``input``."""
    kind = str(item.get("type"))
    if kind in ("function_call", "custom_tool_call"):
        yield _call(item.get("call_id"), item.get("name"), item.get("arguments", item.get("input")))
    elif kind.endswith("_call_output") and isinstance(item.get("call_id"), str):
        yield _result(item, "output", call_id=item.get("call_id"))
    elif kind == "tool_search_output" and isinstance(item.get("call_id"), str):
        yield _result(item, "tools", call_id=item.get("call_id"))


def _of_part(part: Mapping[str, Any]) -> Iterator[SentCall | SentResult]:
    """Read a part of Gemini, in the spelling of either library."""
    called = part.get("functionCall", part.get("function_call"))
    if isinstance(called, Mapping):
        yield _call(called.get("id"), called.get("name"), called.get("args"))
    told = part.get("functionResponse", part.get("function_response"))
    if isinstance(told, Mapping):
        yield _result(told, "response", call_id=told.get("id"), name=told.get("name"))


def _call(call_id: Any, name: Any, arguments: Any) -> SentCall:
    return SentCall(_text(call_id), _text(name), arguments)


def _result(
    entry: Mapping[str, Any], *members: str, call_id: Any = None, name: Any = None, is_error: bool = False
) -> SentResult:
    return SentResult(_text(call_id), _text(name), entry.get(members[0]), is_error, entry=entry, members=members)


def _content(content: Any) -> Any:
    """Return the values of content parts; of a single part, its value."""
    if not isinstance(content, list) or not content or not all(isinstance(part, Mapping) for part in content):
        return content
    values = [_part_value(part) for part in content]
    return values[0] if len(values) == 1 else values


def _part_value(part: Mapping[str, Any]) -> Any:
    if "text" in part and part.get("type", "text") in ("text", "input_text", "output_text"):
        return part["text"]
    if set(part) == {"json"}:
        return part["json"]
    document = part.get("document")
    if part.get("type") == "document" and isinstance(document, Mapping) and "data" in document:
        return document["data"]
    return part


def _mappings(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list):
        yield from (entry for entry in value if isinstance(entry, Mapping))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
