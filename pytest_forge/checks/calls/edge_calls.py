"""Edge calls: valid calls at the edges of the schema, in pairs, and with constants of the tool's own code."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import Any

from ...strategies.calls.boundaries import boundary_arguments
from ...strategies.calls.edge_values import EdgeValues
from ...strategies.calls.pairs import choices_beside_null, paired_arguments
from ...strategies.mined_constants import mined_constants
from ...strategies.own_numbers import own_numbers, with_own_numbers
from ...strategies.record_edges import record_edges
from ...targets.outcome import Outcome
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ...verdict import NotApplicable
from .call_variants import shortened_waits
from .fake_sleep import fake_sleep
from .large_calls import WorkForNumbers, is_large, largest_number
from .plausible_calls import plausible_calls

__all__ = [
    "FastCalls",
    "edge_calls",
    "outcomes_of_edge_calls",
    "taken_call",
    "takes_named_arguments",
    "unmade_after",
]

_SLEPT_S = 0.001
#: Calls that are made whatever their numbers are.
_ORDINARY = 6
#: Share of one call's time for the calls after the first `_MIN_CALLS`, and share of the check's time for these.
_SHARE, _MOST = 0.25, 0.33
_MIN_CALLS = 60
#: Additional values of one argument if the tool parses texts.
_PARSED = 40


def takes_named_arguments(subject: Subject) -> None:
    """Check that the schema defines which calls are valid.

    Raises:
        NotApplicable: If it accepts any object and names no argument.
    """
    schema = subject.schema
    is_closed = schema.get("additionalProperties") is False or schema.get("unevaluatedProperties") is False
    named = any(
        schema.get(keyword) for keyword in ("properties", "patternProperties", "allOf", "anyOf", "oneOf", "$ref")
    )
    if not named and not is_closed:
        raise NotApplicable("The schema names no arguments, so no call is known to be valid.")


def edge_calls(subject: Subject) -> Iterator[dict[str, Any]]:
    """Yield valid calls: ordinary ones, choices beside null, each argument at its edges, then arguments in pairs.

    Raises:
        CouldNotRun: If no call that the schema allows could be made.
    """
    depth = max(1.0, subject.call_s / 2)
    ordinary = plausible_calls(subject, limit=6)
    seen: set[str] = set()
    yield from _new(ordinary, seen)
    yield from _new(choices_beside_null(subject.schema, ordinary), seen)
    yield from _new(record_edges(ordinary[0], subject.schema), seen)
    yield from _new(with_own_numbers(ordinary[0], subject.schema, own_numbers(subject.tool)), seen)
    edges = EdgeValues(subject.schema, mined_constants(subject.tool))
    values = {name: edges.of(name, limit=int(45 * depth) + _PARSED) for name in edges.nodes}
    fits = edges.view.fits
    boundaries = [boundary.arguments for boundary in boundary_arguments(subject.schema, limit=int(50 * depth))]
    yield from _new(boundaries, seen)
    bases = [ordinary[0], *ordinary[1:2]]
    for base in bases:
        singles = ({**base, name: value} for name, several in values.items() for value in several)
        yield from _new((call for call in singles if fits(subject.schema, call)), seen)
    # All arguments are given if possible: a pair may interact only if both are read.
    base = max(bases, key=len)
    paired = paired_arguments(base, {name: _calm(several) for name, several in values.items()}, limit=int(120 * depth))
    yield from _new((call for call in paired if fits(subject.schema, call)), seen)


def outcomes_of_edge_calls(subject: Subject) -> Iterator[Outcome]:
    """Make the calls of `edge_calls` until their share of time is used; stop after one that does not return.

    A verdict needs the first `_MIN_CALLS` of them: if there is no time for these, no check passes.

    A call with large numbers is made only if smaller ones show that the work does not grow with them.
    """
    share, most = _SHARE * subject.call_s, _MOST * subject.check_s
    spent, made = 0.0, 0
    work = WorkForNumbers()
    waiting: list[dict[str, Any]] = []
    calls = itertools.chain(edge_calls(subject), _smallest_first(waiting))
    with FastCalls(subject) as fast:
        for call in calls:
            if made >= _MIN_CALLS and spent > share:
                return
            if spent > most:
                subject.has_left(1 + sum(1 for _ in itertools.islice(calls, _MIN_CALLS - made - 1)))
                return
            if made >= _ORDINARY and work.may_take_long(call):
                waiting.append(call)
                continue
            outcome = fast.call(shortened_waits(subject, call))
            spent, made = spent + fast.seconds, made + 1
            work.note(call, fast.seconds)
            yield outcome
            if outcome.timed_out:
                return


def unmade_after(subject: Subject, made: int) -> int:
    """Return how many of the calls that a verdict needs are left, without those that may take long.

    Args:
        subject: The tool.
        made: How many calls of `outcomes_of_edge_calls` were made.
    """
    return sum(not is_large(call) for call in itertools.islice(edge_calls(subject), made, _MIN_CALLS))


class FastCalls:
    """Makes calls one after another under `fake_sleep`, which is entered again only after a call that slept.

    Attributes:
        seconds: Duration of the last call, without its sleep.
    """

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._stack = ExitStack()
        self._is_fresh = False
        self.seconds = 0.0

    def __enter__(self) -> FastCalls:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def call(self, arguments: dict[str, Any], *, call_s: float | None = None) -> Outcome:
        """Call the tool; in this process, with a fake sleep."""
        if not self._is_fresh and not self._subject.is_served:
            # If the clock went back, a tool that limits its rate would sleep for the difference.
            ahead_s = _ahead()
            self._stack.close()
            self._stack.enter_context(fake_sleep(ahead_s=ahead_s))
            self._is_fresh = True
        started, ahead = own_time(), _ahead()
        outcome = self._subject.call(arguments, call_s=call_s)
        self.seconds = own_time() - started
        self._is_fresh = _ahead() - ahead < _SLEPT_S
        return outcome


def taken_call(fast: FastCalls, calls: Iterable[dict[str, Any]]) -> Outcome | None:
    """Return the outcome of the first call that the tool takes, since it may allow less than its schema."""
    return next((outcome for call in calls if (outcome := fast.call(call)).succeeded), None)


def _ahead() -> float:
    """Return how far the fake clock is ahead of the real one."""
    return time.monotonic() - time.clock_gettime(time.CLOCK_MONOTONIC)


def _smallest_first(waiting: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the calls in the list at that time, those with smaller numbers first, and each once."""
    for call in sorted(waiting, key=largest_number):
        waiting.remove(call)
        yield call


def _calm(values: list[Any]) -> list[Any]:
    """Return the values that are not large: pairs are about relations."""
    return [value for value in values if len(json.dumps(value)) < 200 and largest_number(value) <= 1_000_000]


def _new(calls: Any, seen: set[str]) -> Iterator[dict[str, Any]]:
    for call in calls:
        key = json.dumps(call, sort_keys=True, default=repr)
        if key not in seen:
            seen.add(key)
            yield call
