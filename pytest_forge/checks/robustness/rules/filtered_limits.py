"""Filtered limits: a limit that is applied before a filter, where another tool has added records of two kinds.

list(kind="a", limit=50)     1, 5
list(kind="a", limit=2)      1: two records were taken, and the other kind left out then

A kind may be what the maker is given, or come of a change by another tool, such as that of an order which is paid.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....profile.makers import takes_things_away
from ....profile.reads import reads
from ....profile.roles import name_words
from ....profile.told_totals import is_said_to_limit_reading, limits_reading, limits_results
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.asking import looks_failed, served_tool
from ...calls.plausible_calls import plausible_calls
from ...calls.preparation.record_makers import makers_of
from ...calls.sequences import NamedCall, before_json
from ...calls.told_words import told_words
from ..equal_calls.filled_stores import records_of_maker
from ..equal_calls.page_ways import entries_of, page_answer
from ..two_kinds import filter_names, told_kinds, two_kinds
from .record_numbers import argument_of_name, numbers_in, removers_of

__all__ = ["judge_filtered_limits"]

_SHARE = 0.15
_MAX_MAKERS, _FEWEST_ADDED, _MAX_LIMITS = 2, 3, 2
_ALL, _FEW = (50, 20, 10), (1, 2, 3)
#: Tools that change records, the places of the records, and the names of each that are tried.
_MAX_CHANGERS, _CHANGED, _MAX_NAMES = 2, (0, 2), 2

_Call = dict[str, Any]


def judge_filtered_limits(subject: Subject) -> bool:
    """Judge that an answer with a filter has as many records as its limit allows, if one without a filter has.

    An answer in which a text or a flag differs that is not a record, such as the mark of a next page, is not judged,
    nor is a number that is said to limit what is looked at.

    Returns:
        Whether a filter was found that lets some records through.

    Raises:
        CheckFailure: If there are fewer records, twice.
    """
    nodes = FlatSchema(subject.schema).arguments
    words = told_words(subject)
    limits = [name for name, node in nodes.items() if _is_limit(name, node)][:_MAX_LIMITS]
    limits = [name for name in limits if not is_said_to_limit_reading(words, name)]
    if not subject.is_served or not reads(subject.facts) or not limits:
        return False
    filters = filter_names(subject)
    if not filters or served_tool(subject).server.address.url:
        return False
    try:
        base = plausible_calls(subject, limit=1)[0]
    except NoCallFits:
        return False
    plain = {name: value for name, value in base.items() if name not in (*filters, *limits)}
    patience, is_judged = subject.patience(_SHARE), False
    for facts, tool in makers_of(subject, plain)[:_MAX_MAKERS]:
        if patience.is_over:
            break
        subject.renew()
        maker = subject.beside(facts, tool)
        kinds, given = two_kinds(subject, maker)
        told = {name: values for name in filters if name not in kinds and (values := told_kinds(subject, name))}
        added = records_of_maker(subject, maker, plain, given=given) if kinds or told else []
        if told and len(added) >= _FEWEST_ADDED:
            # Nothing that the maker is given says of which kind a record is: another tool may change some.
            added += _changed(subject, maker, plain)
            kinds = {**kinds, **told}
        for limit in limits if len(added) >= _FEWEST_ADDED else ():
            for name, values in kinds.items():
                for value in values:
                    is_judged = _judge(subject, plain, limit, (name, value), added) or is_judged
    if is_judged:
        subject.renew()
    return is_judged


def _judge(subject: Subject, plain: _Call, limit: str, chosen: tuple[str, Any], added: list[NamedCall]) -> bool:
    """Tell whether a filter lets some of the records through."""
    fits = FlatSchema(subject.schema).fits
    large = next((call for most in _ALL if fits(subject.schema, call := {**plain, limit: most})), None)
    if large is None:
        return False
    name, value = chosen
    every = page_answer(subject, large)
    is_some = False
    for key in [key for key, part in every.items() if isinstance(part, list)]:
        most = entries_of(subject, large, key)
        some = entries_of(subject, {**large, name: value}, key)
        if not 1 < len(some) < len(most) < large[limit] or not set(some) < set(most):
            continue
        is_some = True
        for few in _FEW:
            call = {**plain, limit: few, name: value}
            short = [entries_of(subject, call, key) for _ in range(2)]
            is_short = short[0] == short[1] and len(short[0]) < min(few, len(some)) and set(short[0]) <= set(some)
            is_filled = len(entries_of(subject, {**plain, limit: few}, key)) == min(few, len(most))
            is_alike = _beside(page_answer(subject, call)) == _beside(page_answer(subject, {**large, name: value}))
            if is_short and is_filled and is_alike and entries_of(subject, {**large, name: value}, key) == some:
                raise CheckFailure(
                    "limit_not_filled",
                    f"With {few} in {limit!r} and {value!r} in {name!r} the answer has {len(short[0])} of {len(some)} "
                    "results. Apply the limit last, behind every filter.",
                    about=limit,
                    arguments=call,
                    before=before_json(added),
                )
    return is_some


def _changed(subject: Subject, maker: Subject, plain: _Call) -> list[NamedCall]:
    """Let other tools change some of the listed records by their names, and return the calls that worked.

    The first record is among them, so that a short answer without a filter has no other one.
    """
    made: list[NamedCall] = []
    changers = [one for one in removers_of(subject) if one.facts.name != maker.facts.name]
    for changer in [one for one in changers if not takes_things_away(one.facts)][:_MAX_CHANGERS]:
        # It is asked anew: what has been changed may be listed elsewhere, or no more.
        lists = [part for part in page_answer(subject, plain).values() if isinstance(part, list)]
        records = [one for one in max(lists, key=len, default=[]) if isinstance(one, Mapping)]
        worked = [call for at in _CHANGED if at < len(records) for call in _first_call(changer, records[at])]
        made += [(changer.facts.name, call) for call in worked]
    return made


def _first_call(changer: Subject, record: Mapping[str, Any]) -> list[_Call]:
    """Return the first call with a name of a record that works."""
    fits, [ordinary] = FlatSchema(changer.schema).fits, candidate_arguments(changer.schema, limit=1) or [{}]
    for argument in argument_of_name(changer):
        names = numbers_in(record)
        words = set(name_words(argument))
        for key in sorted(names, key=lambda one: (one != argument, words.isdisjoint(name_words(one))))[:_MAX_NAMES]:
            call = {**ordinary, argument: names[key]}
            if fits(changer.schema, call) and not looks_failed(changer.call(call)):
                return [call]
    return []


def _is_limit(name: str, node: Any) -> bool:
    told = str(node.get("description") or "")
    return node.get("type") == "integer" and limits_results(name, told) and not limits_reading(told)


def _beside(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the texts and flags beside the lists of an answer, which may lead to more results."""
    return {key: part for key, part in answer.items() if isinstance(part, str | bool)}
