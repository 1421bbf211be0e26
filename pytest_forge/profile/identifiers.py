"""Identifiers: whether a value of this name identifies a record. It decides calls, and never a verdict."""

from __future__ import annotations

from .roles import name_words

__all__ = ["names_new_record", "names_record", "numbers_something"]

#: Words in names of numbers that identify something.
_NUMBERING = frozenset({"id", "number", "no", "index", "row", "ticket", "order", "issue"})
#: Last words of names of arguments that take the identifier of a record.
_TAKEN = frozenset({"id", "ids", "handle", "number"})
#: Last words of names under which a result gives the identifier of a new record.
_GIVEN = frozenset({"id", "uuid", "key", "handle", "number"})


def numbers_something(name: str) -> bool:
    """Tell whether a number of this name identifies something, which may be missing."""
    return not _NUMBERING.isdisjoint(name_words(name))


def names_record(name: str) -> bool:
    """Tell whether an argument of this name takes the identifier of a record."""
    return not _TAKEN.isdisjoint(name_words(name)[-1:])


def names_new_record(name: str) -> bool:
    """Tell whether a result gives the identifier of a new record under this name."""
    return not _GIVEN.isdisjoint(name_words(name)[-1:])
