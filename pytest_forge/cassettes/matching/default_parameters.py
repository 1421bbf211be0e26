"""Default parameters, as data: values that a provider documents as its defaults, so that sending them changes nothing.

Only the provider's own documentation counts: another server of the same format may have other defaults.

openai       https://platform.openai.com/docs/api-reference, and the OpenAPI document its clients are made from
anthropic    https://docs.anthropic.com/en/api/messages
gemini       https://ai.google.dev/api/generate-content#generationconfig
ollama       https://github.com/ollama/ollama/blob/main/docs/api.md
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from ..recognise import Endpoint
from .renaming import Renaming

__all__ = ["READ_ON", "without_defaults"]

READ_ON = date(2026, 11, 1)
"""The month in which the documentation above was read."""

#: Defaults of every server of a format: another value would break its clients.
_BY_WIRE: dict[str, dict[str, Any]] = {
    "openai": {"stream": False, "n": 1},
    "openai_responses": {"stream": False},
    "anthropic": {"stream": False},
    "ollama": {"stream": True},
}
_OPENAI_CHAT = {
    "frequency_penalty": 0,
    "logprobs": False,
    "presence_penalty": 0,
    "response_format": {"type": "text"},
    "service_tier": "auto",
    "store": False,
    "temperature": 1,
    "top_p": 1,
}
_OPENAI_RESPONSES = {
    "background": False,
    "service_tier": "auto",
    "store": True,
    "temperature": 1,
    "text": {"format": {"type": "text"}},
    "top_p": 1,
    "truncation": "disabled",
}
_BY_ENDPOINT: dict[tuple[str, str | None], dict[str, Any]] = {
    ("openai", "openai"): _OPENAI_CHAT,
    ("azure_openai", "openai"): {key: _OPENAI_CHAT[key] for key in ("frequency_penalty", "presence_penalty", "top_p")},
    ("openai", "openai_responses"): _OPENAI_RESPONSES,
    ("anthropic", "anthropic"): {"temperature": 1},
    ("ollama", "ollama"): {"keep_alive": "5m"},
}
#: Defaults that apply only if tools are declared; without tools, the parameter is an error or has a meaning.
_WITH_TOOLS: dict[tuple[str, str | None], dict[str, Any]] = {
    ("openai", "openai"): {"parallel_tool_calls": True, "tool_choice": "auto"},
    ("openai", "openai_responses"): {"parallel_tool_calls": True, "tool_choice": "auto"},
    ("anthropic", "anthropic"): {"tool_choice": {"type": "auto"}},
}
_GENERATION = {"candidateCount": 1, "candidate_count": 1}

#: Parameters whose null is documented to be the same as no value.
_NULLABLE: dict[tuple[str, str | None], frozenset[str]] = {
    ("openai", "openai"): frozenset(
        [
            "audio",
            "frequency_penalty",
            "logit_bias",
            "logprobs",
            "max_completion_tokens",
            "max_tokens",
            "metadata",
            "modalities",
            "n",
            "prediction",
            "presence_penalty",
            "reasoning_effort",
            "response_format",
            "seed",
            "service_tier",
            "stop",
            "store",
            "stream",
            "stream_options",
            "temperature",
            "top_logprobs",
            "top_p",
            "verbosity",
        ]
    ),
    ("openai", "openai_responses"): frozenset(
        [
            "background",
            "conversation",
            "include",
            "instructions",
            "max_output_tokens",
            "max_tool_calls",
            "metadata",
            "parallel_tool_calls",
            "previous_response_id",
            "prompt",
            "reasoning",
            "service_tier",
            "store",
            "stream",
            "stream_options",
            "temperature",
            "top_logprobs",
            "top_p",
            "truncation",
        ]
    ),
}
#: The same in an assistant's message; ``content`` only beside calls.
_NULLABLE_IN_REPLY = ("audio", "function_call", "refusal", "tool_calls")


def without_defaults(body: Mapping[str, Any], endpoint: Endpoint, renaming: Renaming) -> dict[str, Any]:
    """Return a request's body without the parameters that have their default value."""
    of = (endpoint.provider, endpoint.wire_format)
    defaults = {**_BY_WIRE.get(endpoint.wire_format or "", {}), **_BY_ENDPOINT.get(of, {})}
    if body.get("tools"):
        defaults |= _WITH_TOOLS.get(of, {})
    nullable = _NULLABLE.get(of, frozenset())
    left = dict(body)
    for key, value in body.items():
        if (value is None and key in nullable) or (key in defaults and _is(value, defaults[key])):
            del left[key]
            renaming.note(f"default parameter {key!r}")
    if endpoint.wire_format == "gemini":
        _drop_from_generation(left, renaming)
    if endpoint.wire_format == "openai" and isinstance(left.get("messages"), list):
        left["messages"] = [_without_nulls(message) for message in left["messages"]]
    return left


def _is(value: Any, default: Any) -> bool:
    # True equals 1 in Python, but not in JSON.
    return bool(value == default) and isinstance(value, bool) == isinstance(default, bool)


def _drop_from_generation(body: dict[str, Any], renaming: Renaming) -> None:
    for name in ("generationConfig", "generation_config"):
        if isinstance(body.get(name), dict):
            kept = {key: value for key, value in body[name].items() if not _is(value, _GENERATION.get(key))}
            if len(kept) < len(body[name]):
                body[name] = kept
                renaming.note("default parameter 'candidateCount'")


def _without_nulls(message: Any) -> Any:
    if not isinstance(message, dict) or message.get("role") != "assistant" or None not in message.values():
        return message
    names = _NULLABLE_IN_REPLY + (("content",) if message.get("tool_calls") or message.get("function_call") else ())
    return {key: value for key, value in message.items() if value is not None or key not in names}
