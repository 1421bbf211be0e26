"""OpenAI's chat completions, and every host compatible with them; also the older text completions.

Hosts differ in their additions: reasoning as ``reasoning_content`` (DeepSeek, Z.ai), ``reasoning`` and
``reasoning_details`` (Groq, OpenRouter, Ollama) or content parts (Mistral); a delta's ``index`` missing or always 0;
usage beside the choices, in a choice, or under ``x_groq``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..messages import Message, Reply, Usage
from ..schema.shapes import provider_shape
from ..tool import ToolCall, ToolDefinition
from .arguments import arguments_text, tool_call
from .conversation import ConversationForm
from .error_body import no_reply
from .fields import count_in, list_in, mapping_in, mappings_in, said_in, text_in
from .server_tools import from_choice

__all__ = ["CONVERSATION", "build_request", "choice_number", "free_text_call", "is_free_text", "parse_reply"]

_FORMAT = "openai"

#: Fields that a host wants back with the message; ``extra_content`` holds signatures of Gemini in this format.
_RETURNED = ("reasoning_content", "reasoning_details", "extra_content")


def build_request(
    messages: Sequence[Message],
    tools: Sequence[ToolDefinition] = (),
    *,
    model: str,
    stream: bool = False,
    max_tokens: int | None = None,
    temperature: float | None = None,
) -> dict[str, Any]:
    """Write the body of a request.

    Args:
        messages: The whole conversation.
        tools: The tools that the model may call.
        model: The model's name.
        stream: Whether to request a streamed answer.
        max_tokens: The longest answer in tokens; None leaves it to the provider.
        temperature: None leaves it to the provider.
    """
    body: dict[str, Any] = {"model": model, CONVERSATION.key: CONVERSATION.items(messages)}
    if tools:
        body["tools"] = [provider_shape(tool.name, tool.description, tool.input_schema, "openai") for tool in tools]
    if stream:
        # Without this, a streamed answer does not report its usage.
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    if max_tokens is not None:
        body["max_completion_tokens"] = max_tokens
    if temperature is not None:
        body["temperature"] = temperature
    return body


def _parts(messages: Sequence[Message], index: int) -> list[dict[str, Any]]:
    return [_written(messages[index])]


def _written(message: Message) -> dict[str, Any]:
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.tool_call_id, "content": message.text}
    written: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.tool_calls:
        written["content"] = message.text or None
        written["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": arguments_text(call)},
            }
            for call in message.tool_calls
        ]
    for kept in message.opaque:
        if kept.get("format") == _FORMAT:
            written |= mapping_in(kept, "block")
    return written


CONVERSATION = ConversationForm("messages", _parts)


def parse_reply(body: Mapping[str, Any]) -> Reply:
    """Read an answer that was not streamed; of several choices, the one with the lowest index.

    Raises:
        ProviderError: If *body* does not contain a choice.
    """
    choices = mappings_in(body, "choices")
    if not choices:
        raise no_reply(body, "choices")
    choice = choices[0] if len(choices) == 1 else min(enumerate(choices), key=choice_number)[1]
    message = mapping_in(choice, "message")
    text, reasoning, refusal = _content(message)
    return Reply(
        message=Message(
            role="assistant",
            # The words of a spoken answer stand beside its sound.
            text=text or said_in(choice, "text") or text_in(mapping_in(message, "audio"), "transcript"),
            tool_calls=_tool_calls(message),
            opaque=tuple({"format": _FORMAT, "block": {key: message[key]}} for key in _RETURNED if message.get(key)),
        ),
        stop_reason=text_in(choice, "finish_reason"),
        usage=_usage(body, choice),
        model=text_in(body, "model"),
        reasoning=_reasoning(message) or reasoning,
        refusal=text_in(message, "refusal") or refusal,
        server_tools=from_choice(body, message),
        media=_media(message),
    )


def choice_number(placed: tuple[int, Mapping[str, Any]]) -> int:
    """Return the index of a choice; without one, its position."""
    position, choice = placed
    index = choice.get("index")
    return index if isinstance(index, int) else position


def _content(message: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return the text, reasoning and refusal of the content, which is a string or a list of parts."""
    content = message.get("content")
    if isinstance(content, str):
        return content, "", ""
    if isinstance(content, Mapping):
        return said_in(message, "content"), "", ""
    text: list[str] = []
    reasoning: list[str] = []
    refusal: list[str] = []
    for part in list_in(message, "content"):
        if isinstance(part, str):
            text.append(part)
        elif isinstance(part, Mapping):
            text.append(said_in(part, "text"))
            refusal.append(text_in(part, "refusal"))
            reasoning.append(text_in(part, "thinking"))
            reasoning += [text_in(thought, "text") for thought in mappings_in(part, "thinking")]
    return "".join(text), "".join(reasoning), "".join(refusal)


