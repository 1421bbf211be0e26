"""Recognising: the provider and the endpoint of a recorded request, and the format of its answer.

The host names the provider, the path the endpoint. If both are unknown, as behind a proxy, the answer decides. Hosts
and paths are as of November 2026.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from ..regex import regex

__all__ = ["Endpoint", "recognise"]


class Endpoint(Struct, frozen=True):
    """The destination of a request.

    Attributes:
        provider: The provider's name; for an unknown host, that of the format.
        name: The endpoint: ``chat``, ``responses``, ``messages``, ``generate``, ``converse``, …
        wire_format: The format of the answer, a name of `find_wire_format`; None if it is not a turn of a model.
        model: The model, if the path names it.
    """

    provider: str
    name: str
    wire_format: str | None
    model: str = ""


_HOSTS = (
    (r"(^|\.)githubcopilot\.com$|^models\.(inference\.ai\.azure\.com|github\.ai)$", "github"),
    (r"(^|\.)openai\.azure\.com$|(^|\.)cognitiveservices\.azure\.com$|\.ai\.azure\.com$", "azure_openai"),
    (r"(^|\.)api\.openai\.com$", "openai"),
    (r"(^|\.)anthropic\.com$", "anthropic"),
    (r"(^|\.)generativelanguage\.googleapis\.com$", "gemini"),
    (r"aiplatform\.googleapis\.com$", "vertex"),
    (r"^bedrock-mantle\.", "bedrock_mantle"),
    (r"^bedrock(-runtime)?[.-].*(amazonaws\.com(\.cn)?|api\.aws)$", "bedrock"),
    (r"(^|\.)openrouter\.ai$", "openrouter"),
    (r"(^|\.)groq\.com$", "groq"),
    (r"(^|\.)mistral\.ai$", "mistral"),
    (r"(^|\.)together\.(xyz|ai)$", "together"),
    (r"(^|\.)deepseek\.com$", "deepseek"),
    (r"(^|\.)fireworks\.ai$", "fireworks"),
    (r"(^|\.)x\.ai$", "xai"),
    (r"(^|\.)perplexity\.ai$", "perplexity"),
    (r"(^|\.)cerebras\.ai$", "cerebras"),
    (r"(^|\.)sambanova\.ai$", "sambanova"),
    (r"(^|\.)moonshot\.(ai|cn)$", "moonshot"),
    (r"(^|\.)(z\.ai|bigmodel\.cn)$", "zai"),
    (r"(^|\.)(aliyuncs\.com|alibabacloud\.com)$", "alibaba"),
    (r"(^|\.)nvidia\.com$", "nvidia"),
    (r"(^|\.)deepinfra\.com$", "deepinfra"),
    (r"(^|\.)crusoecloud\.(com|site)$", "crusoe"),
    (r"(^|\.)writer\.com$", "writer"),
    (r"(^|\.)cohere\.(com|ai)$", "cohere"),
    (r"(^|\.)huggingface\.co$|(^|\.)hf\.space$", "huggingface"),
    (r"(^|\.)replicate\.com$", "replicate"),
    (r"(^|\.)ovhcloud\.com$|(^|\.)ovh\.net$", "ovhcloud"),
    (r"(^|\.)heroku\.com$", "heroku"),
    (r"(^|\.)ollama\.com$", "ollama"),
)
_HOSTS_BY_PATTERN = tuple((regex(pattern), provider) for pattern, provider in _HOSTS)

#: Endpoint and format by the end of the path; the first match counts.
_PATHS = (
    (r"/chat/completions$", "chat", "openai"),
    (r"/responses$", "responses", "openai_responses"),
    (r"/messages$", "messages", "anthropic"),
    (r"/v1/complete$", "completions", "anthropic"),
    (r"/completions$", "completions", "openai"),
    (r"/publishers/anthropic/models/(?P<model>[^/:]+):(stream)?[rR]awPredict$", "messages", "anthropic"),
    (r"/models/(?P<model>[^/:]+):(generateContent|streamGenerateContent)$", "generate", "gemini"),
    (r"/endpoints/(?P<model>[^/:]+):(generateContent|streamGenerateContent)$", "generate", "gemini"),
    (r"/realtime$", "realtime", "openai_responses"),
    (r"[./]BidiGenerateContent$", "live", "gemini"),
    (r"/api/chat$", "chat", "ollama"),
    (r"/api/generate$", "generate", "ollama"),
    (r"/model/(?P<model>[^/]+)/converse(-stream)?$", "converse", "bedrock"),
    (r"/model/(?P<model>[^/]+)/invoke(-with-response-stream)?$", "invoke", "bedrock"),
)
_PATHS_BY_PATTERN = tuple((regex(pattern), name, wire) for pattern, name, wire in _PATHS)

#: Paths with another meaning at one host than in the table above.
_OWN_PATHS = {
    ("cohere", "/v1/chat"): ("chat", "cohere"),
    ("cohere", "/v2/chat"): ("chat", "cohere"),
    ("cohere", "/v1/generate"): ("generate", "cohere"),
    ("writer", "/v1/chat"): ("chat", "openai"),
    ("perplexity", "/chat/completions"): ("chat", "openai"),
}
_ENDPOINTS = {
    "openai": "chat",
    "openai_responses": "responses",
    "anthropic": "messages",
    "gemini": "generate",
    "ollama": "chat",
    "bedrock": "converse",
    "cohere": "chat",
}
_PROVIDERS = {"openai_responses": "openai"}
_OLLAMA_PORT = 11434


def recognise(method: str, url: str, answer: Mapping[str, Any] | None) -> Endpoint:
    """Return the destination of a request.

    Args:
        method: The HTTP method; empty counts as POST, the method of model requests.
        url: The whole URL; may be empty.
        answer: The decoded answer, or a stream's first event, if it is a mapping.
    """
    host, port, path = _parts(url)
    provider = _provider(host, port)
    guessed = None if answer is None else _guessed(answer)
    if method not in ("POST", ""):
        # A response created in the background is fetched later.
        if guessed == "openai_responses" and "/responses/" in path:
            return Endpoint(provider or "openai", "responses", guessed)
        return Endpoint(provider or "unknown", _last_word(path), None)
    own = _OWN_PATHS.get((provider, path))
    if own is not None:
        return Endpoint(provider, *own)
    for pattern, name, wire in _PATHS_BY_PATTERN:
        if (found := pattern.search(path)) is None:
            continue
        # The messages of a thread of OpenAI's assistants are not an answer of a model.
        if wire == "anthropic" and "/threads/" in path:
            continue
        model = unquote(found.groupdict().get("model") or "")
        return Endpoint(provider or _PROVIDERS.get(wire, wire), name, wire, model)
    # A known format at an unknown path: the path is newer than this table.
    if guessed is not None:
        return Endpoint(provider or _PROVIDERS.get(guessed, guessed), _ENDPOINTS[guessed], guessed)
    return Endpoint(provider or "unknown", _last_word(path), None)


def _guessed(answer: Mapping[str, Any]) -> str | None:
    # The providers' formats are a heavy import, and matching a request needs none of them.
    from forge_harness import guess_wire_format

    return guess_wire_format(answer)


def _parts(url: str) -> tuple[str, int | None, str]:
    try:
        split = urlsplit(url)
        return (split.hostname or "").lower(), split.port, re.sub("/{2,}", "/", split.path).rstrip("/")
    except ValueError:
        return "", None, ""


def _provider(host: str, port: int | None) -> str:
    if port == _OLLAMA_PORT:
        return "ollama"
    return next((provider for pattern, provider in _HOSTS_BY_PATTERN if pattern.search(host)), "")


def _last_word(path: str) -> str:
    """Return the last word of a path that is not an id, as the name of the endpoint."""
    words = [word for word in re.split(r"[/:]", path) if re.fullmatch(r"[A-Za-z][A-Za-z_.-]*", word)]
    return words[-1] if words else ""
