"""Later calls: a call that works fails after another one has failed, for example on a lock that this one still holds.

post(number="2024-1"), post(number="2024-3"), post(number="2024-2")     all work
post(number="2024-1"), post(number="2024-1"), post(number="2024-2")     the second is refused, and the third is as well
post(day="2024-02-30"), post(day="2024-02-29")                          both are refused, and the second one is right
pay(amount=-1000), pay(amount=2)                                        both are refused, and the second one is right
find("C-9"), find("C-1"), six times                                     in the end all are refused: nothing is left
draw(litres=99), draw(litres=99), draw(litres=1)                         the second is refused: one litre is left
draw(litres=40), draw(litres=40), draw(litres=40), draw(litres=1)        the third is refused: twenty litres are left
pump("A", "B", litres=90), pump("A", "C", litres=1)      the first, all of A, is refused: B is too small, but A is empty
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from ....profile.lock_outs import counts_failures
from ....profile.told_halves import keeps_what_came_before
from ....strategies.calls.edge_values import EdgeValues
from ....strategies.mined_constants import mined_constants
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.schemas.limits import bounds
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.kept_nothing import keep_nothing
from ...calls.missing_things import calls_out_of_proportion, failing_calls, unlisted_values
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from ...calls.worlds.fresh_world import make_fresh_for
from .mended_files import judge_mended_files
from .short_items import judge_short_items
from .short_locks import shorten_lock_waits
from .whole_stocks import whole_stocks

__all__ = ["judge_later_calls"]

_WORKING, _MAX_FAILING, _MAX_NUMBERS, _MAX_TRIED = 3, 3, 3, 12
#: More failures than a pool has places, and kinds of failures.
_TIMES, _MAX_REPEATED, _MAX_REFUSED = 6, 2, 4
#: Time limit of a sequence, in calls.
_CALLS = 4
#: Numbers that may be all that there is of something.
_MAX_STOCKS = 6
#: Calls that together ask for more than there is, if one of them may ask for a part only.
_MAX_DRAWN = 12

_Calls = list[dict[str, Any]]


def judge_later_calls(subject: Subject) -> None:
    """Judge that a function works after a call that has failed as it does after one that has not.

    Ask this before any call is made in this process: after one that has failed there, none might work. The workspace is
    changed.

    Raises:
        CheckFailure: If a call that works fails only after a failed one.
    """
    call = _first_working(subject)
    if call is None:
        return
    failing = _failing(subject, call)
    if keep_nothing(subject, [*plausible_calls(subject), *failing]):
        return
    _judge_repeated_failures(subject, call)
    _judge_shortages(subject, call)
    _judge_whole_stocks(subject, call)
    judge_short_items(subject, call)
    judge_mended_files(subject, call)
    working = _working(subject, call)
    if len(working) < _WORKING:
        return
    first, other, last = working
    tried = [([first, first, last], [[first, other, last]])]
    for one in failing if first == call else _failing(subject, first):
        # What has failed may be in the way of all others, or of the same call put right. A withdrawal needs no
        # failure before it to fail, but a payment after which it works.
        tried += [([one, last], [[first, last], [last]]), ([one, first], [[last, first], [first]])]
    _judge_sequences(subject, tried)


def _judge_sequences(subject: Subject, tried: list[tuple[_Calls, list[_Calls]]]) -> None:
    """Judge that no last call of a sequence fails behind a failed one, while it works in all control sequences."""
    for calls, controls in subject.patience().each(tried):
        # An accident does not repeat.
        if all(_fails_at_last(subject, calls) and _work_at_last(subject, controls) for _ in range(2)):
            raise CheckFailure(
                "later_call_fails",
                "A call that works failed after another one had failed. Check a call before its first change, and "
                "give back locks, connections and other state whether it works or not.",
                arguments=calls[-1],
                before=before_json([(subject.facts.name, one) for one in calls[:-1]]),
            )


def _judge_shortages(subject: Subject, call: dict[str, Any]) -> None:
    """Judge that a call works when another one has asked for more than is left, if there is enough for it.

    What there is, or what one call may ask for, may be a number in the tool's own code or its schema. A tool that
    counts failures is meant to refuse.

    Raises:
        CheckFailure: If it does not.
    """
    if counts_failures(subject.facts.description or ""):
        return
    for most in subject.patience().each(_almost_all(subject, call)):
        times = _times_until_short(subject, most)
        if times:
            _judge_sequences(subject, [([most] * (times + 1) + [call], [[most] * times + [call]])])


def _judge_whole_stocks(subject: Subject, call: dict[str, Any]) -> None:
    """Judge that a call works when another one, which asks for all that there is, has been refused for its names.

    Raises:
        CheckFailure: If it does not.
    """
    told = subject.facts.description or ""
    if not counts_failures(told) and not keeps_what_came_before(told):
        for stock in subject.patience().each(whole_stocks(subject, call)):
            _judge_sequences(subject, [([stock.takes_all, stock.works], [[stock.works]])])


def _times_until_short(subject: Subject, call: dict[str, Any]) -> int:
    """Return how often a call works until it is refused; 0 if it never works, or is not refused."""

    def times() -> int:
        make_fresh_for(subject, [call])
        shorten_lock_waits(subject)
        with fake_sleep():
            worked = itertools.takewhile(lambda _: subject.call(call).succeeded, range(_MAX_DRAWN))
            return sum(1 for _ in worked)

    number = in_a_copy(times, limit_s=_CALLS * subject.call_s, tell=subject.has_left) or 0
    return number if number < _MAX_DRAWN else 0


def _almost_all(subject: Subject, call: dict[str, Any]) -> list[dict[str, Any]]:
    """Return calls with a number in place of another one, so that both together are one that the tool knows."""
    view = FlatSchema(subject.schema)
    properties = view.root.get("properties") or {}
    found: list[dict[str, Any]] = []
    for name, value in call.items():
        if not isinstance(value, int | float) or isinstance(value, bool) or value <= 0:
            continue
        highest = bounds(properties.get(name) or {}, whole=True)[1]
        known = [*mined_constants(subject.tool).numbers, *([] if highest is None else [int(highest)])]
        # The largest is likely to be all that there is, or all that may be asked for.
        most = sorted({number - value for number in known if number > 3 * value}, reverse=True)[:_MAX_STOCKS]
        changed = ({**call, name: type(value)(number)} for number in most)
        found += [one for one in changed if view.fits(view.root, one)]
    return found


def _first_working(subject: Subject) -> dict[str, Any] | None:
    """Return the first ordinary call that works in a copy of the process of its own; None if one does not return."""

    def made(call: dict[str, Any]) -> list[bool]:
        make_fresh_for(subject, [call])
        shorten_lock_waits(subject)
        with fake_sleep():
            outcome = subject.call(call)
        return [outcome.succeeded, outcome.timed_out]

    for call in subject.patience().each(plausible_calls(subject)):
        has_worked, is_hung = in_a_copy(partial(made, call), limit_s=_CALLS * subject.call_s) or (False, True)
        if has_worked or is_hung:
            return call if has_worked else None
    return None


def _judge_repeated_failures(subject: Subject, call: dict[str, Any]) -> None:
    """Judge that a call which works as often as it is made also works after another one has failed several times.

    A tool that counts failures, such as wrong codes, is meant to refuse.

    Raises:
        CheckFailure: If it does not, twice.
    """
    if counts_failures(subject.facts.description or "") or not _repeats(subject, [call] * (_TIMES + 1)):
        return
    likely = [*itertools.islice(_others(subject, call), _MAX_TRIED), *plausible_calls(subject)]
    refused = _refused(subject, [one for one in likely if one != call])
    for one in subject.patience().each([*_failing(subject, call)[:_MAX_REPEATED], *refused[:_MAX_REFUSED]]):
        times = [_times_until_refused(subject, one, call) for _ in range(2)]
        if times[0] and times[0] == times[1]:
            raise CheckFailure(
                "later_call_fails",
                f"A call that works failed after another one had failed {times[0]} times. Give back connections, "
                "workers and other resources whether a call works or not.",
                arguments=call,
                before=before_json([(subject.facts.name, before) for before in [one, call] * times[0]][:-1]),
            )


def _repeats(subject: Subject, calls: Sequence[dict[str, Any]]) -> bool:
    return _ends(subject, calls) == [True] * len(calls)


def _times_until_refused(subject: Subject, one: dict[str, Any], call: dict[str, Any]) -> int:
    """Return after how many failures of *one* the other call fails too; 0 if it works, or is meant to be refused."""

    def times() -> int:
        make_fresh_for(subject, [call])
        shorten_lock_waits(subject)
        with fake_sleep():
            for time in range(1, _TIMES + 1):
                if subject.call(one).succeeded:
                    return 0
                last = subject.call(call)
                if not last.succeeded:
                    return 0 if counts_failures(f"{last.text} {last.raised}") else time
        return 0

    return in_a_copy(times, limit_s=_CALLS * subject.call_s, tell=subject.has_left) or 0


def _failing(subject: Subject, call: dict[str, Any]) -> list[dict[str, Any]]:
    """Return calls with one wrong value, or a number out of proportion, that fail though their schema allows them."""
    fits = FlatSchema(subject.schema).fits
    found: list[dict[str, Any]] = []
    ways = ((failing_calls(subject, [call]), _MAX_FAILING), (calls_out_of_proportion(subject, call), _MAX_NUMBERS))
    for made, most in ways:
        fitting = list(itertools.islice((one for one in made if fits(subject.schema, one)), _MAX_TRIED))
        found += _refused(subject, fitting)[:most]
    return found


def _refused(subject: Subject, calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the calls that fail: all are made in turn in one copy of the process, and each alone if it is lost."""

    def made() -> list[int]:
        return [number for number, call in enumerate(calls) if _ends_here(subject, [call]) == [False]]

    refused: list[int] | None = in_a_copy(made, limit_s=_CALLS * subject.call_s) if calls else []
    if refused is None:
        return [call for call in calls if _ends(subject, [call]) == [False]]
    return [calls[number] for number in refused]


