"""Stored marks: random words that a tool is given to store, and that an answer shows or does not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....strategies.schemas.flat_schema import is_valid
from ....targets.outcome import Outcome
from ....targets.subject import Subject

__all__ = ["mark", "nodes_of", "said", "text_arguments", "with_new_names"]


def mark(subject: Subject) -> str:
    """Return a random word that no answer has by chance."""
    return "k" + "".join(subject.random.choice("bcdfghjklmnpqrstvwxz") for _ in range(8))


def said(outcome: Outcome) -> str:
    """Return an answer as text; empty if the call failed."""
    return repr(outcome.value) if outcome.succeeded else ""


def with_new_names(maker: Subject, call: dict[str, Any], name: str, word: str) -> dict[str, Any] | None:
    """Return a call whose other texts are a new word, where the schema allows it: names must often be new.

    Args:
        maker: The tool.
        call: A call of it.
        name: The argument that stays as it is.
        word: The word.

    Returns:
        None if the schema does not allow the call.
    """
    found = call
    for other, value in call.items():
        changed = {**found, other: word}
        if other != name and isinstance(value, str) and is_valid(maker.schema, changed):
            found = changed
    return found if is_valid(maker.schema, found) else None


def text_arguments(schema: Any) -> list[str]:
    """Return the arguments that take a text that is no choice."""
    return [name for name, node in nodes_of(schema) if node.get("type") == "string" and "enum" not in node]


def nodes_of(schema: Any) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the arguments with their schemas."""
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    found = properties.items() if isinstance(properties, Mapping) else ()
    return [(name, node) for name, node in found if isinstance(node, Mapping)]
