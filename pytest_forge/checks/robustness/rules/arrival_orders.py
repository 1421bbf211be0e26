"""Arrival orders: records of a server in the order in which they were added, whatever their keys look like.

"in order of arrival"     add("mango"), add("papaya"), add("kiwi"):   mango, papaya, kiwi
                          add("70977"), add("81042"), add("50431"):   50431, 70977, 81042

A plain object of JavaScript has keys that look like whole numbers first, by their value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ....profile.told_arrivals import told_arrival
from ....strategies.other_leaves import Path, leaf_at, leaf_paths, with_leaf
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.asking import looks_failed, served_tool
from ...calls.plausible_calls import plausible_calls
from ...calls.preparation.record_makers import makers_of
from ...calls.sequences import before_json
from ..lasting_reads import calls_that_fit

__all__ = ["judge_arrival_orders"]

#: Share of a check's time; tools that add records, texts of each, and further calls of one that takes them.
_SHARE, _MAX_MAKERS, _MAX_TEXTS, _MORE = 0.15, 2, 2, 3
#: In no order of letters, values or lengths, forwards or backwards; with zeros in front, a key is no whole number.
_PLAIN = (("mango", "papaya", "kiwi"), ("0733", "0911", "0502"))
_NUMBERS = (("70977", "81042", "50431"), ("7332", "9113", "5021"))


def judge_arrival_orders(subject: Subject) -> bool:
    """Judge that records come in the order in which they were added, where a description says so and words do.

    Args:
        subject: A reader of a server, or a tool that takes one record after the other.

    Returns:
        Whether records whose keys are words come in this order, or in the opposite one.

    Raises:
        CheckFailure: If those whose keys look like whole numbers do not, twice.
    """
    if not subject.is_served or served_tool(subject).server.address.url:
        return False
    own = told_arrival(subject.facts.description or "")
    patience, is_judged = subject.patience(_SHARE), False
    makers = [maker for maker in _makers(subject) if own or told_arrival(maker.facts.description or "")]
    for maker, path, call in patience.each(list(_ways(makers[:_MAX_MAKERS]))):
        plain, numbers = (_fitting(maker, call, path, keys) for keys in (_PLAIN, _NUMBERS))
        found = _shown(subject, maker, path, plain) if plain and numbers else []
        if not found or found not in (_keys(plain, path), _keys(plain, path)[::-1]):
            continue
        is_judged = True
        wanted = _keys(numbers, path)[:: 1 if found == _keys(plain, path) else -1]
        if all((seen := _shown(subject, maker, path, numbers)) and seen != wanted for _ in range(2)):
            raise CheckFailure(
                "arrival_forgotten",
                f"The description says {own or told_arrival(maker.facts.description or '')!r}, but after "
                f"{', '.join(_keys(numbers, path))} were added, they came as {', '.join(seen)}. Keep records whose "
                "order counts in a list or a Map: an object has keys that look like whole numbers first.",
                about=str(path[-1]),
                arguments={} if subject.facts.name == maker.facts.name else _viewing(subject),
                before=before_json([(maker.facts.name, one) for one in numbers]),
            )
    return is_judged


def _makers(subject: Subject) -> list[Subject]:
    """Return the tools that add records, by their names and hints; those that tell of a queue do by any name."""
    known = makers_of(subject, {})
    names = [facts.name for facts, _ in known]
    telling = [
        one
        for one in subject.neighbours
        if one[0].tier != "read"
        and one[0].name not in (*names, subject.facts.name)
        and told_arrival(one[0].description or "")
    ]
    return [subject.beside(*one) for one in (*known, *telling)]


def _ways(makers: Sequence[Subject]) -> Iterator[tuple[Subject, Path, dict[str, Any]]]:
    """Yield tools that add records, with a place where a call has a text, and the call."""
    for maker in makers:
        for call in calls_that_fit(maker, limit=1)[:1]:
            texts = [path for path in leaf_paths(call) if isinstance(leaf_at(call, path), str)]
            yield from ((maker, path, call) for path in texts[:_MAX_TEXTS])


def _fitting(maker: Subject, call: dict[str, Any], path: Path, series: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """Return calls with the first series of keys that the schema allows; none if it allows none."""
    fits = FlatSchema(maker.schema).fits
    tried = ([with_leaf(call, path, key) for key in keys] for keys in series)
    return next((calls for calls in tried if all(fits(maker.schema, one) for one in calls)), [])


def _keys(calls: Sequence[dict[str, Any]], path: Path) -> list[str]:
    return [str(leaf_at(call, path)) for call in calls]


def _viewing(subject: Subject) -> dict[str, Any]:
    try:
        return plausible_calls(subject, limit=1)[0]
    except NoCallFits:
        return {}


def _shown(subject: Subject, maker: Subject, path: Path, calls: Sequence[dict[str, Any]]) -> list[str]:
    """Return the keys of records in the order in which they are answered; none if some are not."""
    subject.renew()
    viewing = _viewing(subject)
    if any(looks_failed(maker.call(call)) for call in calls):
        return []
    keys, text = _keys(calls, path), ""
    for _ in range(len(calls) + _MORE):
        outcome = subject.call(viewing)
        if looks_failed(outcome):
            return []
        text += outcome.text + "\n"
        places = {key: found.start() for key in keys if (found := re.search(rf"(?<!\w){key}(?!\w)", text))}
        if len(places) == len(keys):
            return sorted(keys, key=places.__getitem__)
        if subject.facts.tier == "read":
            break
    return []
