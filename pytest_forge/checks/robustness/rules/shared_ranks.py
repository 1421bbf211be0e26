"""Shared ranks: what follows a rank that several have, where the description shows it.

"Equal scores share a rank: 1, 1, 3"     {"ada": 9, "bob": 9, "eve": 5}     ranks 1, 1, 2
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....profile.told_ranks import are_ranks_with_gaps, are_ranks_without_gaps, names_rank, told_gaps
from ....strategies.schemas.flat_schema import is_valid
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.told_words import told_words
from .answer_series import answer_series
from .listing_calls import listing_calls

__all__ = ["judge_shared_ranks"]

_SHARE = 0.1
_MAX_BASES = 4
#: Two that share the first rank from above, and two that share another one from either end.
_AMOUNTS = {"bob": 9, "kim": 5, "ada": 9, "lea": 2, "eve": 5}


def judge_shared_ranks(subject: Subject) -> bool:
    """Judge that the ranks of an answer go on behind a shared one as those that the description shows.

    Returns:
        Whether an answer has shared ranks.

    Raises:
        CheckFailure: If they leave a gap where those that are shown leave none, or the other way round, or if equal
            amounts have ranks of their own.
    """
    has_gaps = told_gaps(told_words(subject))
    judged = False
    if has_gaps is None:
        return False
    with FastCalls(subject) as fast:
        for call in subject.patience(_SHARE).each(_calls(subject)):
            outcome = fast.call(call)
            series = answer_series(outcome.value) if outcome.succeeded else {}
            for place, ranks in series.items():
                if not names_rank(place.rpartition(".")[2]) or not all(type(rank) is int for rank in ranks):
                    continue
                with_gaps, without = are_ranks_with_gaps(ranks), are_ranks_without_gaps(ranks)
                is_shared = with_gaps != without
                if not is_shared and not (with_gaps and ranks[-1] == len(ranks) and _shows_equal(series, place)):
                    continue
                if is_shared and with_gaps == has_gaps:
                    judged = True
                    continue
                raise CheckFailure(
                    "rank_not_as_told",
                    f"The ranks are {', '.join(map(str, ranks[: len(_AMOUNTS)]))}, where equal amounts share a rank, "
                    f"and the description shows {'a gap' if has_gaps else 'no gap'} behind it.",
                    about=place.rpartition(".")[2],
                    arguments=call,
                )
    return judged


def _shows_equal(series: Mapping[str, list[Any]], place: str) -> bool:
    """Tell whether the records with some ranks show all of our amounts, in order."""
    beside = [found for other, found in series.items() if other.rpartition(".")[0] == place.rpartition(".")[0]]
    ordered = sorted(_AMOUNTS.values())
    return ordered in beside or ordered[::-1] in beside


def _calls(subject: Subject) -> Iterator[dict[str, Any]]:
    """Yield ordinary calls, and each with equal amounts in one of its objects and lists."""
    for base in listing_calls(subject, limit=_MAX_BASES):
        yield base
        for name, value in base.items():
            equal = _with_equal_amounts(value)
            if equal and is_valid(subject.schema, call := {**base, name: equal}):
                yield call


def _with_equal_amounts(value: Any) -> Any:
    """Return an object of numbers, or a list of records or numbers, with our amounts; None for anything else."""
    if isinstance(value, Mapping) and value and all(map(_is_number, value.values())):
        return dict(_AMOUNTS)
    if isinstance(value, list) and value and all(map(_is_number, value)):
        return [*_AMOUNTS.values()]
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return [_record(value[0], name, amount) for name, amount in _AMOUNTS.items()]
    return None


def _record(form: Mapping[str, Any], name: str, amount: int) -> dict[str, Any]:
    changed: dict[str, Any] = {key: amount for key, part in form.items() if _is_number(part)}
    return {**form, **changed, **{key: f"{part}{name}" for key, part in form.items() if isinstance(part, str)}}


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
