"""Described default: the value that a description names as the default."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...profile.told_defaults import told_defaults
from ...regex import regex

__all__ = ["other_default"]

_NUMBER = regex(r"-?\d+(?:\.\d+)?")
_TRUTHS = {"true": True, "false": False}


def other_default(node: Mapping[str, Any]) -> str:
    """Return the default that a field's description names if the schema has another; empty if they agree.

    Compared are true and false, the choices of an enum in any spelling, and numbers without a unit, or with a unit that
    the description names before.
    """
    default, description = node.get("default"), node.get("description")
    if "default" not in node or not isinstance(description, str):
        return ""
    told = told_defaults(description)
    known = [(word, value) for word in told if (value := _value(word, node, default)) is not None]
    return known[0][0] if known and all(value != default for _, value in known) else ""


def _value(word: str, node: Mapping[str, Any], default: Any) -> Any:
    """Return the value that *word* means for this default; None if that is uncertain."""
    if isinstance(default, bool):
        return _TRUTHS.get(word.lower())
    if isinstance(default, int | float):
        return float(word) if _NUMBER.fullmatch(word) else None
    choices = node.get("enum")
    if isinstance(default, str) and isinstance(choices, list):
        return next((choice for choice in choices if _letters(choice) == _letters(word)), None)
    return None


def _letters(text: Any) -> str:
    return re.sub(r"[^a-z0-9]", "", str(text).lower())
