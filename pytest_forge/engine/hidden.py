"""Hidden values: secrets of a target, removed from all that a report shows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

__all__ = ["hidden", "hidden_in"]

_INSTEAD = "REDACTED"


def hidden(text: str, secrets: Sequence[str]) -> str:
    """Return *text* without the secrets, also in the form that `repr` or JSON gives them."""
    for secret in secrets:
        for form in dict.fromkeys((secret, repr(secret)[1:-1], json.dumps(secret)[1:-1])):
            text = text.replace(form, _INSTEAD)
    return text


def hidden_in(value: Any, secrets: Sequence[str]) -> Any:
    """Return *value*, in JSON types, with the secrets removed from all its strings."""
    if not secrets:
        return value
    if isinstance(value, str):
        return hidden(value, secrets)
    if isinstance(value, dict):
        return {hidden_in(key, secrets): hidden_in(one, secrets) for key, one in value.items()}
    return [hidden_in(one, secrets) for one in value] if isinstance(value, list | tuple) else value
