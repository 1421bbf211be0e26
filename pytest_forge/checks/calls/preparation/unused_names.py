"""Unused names: calls of a tool that creates records with names that it has not been given yet.

A schema's pattern may allow ordinary calls one name only, such as "AA-000". The first call takes it, and every later
one is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....strategies.arguments import random_arguments
from ....strategies.schemas.unsupported import UnsupportedSchemaError
from ....targets.subject import Subject

__all__ = ["calls_with_unused_names"]

#: Key of the note with the number of names that were drawn.
_NOTE = "names_drawn"
_MAX_CALLS = 2


def calls_with_unused_names(subject: Subject, calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the first of *calls* with other texts for the patterns of its arguments; empty for readers.

    Args:
        subject: The tool.
        calls: Ordinary calls of it.
    """
    properties = subject.schema.get("properties")
    named = [
        name
        for name, node in (properties if isinstance(properties, Mapping) else {}).items()
        if isinstance(node, Mapping) and "pattern" in node and isinstance(calls[0].get(name) if calls else None, str)
    ]
    if subject.facts.tier == "read" or not named or len({call.get(named[0]) for call in calls}) > 1:
        return []
    # Earlier checks of the same server have used the names before.
    drawn = int(subject.notes.get(_NOTE, 0))
    subject.notes[_NOTE] = drawn + 1
    try:
        made = list(random_arguments(subject.schema, seed=drawn, limit=_MAX_CALLS))
    except UnsupportedSchemaError:
        return []
    return [{**calls[0], **{name: other[name] for name in named if name in other}} for other in made]
