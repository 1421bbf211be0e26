"""Confirmations: arguments that allow what a call is to do, and without which it is to change nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .roles import name_words

__all__ = ["confirming_flags", "confirming_texts"]

#: The only words of names; a description may speak of a confirmation that somebody gets.
_VERBS = frozenset(("confirm", "confirmed"))
_NOUN = "confirmation"


def confirming_flags(schema: Mapping[str, Any], tool: str) -> Iterator[str]:
    """Yield the boolean arguments that confirm a call, such as ``confirmed``, or ``confirm_drop`` of ``drop_board``.

    Args:
        schema: Of the tool.
        tool: Its name.
    """
    for name, node in _properties(schema):
        words = name_words(name)
        others = [word for word in words if word not in _VERBS and word != _NOUN]
        if node.get("type") == "boolean" and len(others) < len(words) and set(others) <= set(name_words(tool)):
            yield name


def confirming_texts(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the text arguments that repeat what a call is to act on, such as ``confirm_name``."""
    for name, node in _properties(schema):
        words = name_words(name)
        parts = [node, *(one for one in node.get("anyOf", []) if isinstance(one, Mapping))]
        if any(map(_takes_text, parts)) and words and (words[0] in _VERBS or words[-1] == _NOUN):
            yield name


def _takes_text(node: Mapping[str, Any]) -> bool:
    kind = node.get("type")
    return kind == "string" or (isinstance(kind, list) and "string" in kind)


def _properties(schema: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    properties = schema.get("properties")
    for name, node in properties.items() if isinstance(properties, Mapping) else ():
        if isinstance(node, Mapping):
            yield name, node
