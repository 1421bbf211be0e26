"""The providers by name: URL, API key, and authentication.

================  =====================  ==========================================================
name              key                    address
================  =====================  ==========================================================
openai            ``OPENAI_API_KEY``     ``OPENAI_BASE_URL``, else api.openai.com; chat completions
openai_responses  the same               the same; the Responses form
anthropic         ``ANTHROPIC_API_KEY``  ``ANTHROPIC_BASE_URL``, else api.anthropic.com
gemini            ``GEMINI_API_KEY``     generativelanguage.googleapis.com
ollama            none                   ``OLLAMA_HOST``, else this machine
================  =====================  ==========================================================

A key of the environment is sent only to a URL of the environment or of this table. For any other URL, the caller passes
the key, or none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

from ..errors import ProviderAuthError
from .endpoint import Endpoint
from .fast_tier import FAST_MODELS, ListedOpenAIProvider, ListedProvider, quick_body
from .openai_strict import with_strict_tools
from .transport import HttpProvider
from .wire import find_wire_format

if TYPE_CHECKING:
    import httpx

__all__ = ["PROVIDER_NAMES", "get_provider"]


@dataclass(frozen=True, slots=True)
class _Entry:
    """One row.

    Attributes:
        label: The name for errors, prices and budgets.
        base_url: The default base URL.
        base_variable: The environment variable that overrides it.
        key_variable: The environment variable of the key; empty if no key is needed.
        paths: Returns the paths of plain and streamed requests, for the base's path and a model.
        signed: Returns the headers for a key and a host.
    """

    label: str
    base_url: str
    base_variable: str
    key_variable: str
    paths: Callable[[str, str], tuple[str, str]]
    signed: Callable[[str, str], dict[str, str]]


def _bearer(key: str, host: str) -> dict[str, str]:
    if host.endswith((".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com")):
        return {"api-key": key}
    return {"authorization": f"Bearer {key}"}


def _same(path: str) -> Callable[[str, str], tuple[str, str]]:
    return lambda base, _: (f"{base}{path}", f"{base}{path}")


def _anthropic_paths(base: str, _: str) -> tuple[str, str]:
    path = f"{base}/messages" if base.endswith("/v1") else f"{base}/v1/messages"
    return path, path


def _gemini_paths(base: str, model: str) -> tuple[str, str]:
    version = "" if re.search(r"/v\d\w*(/|$)", base) else "/v1beta"
    path = f"{base}{version}/models/{quote(model.removeprefix('models/'), safe='')}"
    return f"{path}:generateContent", f"{path}:streamGenerateContent?alt=sse"


def _ollama_paths(base: str, _: str) -> tuple[str, str]:
    path = f"{base.removesuffix('/v1').removesuffix('/api')}/api/chat"
    return path, path


_OPENAI = ("openai", "https://api.openai.com/v1", "OPENAI_BASE_URL", "OPENAI_API_KEY")
_ENTRIES: Mapping[str, _Entry] = {
    "openai": _Entry(*_OPENAI, _same("/chat/completions"), _bearer),
    "openai_responses": _Entry(*_OPENAI, _same("/responses"), _bearer),
    "anthropic": _Entry(
        "anthropic",
        "https://api.anthropic.com",
        "ANTHROPIC_BASE_URL",
        "ANTHROPIC_API_KEY",
        _anthropic_paths,
        lambda key, _: {"x-api-key": key},
    ),
    "gemini": _Entry(
        "gemini",
        "https://generativelanguage.googleapis.com/v1beta",
        "",
        "GEMINI_API_KEY",
        _gemini_paths,
        lambda key, _: {"x-goog-api-key": key},
    ),
    "ollama": _Entry("ollama", "http://localhost:11434", "OLLAMA_HOST", "", _ollama_paths, _bearer),
}

#: The names that `get_provider` accepts.
PROVIDER_NAMES: tuple[str, ...] = tuple(_ENTRIES)


def get_provider(
    name: str,
    *,
    model: str,
    base_url: str | None = None,
    api_key: str | None = None,
    timeout_s: float | None = None,
    max_tokens: int | None = None,
    temperature: float | None = None,
    extra_body: Mapping[str, Any] | None = None,
    extra_headers: Mapping[str, str] | None = None,
    client: httpx.Client | None = None,
) -> HttpProvider:
    """Return a provider for *model*; nothing is sent yet.

    Args:
        name: One of `PROVIDER_NAMES`.
        model: The model's name, as the provider writes it; on Azure, the deployment's.
        base_url: Another host with the same wire format, for example ``https://api.groq.com/openai/v1``. Its query is
            kept.
        api_key: The key; None for the environment's, unless *base_url* is given.
        timeout_s: The longest wait for data in seconds; None for ``FLUID_LLM_TIMEOUT_SECONDS``, else two minutes.
        max_tokens: The longest answer in tokens.
        temperature: None leaves it to the provider.
        extra_body: Fields that replace those of each body; None removes a field.
        extra_headers: Headers of each request.
        client: The HTTP client; None for a new one.

    Raises:
        ProviderAuthError: If the key is missing or cannot be sent.
        ValueError: If the provider is unknown, the model is empty, or the URL is invalid.
    """
    entry = _ENTRIES.get(name)
    if entry is None:
        raise ValueError(f"The provider {name!r} is unknown. Choose one of {', '.join(PROVIDER_NAMES)}.")
    if not model:
        raise ValueError(f"model={model!r} is not a model of {name!r}. Use the provider's name of the model.")
    parts = urlsplit(_base_url(entry, base_url))
    host = parts.hostname or ""
    key = (api_key or "").strip() or (_key_of_environment(entry) if base_url is None else "")
    if key and not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ProviderAuthError(
            f"The API key for {name!r} contains characters that a key cannot have. Copy it again.", provider=name
        )
    at_once, streamed = (_joined(parts, path) for path in entry.paths(parts.path.rstrip("/"), model))
    headers = entry.signed(key, host) if key else {}
    if name == "anthropic":
        headers["anthropic-version"] = "2023-06-01"
    is_original = host == "api.openai.com" or host.endswith(".azure.com")
    changes: dict[str, Any] = {}
    if "mistral" in host:
        # It refuses unknown fields, and always reports the usage of a stream.
        changes["stream_options"] = None
    made_by = ListedOpenAIProvider if entry.label == "openai" else ListedProvider
    made = made_by(
        with_strict_tools(find_wire_format(name)),
        Endpoint(
            url=at_once,
            stream_url=streamed,
            headers=headers | dict(extra_headers or {}),
            changes=changes | dict(extra_body or {}),
            # Few other hosts know the newer name.
            renames={} if name != "openai" or is_original else {"max_completion_tokens": "max_tokens"},
        ),
        name=entry.label,
        model=model,
        timeout_s=timeout_s,
        max_tokens=max_tokens,
        temperature=temperature,
        client=client,
    )

    def smaller(max_tokens: int) -> list[HttpProvider]:
        bodies: dict[str, Mapping[str, Any] | None] = {model: extra_body}
        if name in FAST_MODELS:
            bodies = {FAST_MODELS[name]: quick_body(name, max_tokens=max_tokens)} | bodies
        return [
            get_provider(
                name,
                model=small,
                base_url=base_url,
                api_key=key or None,
                timeout_s=timeout_s,
                max_tokens=max_tokens,
                extra_body=body,
                extra_headers=extra_headers,
                client=client,
            )
            for small, body in bodies.items()
        ]

    made.made_for = smaller
    return made


def _base_url(entry: _Entry, given: str | None) -> str:
    url = given or (os.environ.get(entry.base_variable, "") if entry.base_variable else "") or entry.base_url
    if entry.label == "ollama" and "://" not in url:
        # OLLAMA_HOST is often only a host and a port, and the server's own setting may mean every interface.
        url = f"http://{url}".replace("//0.0.0.0", "//127.0.0.1")
        if urlsplit(url).port is None:
            url += ":11434"
    if not re.match(r"https?://[^/]", url):
        shown = url.partition("?")[0]
        raise ValueError(f"{shown!r} is not a URL of a provider. Use one that begins with http:// or https://.")
    return url


def _key_of_environment(entry: _Entry) -> str:
    if not entry.key_variable:
        return ""
    key = os.environ.get(entry.key_variable, "").strip()
    if not key:
        raise ProviderAuthError(
            f"The API key for {entry.label!r} is missing. Set {entry.key_variable}, or pass api_key=.",
            provider=entry.label,
        )
    return key


def _joined(base: SplitResult, path: str) -> str:
    """Return the URL of *path* on the base, with the queries of both."""
    path, _, query = path.partition("?")
    both = "&".join(filter(None, (base.query, query)))
    return urlunsplit((base.scheme, base.netloc, path, both, ""))