def _fails_at_last(subject: Subject, calls: Sequence[dict[str, Any]]) -> bool:
    ends = _ends(subject, calls)
    return ends[-2:] == [False, False]


def _work_at_last(subject: Subject, controls: Sequence[Sequence[dict[str, Any]]]) -> bool:
    return all(_ends(subject, calls)[-1:] == [True] for calls in controls)


def _ends(subject: Subject, calls: Sequence[dict[str, Any]]) -> list[bool]:
    """Return whether each of some calls works, in a fresh workspace and a copy of the process."""
    ends: list[bool] | None = in_a_copy(partial(_ends_here, subject, calls), limit_s=_CALLS * subject.call_s)
    if ends is None:
        subject.has_left(len(calls))
    return ends or []


def _ends_here(subject: Subject, calls: Sequence[dict[str, Any]]) -> list[bool]:
    make_fresh_for(subject, calls[:1])
    shorten_lock_waits(subject)
    with fake_sleep():
        return [subject.call(call).succeeded for call in calls]


def _working(subject: Subject, call: dict[str, Any]) -> list[dict[str, Any]]:
    """Return calls that work in turn: *call*, unless it works only once, and others with another value."""
    found: list[dict[str, Any]] = []
    for other in itertools.islice(itertools.chain([call], _others(subject, call)), _MAX_TRIED):
        if len(found) < _WORKING and _ends(subject, [*found, other]) == [True] * (len(found) + 1):
            found.append(other)
    return found


def _others(subject: Subject, call: dict[str, Any]) -> Iterator[dict[str, Any]]:
    edges = EdgeValues(subject.schema)
    for name, value in call.items():
        if isinstance(value, str | int) and not isinstance(value, bool):
            likely = [*unlisted_values(value), *edges.of(name, limit=4)]
            changed = ({**call, name: one} for one in likely if one != value)
            yield from (one for one in changed if edges.view.fits(subject.schema, one))
