"""Shared numbers: the number of a record that is still there, given to a new one once another record was removed.

open_ticket("a")     number 1
open_ticket("b")     number 2
withdraw(1)          gone
open_ticket("c")     number 2, one more than there are: from now on withdraw(2) takes the wrong one, or both
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from ....profile.failure_marks import failure_mark
from ....profile.makers import takes_things_away
from ....profile.reads import reads
from ....profile.roles import name_words
from ....regex import regex
from ....strategies.calls.examples import candidate_arguments
from ....strategies.mined_constants import author_codes, changes_state, kept_values
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.asking import looks_failed, served_tool
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from ...calls.state_view import without_moments
from ...calls.worlds.fresh_world import in_a_fresh_world
from ...calls.worlds.own_world import reads_files
from .record_numbers import argument_of_name, numbers_in, numbers_in_text, removers_of

__all__ = ["judge_shared_numbers"]

_SHARE, _MAX_REMOVERS, _MAX_REMOVALS, _MAX_READERS = 0.15, 5, 2, 4
_RECORDS, _MAX_TEXTS, _CALLS = 3, 2, 12
#: Readers that take the number of a record.
_MAX_NAMED = 3
#: In front of texts that must differ from record to record.
_OTHERS = ("other", "third")
_LAST = regex(r"\d+(?=\D*$)")

_Call = dict[str, Any]
#: What an answer may name a record by, by its place there.
_Numbers = dict[str, int | str]


class _Removal(Struct, frozen=True):
    """A tool that removes a record by the number that another one has answered.

    Attributes:
        remover: The tool.
        argument: Its argument.
        others: The other arguments.
        place: Where the answer has the number.
        refusal: The answer if there is no such record; "" if it is that of a removal.
    """

    remover: Subject
    argument: str
    others: _Call
    place: str
    refusal: str

    def call(self, number: int | str) -> _Call:
        return {**self.others, self.argument: number}


def judge_shared_numbers(subject: Subject) -> bool:
    """Judge that a tool which counts its records up gives none the number of another one that is still there.

    The numbers of three records must differ, and another tool must remove one by its number. Then that of a second one
    is given out again, although the second one was not removed. Both are there if both can be removed one after the
    other, or a list of the records has neither of them once that number was removed. The second one is lost if a reader
    shows the third under that number, and would show the second if the first had not been removed.

    Returns:
        Whether another tool has removed a record.

    Raises:
        CheckFailure: If it does, twice.
    """
    if subject.facts.tier == "read" or takes_things_away(subject.facts) or _is_out_of_reach(subject):
        return False
    try:
        calls, removals = _records_and_removals(subject)
    except NoCallFits:
        return False
    for removal in subject.patience(_SHARE).each(removals):
        told = _given_again(subject, calls, removal)
        if told is None or not (_is_shared(subject, calls, removal) or _is_replaced(subject, calls, removal)):
            continue
        number, gone = told
        raise CheckFailure(
            "number_still_in_use",
            f"After {removal.remover.facts.name!r} had removed the record {gone!r}, a new one got {number!r}, which is "
            "still that of another record. Keep the last number, and do not count what is left.",
            about=removal.place if removal.place.isidentifier() else "",
            arguments=calls[2],
            before=before_json(
                [*((subject.facts.name, call) for call in calls[:2]), (removal.remover.facts.name, removal.call(gone))]
            ),
        )
    return bool(removals)


def _is_out_of_reach(subject: Subject) -> bool:
    if subject.is_served:
        return bool(served_tool(subject).server.address.url)
    return not changes_state(author_codes(subject.tool))


def _removers(subject: Subject) -> list[Subject]:
    """Return what may remove a record: of functions, those that say so in their name and use the same data."""
    likely = [one for one in removers_of(subject) if _takes_away(one) or subject.is_served]
    if not subject.is_served:
        kept, codes = kept_values(subject.tool), set(author_codes(subject.tool))
        likely = [
            one for one in likely if kept & kept_values(one.tool) or reads_files(codes & set(author_codes(one.tool)))
        ]
    return sorted(likely, key=lambda one: not _takes_away(one))[:_MAX_REMOVERS]


def _takes_away(tool: Subject) -> bool:
    return tool.facts.is_destructive or takes_things_away(tool.facts)


def _records_and_removals(subject: Subject) -> tuple[list[_Call], list[_Removal]]:
    """Return three calls whose records have numbers that count up, and how other tools remove a record by its number.

    Removers that refuse to do so once more come first.
    """
    removers = _removers(subject)
    calls = list(_alike(subject, plausible_calls(subject, limit=1)[0])) if removers else []

    def made() -> list[Any]:
        records = _records(subject, calls)
        return [[call for call, _ in records], _removals([told for _, told in records], removers)] if records else []

    found = in_a_fresh_world(subject, made, most_calls=_CALLS) if calls else None
    if not found:
        return [], []
    removals = [_Removal(removers[number], *rest) for number, *rest in found[1]]
    sure = [one for one in removals if one.refusal or _takes_away(one.remover)]
    return found[0], sorted(sure, key=lambda one: not one.refusal)[:_MAX_REMOVALS]


def _records(subject: Subject, calls: Sequence[_Call]) -> list[tuple[_Call, _Numbers]]:
    """Add three records, and return the calls with the numbers of the records; none if these do not count up."""
    found: list[tuple[_Call, _Numbers]] = []
    for call in calls:
        told = _numbers(_made(subject, call))
        if not told and not found:
            return []
        if _counted(*(numbers for _, numbers in found), told):
            found.append((call, told))
        if len(found) == _RECORDS:
            break
    places = _counted(*(numbers for _, numbers in found)) if len(found) == _RECORDS else []
    return [(call, {place: numbers[place] for place in places}) for call, numbers in found] if places else []


def _alike(subject: Subject, base: _Call) -> Iterator[_Call]:
    """Yield equal calls, and calls with another text: the tool may take each text once."""
    yield from (base, base, base)
    fits = FlatSchema(subject.schema).fits
    for name in [name for name, value in base.items() if isinstance(value, str) and value][:_MAX_TEXTS]:
        made = ({**base, name: f"{other} {base[name]}"} for other in _OTHERS)
        joined = ({**base, name: f"{other}{base[name]}"} for other in _OTHERS)
        yield from (call for pair in zip(made, joined, strict=True) for call in pair if fits(subject.schema, call))


def _counted(*told: _Numbers) -> list[str]:
    """Return the places whose numbers go up or down by the same step."""
    shared = [place for place in told[0] if all(place in one for one in told)]
    return [place for place in shared if _is_series([one[place] for one in told])]


def _is_series(values: Sequence[int | str]) -> bool:
    found = [_LAST.search(str(value)) for value in values]
    numbers = [int(one[0]) for one in found if one is not None]
    frames = {_LAST.sub("", str(value)) for value in values}
    steps = {after - before for before, after in itertools.pairwise(numbers)}
    return len(numbers) == len(values) and len(frames) == 1 and len(steps) <= 1 and 0 not in steps


def _removals(left: Sequence[_Numbers], removers: Sequence[Subject]) -> list[tuple[int, str, _Call, str, str]]:
    """Return what makes each `_Removal`, its remover by its place. One that refuses to do so twice uses a record up.

    Args:
        left: What the answers name the records by.
        removers: The tools.
    """
    found = []
    for at, remover in enumerate(removers):
        for place, argument, others in _ways(remover, left[:1]):
            number = left[0][place]
            first = _made(remover, {**others, argument: number})
            if _is_refused(first):
                continue
            again = _told(_made(remover, {**others, argument: number}), number)
            is_refused = again != _told(first, number)
            found.append((at, argument, others, place, again if is_refused else ""))
            left = left[1:] if is_refused else left
            break
    return found


def _ways(remover: Subject, records: Sequence[_Numbers]) -> Iterator[tuple[str, str, _Call]]:
    """Yield a place of a number, an argument for it, and the other arguments, the likeliest place first."""
    fits, [others] = FlatSchema(remover.schema).fits, candidate_arguments(remover.schema, limit=1) or [{}]
    for told, argument in itertools.product(records, argument_of_name(remover)):
        words = set(name_words(argument))
        for place in sorted(told, key=lambda one: (one != argument, words.isdisjoint(name_words(one)))):
            if fits(remover.schema, {**others, argument: told[place]}):
                yield place, argument, others


def _given_again(subject: Subject, calls: Sequence[_Call], removal: _Removal) -> tuple[int | str, int | str] | None:
    """Return the number of the second record that the third one has got, and that of the first, which was removed."""

    def made() -> list[Any]:
        found = _second_and_new(subject, calls, removal)
        return list(found) if found is not None else []

    found = in_a_fresh_world(subject, made, most_calls=_CALLS)
    return (found[0], found[1]) if found else None


def _second_and_new(
    subject: Subject, calls: Sequence[_Call], removal: _Removal, lists: Sequence[tuple[Subject, _Call]] = ()
) -> tuple[int | str, int | str, list[str]] | None:
    """Add two records, remove the first and add the third.

    Returns:
        The number that the second and the third have, that of the first, and what lists show before the third. None if
        the third has a number of its own, or may have one: a count may be the same as a number.
    """
    first, second = (_numbers(_made(subject, call)) for call in calls[:2])
    if removal.place not in first or removal.place not in second:
        return None
    gone, kept = first[removal.place], second[removal.place]
    if _is_refused(_made(removal.remover, removal.call(gone))):
        return None
    shown = _shown(lists)
    new = _numbers(_made(subject, calls[2]))
    same = [place for place in second if (first.get(place), second[place]) == (gone, kept)]
    return (kept, gone, shown) if gone != kept and all(new.get(place) == kept for place in same) else None


def _is_shared(subject: Subject, calls: Sequence[_Call], removal: _Removal) -> bool:
    """Return whether a number belongs to two records, or a list lacks both once it was removed."""
    lists = _lists(subject, calls)

    def with_third() -> list[Any]:
        found = _second_and_new(subject, calls, removal, lists)
        if found is None or _is_refused(_made(removal.remover, removal.call(found[0]))):
            return []
        number, _, _ = found
        left = _shown(lists)
        again = _made(removal.remover, removal.call(number))
        return [not _is_refused(again) and _told(again, number) != removal.refusal, left]

    def without_third() -> list[Any]:
        first, second = (_numbers(_made(subject, call)) for call in calls[:2])
        numbers = [first.get(removal.place), second.get(removal.place)]
        shown = []
        for number in numbers:
            if number is None or _is_refused(_made(removal.remover, removal.call(number))):
                return []
            shown.append(_shown(lists))
        return shown

    told = in_a_fresh_world(subject, with_third, most_calls=_CALLS)
    alone = in_a_fresh_world(subject, without_third, most_calls=_CALLS) if told else None
    if not told or not alone:
        return False
    before, after = alone
    changed = [place for place, text in enumerate(before) if text != after[place]]
    is_twice = removal.refusal and told[0]
    return bool(is_twice or (changed and all(told[1][place] == after[place] for place in changed)))


def _is_replaced(subject: Subject, calls: Sequence[_Call], removal: _Removal) -> bool:
    """Return whether a reader shows a third record under the number of the second one, which is still there."""
    others = [subject.beside(*one) for one in subject.neighbours if reads(one[0]) and one[0].name != subject.facts.name]
    readers = [(one, argument) for one in others for argument in argument_of_name(one)][:_MAX_NAMED]
    third = next((call for call in (calls[2], *_alike(subject, calls[1])) if call != calls[1]), None)
    if not readers or third is None:
        return False
    new = [value for name, value in third.items() if value != calls[1].get(name)]

    def shown_for(number: int | str) -> list[str]:
        outcomes = [_made(one, call) for one, name in readers for call in _calls_naming(one, name, number)]
        return [without_moments(outcome.text) if not _is_refused(outcome) else "" for outcome in outcomes]

    def told(*, is_removed: bool) -> list[Any]:
        first, second = (_numbers(_made(subject, call)).get(removal.place) for call in calls[:2])
        if first is None or second is None or (is_removed and _is_refused(_made(removal.remover, removal.call(first)))):
            return []
        before = shown_for(second)
        is_same = _numbers(_made(subject, third)).get(removal.place) == second
        return [is_same, before, shown_for(second)]

    after_removal = in_a_fresh_world(subject, partial(told, is_removed=True), most_calls=_CALLS)
    if not after_removal or not after_removal[0]:
        return False
    alone = in_a_fresh_world(subject, partial(told, is_removed=False), most_calls=_CALLS)
    if not alone or alone[0] or alone[1] != alone[2]:
        return False
    _, before, after = after_removal
    return any(
        text and text == usual and all(str(value) in other and str(value) not in text for value in new)
        for text, other, usual in zip(before, after, alone[1], strict=True)
    )


def _calls_naming(tool: Subject, argument: str, number: int | str) -> list[_Call]:
    """Return the call of a tool with the number of a record, if it may be one."""
    [others] = candidate_arguments(tool.schema, limit=1) or [{}]
    call = {**others, argument: number}
    return [call] if FlatSchema(tool.schema).fits(tool.schema, call) else []


def _lists(subject: Subject, calls: Sequence[_Call]) -> list[tuple[Subject, _Call]]:
    """Return calls of readers that need nothing, or values that all records share, such as that of their group."""
    shared = {name: value for name, value in calls[0].items() if all(call.get(name) == value for call in calls)}
    readers = [
        subject.beside(*one) for one in subject.neighbours if reads(one[0]) and one[0].name != subject.facts.name
    ]
    found = []
    for reader in readers:
        required = reader.schema.get("required") or []
        if all(name in shared for name in required):
            [call] = candidate_arguments(reader.schema, limit=1) or [{}]
            found.append((reader, {**call, **{name: shared[name] for name in required}}))
    return [one for one in found if FlatSchema(one[0].schema).fits(one[0].schema, one[1])][:_MAX_READERS]


def _shown(lists: Sequence[tuple[Subject, _Call]]) -> list[str]:
    return [without_moments(_made(one, call).text) for one, call in lists]


def _made(tool: Subject, call: Mapping[str, Any]) -> Outcome:
    with fake_sleep():
        return tool.call(dict(call))


def _is_refused(outcome: Outcome) -> bool:
    return looks_failed(outcome) or bool(failure_mark(outcome.value))


def _told(outcome: Outcome, number: int | str) -> str:
    """Return an answer with a mark for the number of a record."""
    text = json.dumps(in_json_types(outcome.value), default=repr) if outcome.succeeded else f"refused: {outcome.text}"
    return re.sub(rf"(?<!\w){re.escape(str(number))}(?!\w)", "#", text)


def _numbers(outcome: Outcome) -> _Numbers:
    """Return what an answer may name its record by; of a sentence, its numbers by their order."""
    value = None if _is_refused(outcome) else in_json_types(outcome.value)
    if isinstance(value, str):
        return {f"{at}.": number for at, number in enumerate(numbers_in_text(value))}
    return numbers_in(value if isinstance(value, Mapping) else {"0.": value})
