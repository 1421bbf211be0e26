"""Told chains: arguments that name the record to which another one is added. It decides calls, and never a verdict."""

from __future__ import annotations

from .roles import name_words

__all__ = ["names_next_record"]

# fmt: off
#: Words for the record above or before another one.
_NEXT = frozenset({
    "above", "ancestor", "base", "before", "belongs", "container", "father", "folder", "group", "head", "inside",
    "into", "leader", "manager", "mother", "outer", "owner", "parent", "part", "predecessor", "previous", "reports",
    "root", "superior", "supervisor", "under", "upstream", "within",
})
# fmt: on


def names_next_record(name: str) -> bool:
    """Tell whether an argument of this name may name the record above or before a new one."""
    return not _NEXT.isdisjoint(name_words(name))