def _reasoning(message: Mapping[str, Any]) -> str:
    plain = text_in(message, "reasoning_content") or text_in(message, "reasoning")
    if plain:
        return plain
    details = mappings_in(message, "reasoning_details")
    return "".join(text_in(detail, "text") or text_in(detail, "summary") for detail in details)


def _tool_calls(message: Mapping[str, Any]) -> tuple[ToolCall, ...]:
    calls = []
    for call in mappings_in(message, "tool_calls"):
        custom, function = mapping_in(call, "custom"), mapping_in(call, "function")
        if is_free_text(call):
            # A stream joins both kinds as a function.
            used = custom if custom.get("name") else {**function, "input": function.get("arguments")}
            calls.append(free_text_call(call.get("id"), used.get("name"), used.get("input")))
        elif function or not custom or call.get("id"):
            calls.append(tool_call(call.get("id"), function.get("name"), function.get("arguments")))
    legacy = mapping_in(message, "function_call")
    if (legacy.get("name") or legacy.get("arguments")) and not calls:
        calls.append(tool_call("", legacy.get("name"), legacy.get("arguments")))
    return tuple(calls)


def _media(message: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the types of the pictures and the sound beside the text."""
    found = []
    for picture in mappings_in(message, "images"):
        address = text_in(mapping_in(picture, "image_url"), "url")
        found.append(address[5:].partition(";")[0] if address.startswith("data:") else "image")
    return tuple(found) + (("audio",) if mapping_in(message, "audio") else ())


def is_free_text(call: Mapping[str, Any]) -> bool:
    """Whether a call is of a custom tool; some gateways write both members and leave the unused one empty."""
    custom, function = mapping_in(call, "custom"), mapping_in(call, "function")
    if bool(custom.get("name")) != bool(function.get("name")):
        return bool(custom.get("name")) or call.get("type") == "custom"
    return call.get("type") == "custom"


def free_text_call(call_id: Any, name: Any, text: Any) -> ToolCall:
    """Return the call of a custom tool, whose input is free text and never JSON arguments."""
    return ToolCall(
        id=call_id if isinstance(call_id, str) else "",
        name=name if isinstance(name, str) else "",
        arguments={},
        malformed_arguments=text if isinstance(text, str) else "",
    )


def _usage(body: Mapping[str, Any], choice: Mapping[str, Any]) -> Usage:
    usage = mapping_in(body, "usage") or mapping_in(mapping_in(body, "x_groq"), "usage") or mapping_in(choice, "usage")
    if not usage:
        return Usage()
    prompt = mapping_in(usage, "prompt_tokens_details")
    return Usage(
        input_tokens=count_in(usage, "prompt_tokens", "input_tokens"),
        output_tokens=count_in(usage, "completion_tokens", "output_tokens"),
        cached_tokens=count_in(prompt, "cached_tokens") or count_in(usage, "prompt_cache_hit_tokens"),
        cache_write_tokens=count_in(prompt, "cache_write_tokens"),
        reasoning_tokens=count_in(mapping_in(usage, "completion_tokens_details"), "reasoning_tokens"),
    )
