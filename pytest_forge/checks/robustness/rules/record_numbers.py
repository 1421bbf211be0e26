"""Record numbers: what the answer of a tool names its new record by, and the tools that remove a record by its name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ....regex import regex
from ....targets.subject import Subject

__all__ = ["argument_of_name", "numbers_in", "numbers_in_text", "removers_of"]

#: Names that answers give to what the call has made, around its number.
_DEPTH, _LONGEST = 2, 40
_NAME = regex(r"(?:^|_|[a-z](?=[A-Z]))(?:id|number|no|code|ref|reference)$", re.IGNORECASE)
_NUMBER = regex(r"(?<![\w.,:-])[A-Z]{0,6}[-/]?\d+(?![\w,:-]|\.\d)")


def removers_of(subject: Subject) -> list[Subject]:
    """Return other writers of the target that need one thing, those that need it alone first."""
    others = [subject.beside(*one) for one in subject.neighbours if one[0].tier != "read"]
    others = [one for one in others if one.facts.name != subject.facts.name and argument_of_name(one)]
    return sorted(others, key=lambda one: len(one.schema["required"]))


def argument_of_name(tool: Subject) -> list[str]:
    """Return the argument that may name a record to remove: the one that a tool needs, or the first named as a name."""
    required = tool.schema.get("required")
    needed = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    return needed if len(needed) == 1 else [name for name in needed if _NAME.search(name)][:1]


def numbers_in(value: Mapping[str, Any]) -> dict[str, int | str]:
    """Return what a record may name itself by, by its keys: numbers, and short texts with digits."""
    return {key: part for key, part in _below(value, _DEPTH).items() if isinstance(part, int | str) and _is_name(part)}


def numbers_in_text(text: str) -> list[int | str]:
    """Return the numbers that a sentence may name a record by, each once: "Ticket 4 is open."."""
    return [int(found) if found.isdecimal() else found for found in dict.fromkeys(_NUMBER.findall(text))]


def _below(value: Mapping[str, Any], depth: int) -> dict[str, Any]:
    inner = [_below(part, depth - 1) for part in value.values() if depth > 1 and isinstance(part, Mapping)]
    return {key: part for one in inner for key, part in one.items()} | dict(value)


def _is_name(value: int | str) -> bool:
    return type(value) is int or (
        isinstance(value, str) and len(value) <= _LONGEST and any(letter.isdecimal() for letter in value)
    )
