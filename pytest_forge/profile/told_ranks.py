"""Told ranks: a description that says that a list begins with the largest, or the smallest, of some amounts.

It may tell which rank follows one that several share: 1, 1, 3 or 1, 1, 2.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from ..regex import regex
from .roles import name_words

__all__ = ["are_ranks_with_gaps", "are_ranks_without_gaps", "names_rank", "ranks_amounts", "told_gaps"]

_RANKS = regex(
    r"\b(?:larg|bigg|high|great|small|low|cheap|dear|heavi|light|long|short|fast|slow|few|strong|weak)est\b"
    r"|\b(?:most|least) (?:\w+ )?(?:first|expensive|valuable|costly)\b|\btop\b|\bby (?:amount|size|value|number)\b"
    r"|\brank(?:ed|ing|s)?\b",
    re.IGNORECASE,
)
_RANK_WORDS = frozenset(("rank", "ranking", "place", "position", "standing"))
_OF_RANKS = regex(rf"\b(?:{'|'.join(sorted(_RANK_WORDS))})", re.IGNORECASE)
_SERIES = regex(r"(?<![\w.,-])1(?:(?:,|,? (?:then|and)) ?\d{1,2}){2,7}(?!\w|[.,]\d)", re.IGNORECASE)
#: In front of ranks that are not meant.
_NOT = regex(r"\b(?:not|never|instead of|rather than|and no|or)\W*$", re.IGNORECASE)
_FEWEST = 3


def ranks_amounts(told: str) -> bool:
    """Tell whether a description says that the results are in the order of an amount."""
    return _RANKS.search(told) is not None


def names_rank(key: str) -> bool:
    """Tell whether a key is one of ranks."""
    return not _RANK_WORDS.isdisjoint(name_words(key))


def told_gaps(told: str) -> bool | None:
    """Tell whether a description says that shared ranks leave a gap, as in "1, 1, 3"; None if it does not tell."""
    if _OF_RANKS.search(told) is None:
        return None
    forms = set()
    for found in _SERIES.finditer(told):
        ranks = [int(number) for number in re.findall(r"\d+", found[0])]
        has_gaps, has_none = are_ranks_with_gaps(ranks), are_ranks_without_gaps(ranks)
        if has_gaps != has_none and not _NOT.search(told[: found.start()]):
            forms.add(has_gaps)
    return forms.pop() if len(forms) == 1 else None


def are_ranks_with_gaps(ranks: Sequence[int]) -> bool:
    """Tell whether each new rank counts all that come before it: 1, 1, 3."""
    pairs = enumerate(itertools.pairwise(ranks), 1)
    return _is_begun(ranks) and all(last == rank or rank == before + 1 for before, (last, rank) in pairs)


def are_ranks_without_gaps(ranks: Sequence[int]) -> bool:
    """Tell whether each new rank is the next number: 1, 1, 2."""
    return _is_begun(ranks) and all(rank - last in (0, 1) for last, rank in itertools.pairwise(ranks))


def _is_begun(ranks: Sequence[int]) -> bool:
    return len(ranks) >= _FEWEST and ranks[0] == 1
