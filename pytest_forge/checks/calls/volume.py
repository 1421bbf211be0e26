"""Calls in volume: random valid calls with values of past results, guided by line coverage if there is time.

edges, pairs                  the same in every run
mistakes of models            those that the schema allows
random calls                  150, 3,000 or 40,000, by the budget
with values of past results   an id that one call returns is an argument of the next
near calls that led on        deep only: a call that reaches a new line is kept and mutated
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from ...oracles.line_coverage import LineCoverage
from ...oracles.own_code import OwnCode
from ...strategies.arguments import random_arguments
from ...strategies.calls.llm_shaped import llm_shaped_arguments
from ...strategies.calls.mutation import Mutator
from ...strategies.calls.value_pool import ValuePool
from ...strategies.mined_constants import mined_constants
from ...strategies.schemas.flat_schema import CannotMake, FlatSchema
from ...strategies.schemas.unsupported import UnsupportedSchemaError
from ...targets.outcome import Outcome
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from .call_variants import shortened_waits
from .edge_calls import FastCalls, outcomes_of_edge_calls
from .large_calls import WorkForNumbers
from .ordinary_outcomes import in_json_types
from .plausible_calls import plausible_calls

__all__ = ["outcomes_in_volume", "outcomes_of_valid_calls"]

#: Share of calls that reuse values of past results, and of mutations of calls that reached new lines.
_RECALLED = 0.35
_NEAR = 0.75
_MAX_MISTAKES = 30
#: Share of one call's time for the mistakes of models, if the tool is slow.
_SHARE_OF_MISTAKES = 0.5
#: A larger integer may ask for more memory than a check has; the edges approach such numbers step by step.
_MUCH = 100_000_000


def outcomes_of_valid_calls(subject: Subject) -> Iterator[Outcome]:
    """Make the calls at the edges, then random ones; stop after one that does not return."""
    for outcome in outcomes_of_edge_calls(subject):
        yield outcome
        if outcome.timed_out:
            return
    for outcome in _outcomes_of_mistakes(subject):
        yield outcome
        if outcome.timed_out:
            return
    yield from outcomes_in_volume(subject)


def _outcomes_of_mistakes(subject: Subject) -> Iterator[Outcome]:
    """Make the calls that models send by mistake and that the schema allows."""
    fits = FlatSchema(subject.schema).fits
    shaped = (one.arguments for one in llm_shaped_arguments(subject.schema))
    valid = itertools.islice((call for call in shaped if fits(subject.schema, call)), _MAX_MISTAKES)
    end = own_time() + _SHARE_OF_MISTAKES * subject.call_s
    with FastCalls(subject) as fast:
        for call in valid:
            yield fast.call(shortened_waits(subject, call))
            if own_time() > end:
                return


def outcomes_in_volume(subject: Subject) -> Iterator[Outcome]:
    """Make as many random calls as the budget allows a check; stop after one that does not return."""
    source = random.Random(f"volume/{subject.random.getrandbits(64)}")  # noqa: S311  # repeatable on purpose
    fresh = _fresh_calls(subject, source)
    if next(fresh, None) is None:
        return
    coverage = LineCoverage(OwnCode(subject.tool)) if subject.effort.follows_lines else None
    untouched = subject.tool
    if coverage is not None:
        subject.tool = coverage.wrap(untouched)
    try:
        yield from _outcomes(subject, _Calls(subject, fresh, source, coverage))
    finally:
        subject.tool = untouched


def _outcomes(subject: Subject, calls: _Calls) -> Iterator[Outcome]:
    end = own_time() + subject.effort.random_s
    work = WorkForNumbers()
    with FastCalls(subject) as fast:
        for _ in range(subject.effort.random_calls):
            call = calls.next()
            if call is None or own_time() > end:
                return
            if work.may_take_long(call) or _asks_for_much(call):
                continue
            call = shortened_waits(subject, call)
            outcome = fast.call(call)
            work.note(call, fast.seconds)
            calls.learn(call, outcome)
            yield outcome
            if outcome.timed_out:
                return


def _asks_for_much(value: Any) -> bool:
    if isinstance(value, dict | list):
        return any(_asks_for_much(part) for part in (value.values() if isinstance(value, dict) else value))
    return isinstance(value, int) and value > _MUCH


class _Calls:
    """Chooses the next call from the results of earlier ones."""

    def __init__(
        self, subject: Subject, fresh: Iterator[dict[str, Any]], source: random.Random, coverage: LineCoverage | None
    ) -> None:
        self._schema = subject.schema
        self._view = FlatSchema(subject.schema)
        self._fresh = fresh
        self._source = source
        self._pool = ValuePool()
        self._coverage = coverage
        self._mutator = Mutator(self._schema, lambda: next(fresh, {}), source, mined_constants(subject.tool))
        self._led_on: list[dict[str, Any]] = plausible_calls(subject, limit=4)

    def next(self) -> dict[str, Any] | None:
        """Return the next call; None if there are no more."""
        if self._coverage is not None and self._source.random() < _NEAR:
            # Later ones have reached more.
            start = self._led_on[int(len(self._led_on) * self._source.random() ** 0.5)]
            return self._mutator.mutated(start, self._led_on)
        call = next(self._fresh, None)
        if call is None or self._source.random() > _RECALLED:
            return call
        return self._pool.placed(call, self._source, lambda one: self._view.fits(self._schema, one)) or call

    def learn(self, call: dict[str, Any], outcome: Outcome) -> None:
        """Keep the values that the call returned, and the call itself if it reached a new line."""
        if outcome.succeeded:
            self._pool.learn(in_json_types(outcome.returned))
        if self._coverage is None:
            return
        if self._coverage.has_news:
            if outcome.ran:
                self._led_on.append(call)
            for value in self._coverage.met:
                self._mutator.learn(value)
        self._coverage.forget()


def _fresh_calls(subject: Subject, source: random.Random) -> Iterator[dict[str, Any]]:
    """Yield random calls without end; none if no call that the schema allows can be made."""
    try:
        FlatSchema(subject.schema)
        while True:
            made = 0
            for call in random_arguments(subject.tool, seed=source.getrandbits(32), limit=1_000):
                made += 1
                yield call
            if not made:
                return
    except (UnsupportedSchemaError, CannotMake):
        return
