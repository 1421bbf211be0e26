"""Functions that return dataclasses: JSON objects if their fields are JSON."""

from __future__ import annotations

from dataclasses import dataclass

from ..marks import breaks, keeps


@dataclass
class Span:
    """Two lengths, and how often each occurs."""

    shortest: float
    longest: float
    counts: list[int]


@dataclass
class Kinds:
    """Kinds of planks."""

    kinds: frozenset[str]


@keeps("results_are_json", judged=True)
def span_of_planks(lengths: list[float]) -> Span:
    """Tell the shortest and the longest of some planks.

    Args:
        lengths: Lengths in metres, at least one, each above 0.
    """
    if not lengths or not all(0 < length < 100 for length in lengths):
        raise ValueError("Give the length of at least one plank, above 0 and below 100 metres.")
    shortest, longest = min(lengths), max(lengths)
    return Span(shortest, longest, [lengths.count(shortest), lengths.count(longest)])


@breaks("results_are_json")
def kinds_of_planks(planks: list[str]) -> Kinds:
    """Tell which kinds of planks there are.

    Args:
        planks: Kind of each plank.
    """
    return Kinds(frozenset(planks))
