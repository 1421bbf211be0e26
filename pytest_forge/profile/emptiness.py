"""Emptiness: results without data, and tools that announce them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..regex import regex
from ..targets.facts import ToolFacts
from .claim import Claim, claim_of

__all__ = ["announces_nothing", "became_nothing", "finds_nothing", "has_data"]

_FACT = "reports_failures"

#: Phrases of descriptions for an empty result.
_NOTHING = regex(r"\b(?:null|none|nothing|empty|no|without)\b")
#: Phrases of descriptions for a failure.
_FAILING = regex(
    r"\b(?:fail\w*|errors?|cannot|can't|could not|couldn't|unable|unreach\w*|unread\w*|unavail\w*|offline|"
    r"time[sd]?[ -]?out|missing|broken|damaged|invalid|malformed)\b"
)


_EMPTY: tuple[Any, ...] = ("", [], {}, ())


def announces_nothing(tool: ToolFacts, *, failing: bool) -> Claim:
    """Return the claim that an empty result is an announced answer.

    Args:
        tool: The tool.
        failing: Whether the description must also mention a failure, as for a disk that cannot be read.
    """
    said = (tool.description or "").lower()
    found = _NOTHING.search(said)
    if found is not None and failing:
        found = _FAILING.search(said)
    return claim_of(tool, _FACT, word="" if found is None else found[0], place="its description")


def has_data(value: Any) -> bool:
    """Tell whether a result contains data: a text, an item or a number other than 0."""
    if isinstance(value, Mapping):
        return any(has_data(item) for item in value.values())
    if isinstance(value, bool) or value is None:
        return False
    return value != 0 if isinstance(value, int | float) else bool(value)


def finds_nothing(value: Any, arguments: Mapping[str, Any]) -> bool:
    """Tell whether a result is an empty list or object, or an object with an empty one and no data but the arguments.

    Args:
        value: The result.
        arguments: The arguments of the call, which the result may repeat.
    """
    if not isinstance(value, Mapping):
        return value in ([], {})
    given = [argument for argument in arguments.values() if argument not in (None, "")]
    kept = [item for item in value.values() if has_data(item) and not any(item == one for one in given)]
    return not kept and (not value or any(item in ([], {}) for item in value.values()))


def became_nothing(before: Any, after: Any, arguments: Mapping[str, Any]) -> bool:
    """Tell whether the data of one result is missing from another, which says nothing about it.

    Args:
        before: A result with data.
        after: The result to judge.
        arguments: The arguments of both calls, which a result may repeat.
    """
    if before is None or before in _EMPTY or isinstance(before, bool):
        return False
    if after is None or after in _EMPTY:
        return True
    if not isinstance(before, Mapping) or not isinstance(after, Mapping) or not after.keys() <= before.keys():
        return False
    given = [value for value in arguments.values() if value not in (None, "")]
    lost = [key for key, item in before.items() if has_data(item) and not has_data(after.get(key))]
    kept = [key for key, item in after.items() if has_data(item) and not any(item == value for value in given)]
    flags = [key for key, item in after.items() if isinstance(item, bool) and item is not before[key]]
    lists = [key for key in lost if isinstance(before[key], list | tuple | Mapping)]
    fixed = all(isinstance(after[key], str) and after[key] == before[key] for key in kept)
    return bool(lost) and not flags and (not kept or (bool(lists) and fixed))
