"""Filtering calls: calls with a value of an optional argument that some of the records of an answer have.

orders(limit=50)                       50 records, 6 with "nails" among their parts
orders(limit=50, part="nails")         a call in which the argument lets some of them through
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....profile.roles import name_words
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from .record_lists import record_lists

__all__ = ["filtering_calls"]

_MAX_VALUES, _MAX_NAMES = 3, 4
_WORD = regex(r"[^\W\d_]{4,}")


def filtering_calls(
    view: FlatSchema, base: Mapping[str, Any], answer: Any, names: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yield a call with another value of one of some arguments, which some records of an answer have, the rarest first.

    Args:
        view: The schema of the tool.
        base: The call that has been answered, without these arguments.
        answer: The answer.
        names: The arguments.
    """
    records = next(iter(record_lists(answer).values()), [])
    if len(records) < 3:
        return
    for name in names[:_MAX_NAMES]:
        node = view.arguments[name]
        keyed = [[value for key, value in record.items() if _is_alike(name, key)] for record in records]
        anywhere = [list(record.values()) for record in records]
        own = _rarest(keyed) or _rarest([_words(values) for values in anywhere])
        chosen = [*view.choices(node), *own, True]
        for value in list(dict.fromkeys(one for one in chosen if view.fits(node, one)))[:_MAX_VALUES]:
            if view.fits(view.root, call := {**base, name: value}):
                yield call


def _rarest(values: Sequence[Sequence[Any]]) -> list[Any]:
    """Return what some of the records have, two at least, the rarest first."""
    held = [
        {item for value in row for item in (value if isinstance(value, list) else [value])} for row in _plain(values)
    ]
    counts = Counter(item for row in held for item in row)
    return sorted((item for item, count in counts.items() if 1 < count < len(values)), key=lambda one: counts[one])


def _plain(values: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return the texts and numbers of each record, and its lists of such."""

    def is_plain(value: Any) -> bool:
        return isinstance(value, str | int | float) or (
            isinstance(value, list) and all(isinstance(item, str | int) for item in value)
        )

    return [[value for value in row if is_plain(value)] for row in values]


def _words(values: Sequence[Any]) -> list[Any]:
    """Return the words in the texts of a record."""
    return [word for value in values if isinstance(value, str) for word in _WORD.findall(value)]


def _is_alike(name: str, key: str) -> bool:
    return not _stems(name).isdisjoint(_stems(key))


def _stems(name: str) -> set[str]:
    return {word[:-1] if len(word) > 3 and word.endswith("s") else word for word in name_words(name)}
