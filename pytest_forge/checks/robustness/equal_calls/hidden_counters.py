"""Hidden counters: equal calls of which every so many-th is answered differently, by a tool without a tier.

A tool that moves on answers differently each time, and one that runs out stays so. An answer that comes twice, changes
and comes back depends on the number of calls alone. So does any other change if the calls change data which the
description promises to leave as they are: a shallow copy of a record shares its parts with it.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from ....oracles.module_memory import module_memory
from ....oracles.own_code import OwnCode
from ....oracles.program_state import ProgramState
from ....oracles.tracked_objects import instances_of
from ....profile.roles import name_words
from ....profile.told_stays import told_to_stay
from ....strategies.mined_constants import author_codes, changes_state, kept_values
from ....targets.own_clock import own_time
from ....targets.subject import Subject
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from .answer_differences import MANY_REPEATS, Answer, Difference, differences, places_of
from .quiet_calls import are_quiet

__all__ = ["call_with_hidden_counter", "changes_kept", "reseed"]

_MAX_CALLS = 2
#: Share of one call's time for the equal calls.
_SHARE = 0.25
#: How the text of a container or an object ends.
_ENDS = ("]", "}", ")")


def call_with_hidden_counter(
    subject: Subject, calls: Sequence[dict[str, Any]]
) -> tuple[dict[str, Any], Difference] | None:
    """Return a call whose answer depends on its number alone, and the difference.

    Args:
        subject: A tool that may be meant to change something.
        calls: Ordinary calls.
    """
    codes = list(author_codes(subject.tool))
    if not changes_state(codes) and not any("next" in code.co_names for code in codes):
        return None
    kept = told_to_stay(subject.facts)
    for call in calls[:_MAX_CALLS]:
        changes = _changed if kept and changes_kept(subject, [call], kept) else _turns
        found = changes(_made(subject, call, "first"))
        if not found or not are_quiet(subject, [call] * MANY_REPEATS):
            continue
        # Chance does not repeat, and a tool that keeps what it is given is meant to have a memory.
        again = {one.place: one.values for one in changes(_made(subject, call, "second"))}
        for difference in found:
            if again.get(difference.place) == difference.values and not _keeps_entries(subject, call):
                return call, difference
    return None


def changes_kept(
    subject: Subject, calls: Sequence[dict[str, Any]], words: frozenset[str], *, may_be_whole: bool = False
) -> bool:
    """Return whether calls change data of the author's modules whose name has one of the words.

    Args:
        subject: The tool.
        calls: Its calls. They are made in a copy of the process.
        words: Words in the singular.
        may_be_whole: Whether the only data that the tool reads count under any name. More must have changed in them
            than what was added.
    """

    def changes() -> bool:
        own = OwnCode(subject.tool)
        before = {name: value for name, value in module_memory(own).items() if value[-1:] in _ENDS}
        with fake_sleep():
            for call in calls:
                subject.call(call)
        after = module_memory(own)
        # What was there is still the beginning of a table to which entries are added, such as a cache.
        changed = [name for name, value in before.items() if not after.get(name, "").startswith(value[:-1])]
        short = [name.rpartition(".")[2] for name in changed]
        if any(not words.isdisjoint((word, word.removesuffix("s"))) for name in short for word in name_words(name)):
            return True
        read = {name for _, name in kept_values(subject.tool)}
        held = [name for name in before if name.rpartition(".")[2] in read]
        return may_be_whole and held == changed and not any(_is_within(before[name], after[name]) for name in held)

    return bool(in_a_copy(changes, limit_s=subject.call_s, tell=subject.has_left))


def _is_within(text: str, longer: str) -> bool:
    """Return whether a text is left of a longer one from which some letters are taken out."""
    letters = iter(longer)
    return all(letter in letters for letter in text)


def reseed(subject: Subject, way: str) -> None:
    """Seed every known random generator of this process, differently for each *way*."""
    random.seed(f"{way}/{subject.facts.name}")
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        with suppress(Exception):
            numpy.random.seed(subject.random.randrange(1 << 31))
    for item in instances_of(random.Random):
        if item is not subject.random:
            with suppress(Exception):
                item.seed(f"{way}/{subject.random.random()}")


def _turns(seen: Sequence[Answer]) -> list[Difference]:
    """Return the places whose value comes twice, changes, and comes back."""
    return [one for one in differences(seen) if _comes_back(one.values)]


def _changed(seen: Sequence[Answer]) -> list[Difference]:
    """Return the places whose value changes, also those where only the first is another one: it may run out early."""
    if found := differences(seen):
        return found
    places = [one["places"] for one in seen[:2]]
    changed = {
        place: [value, places[1][place]]
        for place, value in (places[0].items() if len(places) > 1 else ())
        if not isinstance(value, str) and places[1].get(place, value) != value
    }
    return [
        Difference(
            place, values, f"{place.partition('#')[0].rpartition('.')[2] or 'the result'!r} was another at first"
        )
        for place, values in changed.items()
    ]


def _comes_back(values: Sequence[Any]) -> bool:
    if len(values) < MANY_REPEATS or values[0] != values[1]:
        return False
    changed = next((number for number, value in enumerate(values) if value != values[0]), len(values))
    return values[0] in values[changed:]


def _made(subject: Subject, call: dict[str, Any], way: str) -> list[Answer]:
    """Return the answers to equal calls in a copy of the process; none if a call fails or takes long."""
    made: list[Answer] | None = in_a_copy(
        partial(_answers, subject, call, way), limit_s=subject.call_s, tell=subject.has_left
    )
    return made or []


def _answers(subject: Subject, call: dict[str, Any], way: str) -> list[Answer]:
    reseed(subject, way)
    answers: list[Answer] = []
    until = own_time() + _SHARE * subject.call_s
    with fake_sleep():
        while len(answers) < MANY_REPEATS:
            outcome = subject.call(call)
            if not outcome.succeeded or own_time() > until:
                return []
            answers.append({"end": "returned", "places": dict(places_of(in_json_types(outcome.returned)))})
    return json.loads(json.dumps(answers, default=repr))  # type: ignore[no-any-return]  # as the copy's are


def _keeps_entries(subject: Subject, call: dict[str, Any]) -> bool:
    """Return whether the author's containers hold more after each of some equal calls, or that cannot be known."""

    def keeps() -> bool:
        sizes = []
        for _ in range(3):
            subject.call(call)
            sizes.append(ProgramState.take(subject.tool).size)
        return sizes[0] < sizes[1] < sizes[2]

    return in_a_copy(keeps, limit_s=2 * subject.call_s) is not False
