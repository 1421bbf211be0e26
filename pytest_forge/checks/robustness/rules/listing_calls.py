"""Listing calls: ordinary calls, and calls with words that the tool's own data repeat, so that answers list several.

A part of a text may be searched for: a letter that most texts have finds several where no word is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ...calls.known_values import known_values
from ...calls.plausible_calls import plausible_calls

__all__ = ["listing_calls"]

_MAX_WORDS = 5
_COMMON_SIGNS = ("e", "a", "1")
#: Keywords of texts that are no words.
_FORMS = frozenset(("enum", "const", "pattern", "format"))


def listing_calls(subject: Subject, *, limit: int) -> Iterator[dict[str, Any]]:
    """Yield ordinary calls, then the first with a common word, or a common sign, in each of its texts."""
    calls = plausible_calls(subject, limit=limit)[:limit]
    yield from calls
    nodes = subject.schema.get("properties") or {}
    texts = [name for name, value in calls[0].items() if isinstance(value, str) and _is_free(nodes.get(name))]
    words = [*known_values(subject).common_words(_MAX_WORDS), *_COMMON_SIGNS] if texts else []
    fits = FlatSchema(subject.schema).fits
    worded = ({**calls[0], name: word} for name in texts for word in words)
    yield from (call for call in worded if call not in calls and fits(subject.schema, call))


def _is_free(node: Any) -> bool:
    return isinstance(node, Mapping) and _FORMS.isdisjoint(node)
