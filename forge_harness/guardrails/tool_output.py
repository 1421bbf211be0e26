"""What rules do to a tool's result: it is withheld, or its texts are redacted."""

from __future__ import annotations

import json
from typing import Any

from .command_text import texts_in
from .guardrails import REDACTED, Guardrails

__all__ = ["output_refusal_of", "redacted_output"]


def output_refusal_of(guardrails: Guardrails, payload: Any, text: str) -> str | None:
    """Return why a result is withheld, for the model; None if it is not.

    Args:
        guardrails: The rules.
        payload: The result in JSON types.
        text: Its JSON text. The rules see it, and each text in it as it is, so that escapes hide nothing.
    """
    return guardrails.output_refusal("\n".join([text, *texts_in(payload)]))


def redacted_output(guardrails: Guardrails, payload: Any) -> Any:
    """Return a result in JSON types without what rules take out; the same object if there is nothing.

    A rule that is found in the JSON text alone, over the marks between two texts, takes out what it matches there; if
    what is left is not JSON, the whole result.
    """
    redacted = _redacted(guardrails, payload)
    text = json.dumps(redacted, ensure_ascii=False, separators=(",", ":"))
    left = guardrails.redacted(text)
    if left == text:
        return payload if redacted == payload else redacted
    try:
        return json.loads(left)
    except ValueError:
        return REDACTED


def _redacted(guardrails: Guardrails, value: Any) -> Any:
    if isinstance(value, str):
        return guardrails.redacted(value)
    if isinstance(value, dict):
        return {guardrails.redacted(key): _redacted(guardrails, inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_redacted(guardrails, item) for item in value]
    return value
