"""Hidden counters: equal calls of which every so many-th is answered differently, by a tool without a tier.

A tool that moves on answers differently each time, and one that runs out stays so. An answer that comes twice, changes
and comes back depends on the number of calls alone.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from ...oracles.program_state import ProgramState
from ...oracles.tracked_objects import instances_of
from ...strategies.mined_constants import author_codes, changes_state
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.ordinary_outcomes import in_json_types
from ..calls.quiet_calls import are_quiet
from .answer_differences import MANY_REPEATS, Answer, Difference, differences, places_of

__all__ = ["call_with_hidden_counter", "reseed"]

_MAX_CALLS = 2
#: Share of one call's time for the equal calls.
_SHARE = 0.25


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
    for call in calls[:_MAX_CALLS]:
        found = _turns(_made(subject, call, "first"))
        if not found or not are_quiet(subject, [call] * MANY_REPEATS):
            continue
        # Chance does not repeat, and a tool that keeps what it is given is meant to have a memory.
        again = {one.place: one.values for one in _turns(_made(subject, call, "second"))}
        for difference in found:
            if again.get(difference.place) == difference.values and not _keeps_entries(subject, call):
                return call, difference
    return None


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


def _comes_back(values: Sequence[Any]) -> bool:
    if len(values) < MANY_REPEATS or values[0] != values[1]:
        return False
    changed = next((number for number, value in enumerate(values) if value != values[0]), len(values))
    return values[0] in values[changed:]


def _made(subject: Subject, call: dict[str, Any], way: str) -> list[Answer]:
    """Return the answers to equal calls in a copy of the process; none if a call fails or takes long."""
    made: list[Answer] | None = in_a_copy(partial(_answers, subject, call, way), limit_s=subject.call_s)
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
