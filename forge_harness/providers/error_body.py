"""The error body of any provider, as one line of text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import ProviderError
from .fields import strict_json

__all__ = ["error_text", "no_reply"]

_SENTENCES = ("message", "Message", "error_message", "detail", "details", "error_description", "reason", "title")
_NAMES = ("type", "code", "status", "__type")
_MAX_DEPTH = 6


def error_text(body: Any) -> str:
    """Return the message of a decoded error body, or ``""`` if it does not have one.

    ``{"error": {"message": …}}``       OpenAI and compatible hosts, Anthropic, Gemini
    ``[{"error": {"message": …}}]``     Gemini, for a streamed request
    ``{"error": "…"}``                  Ollama, Hugging Face
    ``{"message": …}``                  Bedrock, Cohere, Mistral
    ``{"detail": [{"msg": …}]}``        servers built with FastAPI, Mistral

    Args:
        body: Decoded JSON, or text.
    """
    return " ".join(_said(body, _MAX_DEPTH).split())


def no_reply(body: Any, missing: str) -> ProviderError:
    """Return the error for a body that is not a reply, with the provider's message if it has one.

    Args:
        body: The decoded body.
        missing: The missing field of a reply.
    """
    if said := error_text(body):
        return ProviderError(
            f"The provider answered with an error: {said!r}. Correct the request, or send it again later."
        )
    return ProviderError(
        f"The response lacks {missing!r}, so it is not a reply. Check that the URL is that of a model."
    )


def _said(body: Any, depth: int) -> str:
    if depth == 0:
        return ""
    if isinstance(body, str):
        return _unwrapped(body, depth)
    if isinstance(body, list):
        return "; ".join(filter(None, (_said(item, depth - 1) for item in body[:5])))
    if not isinstance(body, Mapping):
        return ""
    for key in ("error", "errors"):
        if body.get(key):
            return _said(body[key], depth - 1)
    for key in _SENTENCES:
        if body.get(key):
            return ": ".join(filter(None, (_said(body[key], depth - 1), _behind(body, depth))))
    if isinstance(body.get("msg"), str):
        place = body.get("loc")
        where = ".".join(map(str, place)) + ": " if isinstance(place, list) else ""
        return f"{where}{body['msg']}"
    return next((str(body[key]) for key in _NAMES if body.get(key)), "")


def _behind(body: Mapping[str, Any], depth: int) -> str:
    """Return the message of the host behind OpenRouter, if OpenRouter quotes it."""
    metadata = body.get("metadata")
    return _said(metadata.get("raw"), depth - 1) if isinstance(metadata, Mapping) else ""


def _unwrapped(text: str, depth: int) -> str:
    """Return *text*, or its message if it is an error body itself; gateways quote the host behind them so."""
    if text.lstrip().startswith(("{", "[")):
        try:
            inner = _said(strict_json(text), depth - 1)
        except ValueError:
            inner = ""
        return inner or text
    return text
