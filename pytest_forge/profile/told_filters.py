"""Told filters: what a name says of the records that an argument lets through: ``nut_free_only``, ``min_price``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ..regex import regex
from .roles import name_words

__all__ = ["Relation", "begins_later", "may_let_through", "names_field", "told_filter", "told_flag"]

#: What a value demands of the field: the same value, "only" those with it, those "without" it too if it is false, none
#: of those "with" it if it is true, at "least" so much, at "most" so much.
Relation = Literal["same", "only", "including", "excluding", "least", "most"]

_MARKS: Mapping[str, Relation] = {
    "only": "only",
    "include": "including",
    "including": "including",
    "show": "including",
    "with": "including",
    "exclude": "excluding",
    "excluding": "excluding",
    "without": "excluding",
    "hide": "excluding",
    "skip": "excluding",
    "no": "excluding",
    "min": "least",
    "minimum": "least",
    "least": "least",
    "max": "most",
    "maximum": "most",
    "most": "most",
}
#: Words of a name that are not those of the field.
_BESIDE = frozenset(("is", "are", "has", "at"))
_BEGINS = frozenset(("offset", "skip", "start", "page", "cursor"))
_STATES = ("status", "state", "kind", "type")
#: Words for records that are there although the filter does not let them through, anywhere or in a sentence about it.
_OTHERS = regex(
    r"\b(?:always|regardless|even (?:if|when|though)|whatever|unless|except|falls? ?back|related|instead|pinned|context"
    r"|where possible|if possible|anyway)\b",
    re.IGNORECASE,
)
_OTHERS_BESIDE = regex(
    r"\b(?:also|too|as well|still|prefer\w*|first|mark\w*|unknown|rounded|about|around|or (?:above|higher|worse|more))"
    r"\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")


def told_filter(name: str) -> tuple[Relation, tuple[str, ...]]:
    """Return what an argument demands by its name, and the words of the field of which it does."""
    words = name_words(name)
    marks = [word for word in (*words[:1], *words[-1:], *words[1:2]) if word in _MARKS]
    field = tuple(word for word in words if word not in marks[:1] and word not in _BESIDE)
    return (_MARKS[marks[0]], field) if marks and field else ("same", _plain(words))


def begins_later(name: str) -> bool:
    """Tell whether an argument is named for the place at which an answer begins, as that of a page does."""
    return not _BEGINS.isdisjoint(name_words(name))


def names_field(field: Sequence[str], key: str) -> bool:
    """Tell whether a key of a record is named by the words of a field; a plural is the same."""
    return _stems(_plain(name_words(key))) == _stems(field)


def told_flag(field: Sequence[str], key: str, value: Any) -> bool | None:
    """Tell whether a value of a record says that it is what the words of a field name; None if it says neither.

    It is a flag with this name, or the state: of what is "archived", the status is.
    """
    if names_field(field, key) and isinstance(value, int) and value in (0, 1):
        return bool(value)
    is_state = key.lower() in _STATES and isinstance(value, str)
    return _stems(name_words(value)) == _stems(field) if is_state else None


def may_let_through(description: str, of_argument: str, field: Sequence[str]) -> bool:
    """Tell whether words say that an answer may have records which a filter does not let through.

    Args:
        description: The description of the tool.
        of_argument: That of the argument.
        field: The words of the field.
    """
    sentences = [one for one in _SENTENCE.split(description) if set(_stems(field)) <= set(_stems(name_words(one)))]
    beside = (*sentences, of_argument)
    return _OTHERS.search(f"{description}\n{of_argument}") is not None or any(map(_OTHERS_BESIDE.search, beside))


def _plain(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in _BESIDE)


def _stems(words: Sequence[str]) -> list[str]:
    return [word.removesuffix("s") for word in words]
