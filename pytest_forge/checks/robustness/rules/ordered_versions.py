"""Ordered versions: numbers joined by dots, which are ordered as text where they are meant as versions.

9.2.0, 9.10.0, 10.0.1     in order
10.0.1, 9.10.0, 9.2.0     in order of their text: the newest one comes last
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ....strategies.own_names import texts_of_own_patterns
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls
from .answer_series import answer_series

__all__ = ["judge_ordered_versions"]

_SHARE = 0.1
_MAX_BASES, _FEWEST = 6, 3
_VERSION = re.compile(r"v?\d+\.\d+\.\d+")
#: Lists in which both orders agree, with the same version at another place, and one in which they do not.
_AGREE = (["1.0.0", "3.0.0", "2.0.0"], ["3.0.0", "2.0.0", "1.0.0"])
_DIFFER = ["9.2.0", "10.0.1", "9.10.0"]


def judge_ordered_versions(subject: Subject) -> bool:
    """Judge that versions are ordered, and the newest is chosen, by their numbers.

    A list counts if it is in the order of its texts, and would not be by chance: at least three versions that numbers
    order otherwise. A choice counts if the tool chooses the newest one wherever both orders agree.

    Returns:
        Whether there is an ordered list or a choice.

    Raises:
        CheckFailure: If they are ordered as text.
    """
    judged = False
    calls = plausible_calls(subject, limit=_MAX_BASES)
    with FastCalls(subject) as fast:
        for call in subject.patience(_SHARE).each(calls):
            for versions in answer_series(fast.call(call).value).values():
                if not _are_versions(versions) or len(set(versions)) < _FEWEST:
                    continue
                if _is_of_text(versions):
                    _raise(versions, call)
                judged = judged or _is_of_numbers(versions)
        for call, name in list(_with_versions(subject, calls))[:_FEWEST]:
            newest = [_places_of(fast.call({**call, name: versions}), "3.0.0") for versions in _AGREE]
            given = {**call, name: _DIFFER}
            chosen = newest[0] & newest[1]
            if chosen & _places_of(fast.call(given), max(_DIFFER)):
                _raise(_DIFFER, given)
            judged = judged or bool(chosen)
    return judged


def _raise(versions: list[str], call: dict[str, Any]) -> None:
    shown = ", ".join(sorted(versions, key=_numbers)[-2:])
    raise CheckFailure(
        "ordered_as_text",
        f"Versions are ordered as texts: of {shown} the last one is the newest. Compare their numbers.",
        arguments=call,
    )


def _are_versions(values: list[Any]) -> bool:
    return all(isinstance(value, str) and _VERSION.fullmatch(value) for value in values)


def _is_of_text(versions: list[str]) -> bool:
    """Tell whether versions are in the order of their texts, forwards or backwards, and of their numbers in neither."""
    texts, numbers = sorted(versions), sorted(versions, key=_numbers)
    return versions in (texts, texts[::-1]) and versions not in (numbers, numbers[::-1])


def _is_of_numbers(versions: list[str]) -> bool:
    """Tell whether versions are in the order of their numbers, forwards or backwards, and of their texts in neither."""
    texts, numbers = sorted(versions), sorted(versions, key=_numbers)
    return versions in (numbers, numbers[::-1]) and versions not in (texts, texts[::-1])


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def _with_versions(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield a call and the argument of it that is a list of versions, by an example or a pattern of the code."""
    fits = FlatSchema(subject.schema).fits
    known = [] if subject.is_served else texts_of_own_patterns(subject.tool)
    has_pattern = any(_VERSION.fullmatch(text) for text in known)
    for call in calls:
        for name, value in call.items():
            is_one = isinstance(value, list) and bool(value) and (has_pattern or _are_versions(value))
            if is_one and all(fits(subject.schema, {**call, name: versions}) for versions in (*_AGREE, _DIFFER)):
                yield call, name


def _places_of(outcome: Outcome, version: str) -> set[str]:
    """Return the keys of an answer at which a version is the whole value; "" for the answer itself."""
    if not outcome.succeeded:
        return set()
    if isinstance(outcome.value, Mapping):
        return {str(key) for key, part in outcome.value.items() if part == version}
    return {""} if outcome.value == version else set()
