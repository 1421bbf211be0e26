"""Taken periods: a period that overlaps a taken one is accepted, although others that overlap it are refused.

    book(start="12:00", end="14:00")     booked
    book(start="12:30", end="13:30")     refused, and so are 11:00 to 13:00 and 13:00 to 15:00
    book(start="11:00", end="15:00")     booked: neither its start nor its end lies in the taken period

    stay(from="5 May", nights=2)         booked
    stay(from="3 May", nights=9)         booked as well, while from 6 May the answer is "taken"

    reserve(start="22:00", minutes=60)   reserved
    reserve(start="20:00", minutes=60)   reserved, behind the first one in a list that is searched as if it had an order
    reserve(start="22:15", minutes=30)   reserved as well

A tool may refuse a period by an answer that says so: data that stay as they were tell that it is not taken.

A tool that extends, splits or nests periods accepts several kinds of overlaps, and one that replaces them no longer
shows the first one. A tool that takes the same period for a repetition does not show it twice.

    lend(first="1 May", last="5 May")    lent; the description says that the last day still belongs to the loan
    lend(first="5 May", last="7 May")    lent as well, and so 5 May is lent twice

    visit(at="12:00+00:00")     noted; 12:01 is refused, and the next day is not
    visit(at="22:00+10:00")     noted: it is another text for the same moment
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from typing import Any

from ....oracles.file_tree import contents_below
from ....oracles.module_memory import module_memory
from ....oracles.own_code import OwnCode
from ....profile.told_ends import includes_end, may_share_end
from ....regex import regex
from ....strategies.calls.written_moments import later_moment
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.sequences import before_json
from ...calls.state_view import StateView, text_of_file
from ...calls.worlds.fresh_world import make_fresh

__all__ = ["judge_taken_periods"]

_NONE = timedelta()
#: Further from UTC than a period takes.
_ELSEWHERE = timezone(timedelta(hours=10))
_STEPS = (timedelta(minutes=30), timedelta(days=1))
#: Steps of periods that are given by a number, and how many of the tool's units each of them is.
_COUNTED = ((timedelta(minutes=30), 30), (timedelta(hours=1), 1), (timedelta(days=1), 1), (timedelta(days=7), 1))
_MAX_NUMBERS, _MAX_CONTROLS = 2, 4
#: Starts and ends in steps after the start of a call that works.
_TAKEN, _APART, _EARLIER = (0, 4), (8, 12), (-12, -8)
_OVERLAPPING = ((-2, 6), (1, 3), (-2, 2), (2, 6), _TAKEN)
#: What meets the taken period on its last or first day alone.
_TOUCHING = ((4, 6), (-2, 0))
_DAY = regex(r"\d{4}-\d\d-\d\d")
_TIME = regex(r"\d\d:\d\d(?::\d\d)?")
_MAX_BYTES, _MAX_FILES = 1 << 16, 50
#: Time limit, in calls, of the calls on one state; and share of a check's time.
_CALLS, _SHARE = 4, 0.2


def judge_taken_periods(subject: Subject, controls: Sequence[Outcome]) -> None:
    """Judge that a tool which refuses what overlaps a taken period refuses all of it.

    Args:
        subject: A tool that may change something.
        controls: Calls that work.

    Raises:
        CheckFailure: If it accepts one kind of overlap alone, and shows the taken period as before.
    """
    for control in controls[:_MAX_CONTROLS]:
        calls = _calls(subject, control.arguments)
        counted = list(_counted_calls(subject, control.arguments))
        for made in [*([calls] if calls is not None else []), *counted]:
            _judge(subject, made)
            _judge_order(subject, made)
        if calls is not None:
            _judge_shared_days(subject, calls)
        moved = _moved_calls(subject, control.arguments)
        if moved is not None:
            _judge_offsets(subject, moved)
        if calls is not None or counted or moved is not None:
            # Around the moments of another call there may be no room for periods.
            return


def _judge(subject: Subject, calls: Mapping[tuple[int, int], dict[str, Any]]) -> None:
    taken, patience = calls[_TAKEN], subject.patience(_SHARE)
    if _accepted(subject, [taken, calls[_APART]]) != [True, True]:
        return
    accepted: list[dict[str, Any]] = []
    for period in _OVERLAPPING:
        if len(accepted) > 1 or patience.is_over:
            return
        if _accepted(subject, [taken, calls[period]]) != [True, False]:
            accepted.append(calls[period])
    if len(accepted) == 1 and _ends(subject, [taken, accepted[0]], with_view=True) == [True] * 4:
        raise CheckFailure(
            "taken_period_accepted",
            "A call for a period that overlaps a taken one was accepted, although other periods that overlap it are "
            "refused. Two periods overlap if each of them starts before the other one ends.",
            arguments=accepted[0],
            before=before_json([(subject.facts.name, taken)]),
        )


def _judge_shared_days(subject: Subject, calls: Mapping[tuple[int, int], dict[str, Any]]) -> None:
    """Judge that no day is taken twice, where the last day is said to belong to the period."""
    taken, patience = calls[_TAKEN], subject.patience(_SHARE)
    if not _has_last_day(subject, taken) or _accepted(subject, [taken, calls[_APART]]) != [True, True]:
        return
    for period in _OVERLAPPING:
        if patience.is_over or _accepted(subject, [taken, calls[period]]) != [True, False]:
            return
    for period in _TOUCHING:
        if _ends(subject, [taken, calls[period]], with_view=True) == [True] * 4:
            raise CheckFailure(
                "taken_period_accepted",
                "A call for a period that shares a day with a taken one was accepted, although the last day is said "
                "to belong to the period and other periods that overlap it are refused. Refuse a period if it begins "
                "on the last day of another one or before, and ends on the first day of the other one or after.",
                arguments=calls[period],
                before=before_json([(subject.facts.name, taken)]),
            )


def _judge_order(subject: Subject, calls: Mapping[tuple[int, int], dict[str, Any]]) -> None:
    """Judge that what overlaps a taken period is refused, whatever else has been taken in between."""
    taken, inner = calls[_TAKEN], calls[_OVERLAPPING[1]]
    others = [calls[one] for one in (_EARLIER, _APART) if one in calls]
    if _ends(subject, [taken, inner]) != [True, False]:
        return
    patience = subject.patience(_SHARE)
    for other in others:
        if not patience.is_over and all(_ends(subject, [taken, other, inner]) == [True] * 3 for _ in range(2)):
            raise CheckFailure(
                "taken_period_accepted",
                "A call for a period that overlaps a taken one was accepted after another period had been taken, and "
                "is refused otherwise. Compare it with every taken period, or keep them in their order.",
                arguments=inner,
                before=before_json([(subject.facts.name, taken), (subject.facts.name, other)]),
            )


def _has_last_day(subject: Subject, call: Mapping[str, Any]) -> bool:
    """Tell whether a call takes a period of days, and the description says that the last one belongs to it."""
    days = [name for name, value in call.items() if isinstance(value, str) and later_moment(value, _NONE)]
    if len(days) != 2 or not all(_DAY.fullmatch(call[name]) for name in days):
        return False
    node = (subject.schema.get("properties") or {}).get(days[1])
    told = str(node.get("description") or "") if isinstance(node, Mapping) else ""
    described = subject.facts.description or ""
    return includes_end(described, told) and not may_share_end(f"{described}\n{told}")


def _judge_offsets(subject: Subject, calls: Mapping[str, dict[str, Any]]) -> None:
    """Judge that what is taken at a moment is taken with another offset from UTC as well."""
    taken, same = calls["taken"], calls["elsewhere"]
    wanted = {"near": [True, False], "apart": [True, True], "elsewhere": [True, True]}
    if all(_accepted(subject, [taken, calls[name]]) == ends for name, ends in wanted.items()):
        raise CheckFailure(
            "taken_period_accepted",
            "A call for a moment that is taken was accepted with another offset from UTC, and a minute later is "
            "refused. Convert moments to UTC before they are kept and compared.",
            arguments=same,
            before=before_json([(subject.facts.name, taken)]),
        )


def _moved_calls(subject: Subject, base: Mapping[str, Any]) -> dict[str, dict[str, Any]] | None:
    """Return calls that differ in moments with offsets alone; None if there are no such moments, or too many."""
    moments = {name: moment for name, value in base.items() if (moment := _with_offset(value)) is not None}
    fits = FlatSchema(subject.schema).fits
    if not 1 <= len(moments) <= 2:
        return None
    changes = {
        "taken": (timedelta(), UTC),
        "near": (timedelta(minutes=1), UTC),
        "apart": (timedelta(days=2), UTC),
        "elsewhere": (timedelta(), _ELSEWHERE),
    }
    calls = {
        change: {**base, **{name: (moment + by).astimezone(zone).isoformat() for name, moment in moments.items()}}
        for change, (by, zone) in changes.items()
    }
    return calls if all(fits(subject.schema, call) for call in calls.values()) else None


def _with_offset(value: Any) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) and "T" in value else None
    except ValueError:
        return None
    return moment if moment is not None and moment.utcoffset() is not None else None


def _accepted(subject: Subject, calls: Sequence[dict[str, Any]]) -> list[bool] | None:
    """Make two calls on the initial state, and return whether each of them was accepted; None if one did not return.

    A call that leaves the data as they were, unlike the first one, was refused by its answer.
    """
    ends = _ends(subject, calls)
    if ends != [True, True]:
        return ends
    compared = _ends(subject, calls, with_view=True)
    return compared and compared[:2]


def _ends(subject: Subject, calls: Sequence[dict[str, Any]], *, with_view: bool = False) -> list[bool] | None:
    """Make calls on the initial state, and return whether each of them succeeded; None if one did not return.

    Args:
        subject: The tool.
        calls: The calls.
        with_view: Whether to look at the data: a call that changes nothing, unlike the first one, does not succeed.
            Behind that, it is told whether what each of two calls took is still seen at the end.
    """
    if subject.is_served:
        subject.renew()
        return _made(subject, calls, with_view)

    def make() -> list[bool] | None:
        make_fresh([subject])
        return _made(subject, calls, with_view)

    ends: list[bool] | None = in_a_copy(make, limit_s=_CALLS * subject.call_s, tell=subject.has_left)
    os.chdir(subject.sandbox.workspace)
    return ends


def _made(subject: Subject, calls: Sequence[dict[str, Any]], with_view: bool) -> list[bool] | None:
    views = [_view(subject, calls)] if with_view else []
    outcomes = []
    for call in calls:
        with fake_sleep():
            outcomes.append(subject.call(call))
        if outcomes[-1].timed_out:
            return None
        views += [_view(subject, calls)] if with_view else []
    ends = [outcome.succeeded for outcome in outcomes]
    if not with_view:
        return ends
    changes = [one != other for one, other in pairwise(views)]
    ends = [end and (change or not changes[0]) for end, change in zip(ends, changes, strict=True)]
    return [*ends, *_seen(calls, views)]


def _seen(calls: Sequence[dict[str, Any]], views: Sequence[str]) -> Iterator[bool]:
    """Yield for each of two calls whether what it alone gives is seen at the end, or once more if they are equal.

    Args:
        calls: The two calls.
        views: What is seen before, between and behind them.
    """
    for call, other, before in zip(calls, reversed(calls), views, strict=False):
        known = list(other.values()) if call != other else []
        own = [value for value in call.values() if isinstance(value, str) and value not in known]
        counts = [(views[-1].count(value), before.count(value)) for value in own if later_moment(value, _NONE)]
        yield any(after > earlier for after, earlier in counts) if known else all(a > b for a, b in counts)


def _view(subject: Subject, calls: Sequence[Mapping[str, Any]]) -> str:
    """Return what other tools answer to such calls, and what the files of the workspace and a function's modules hold.

    A tool may be asked for the time of each call, and tell of no other.
    """
    found = contents_below(subject.sandbox.workspace, max_bytes=_MAX_BYTES, most=_MAX_FILES)
    texts = [text_of_file(path, content) for path, content in found.items()]
    if not subject.is_served:
        texts += module_memory(OwnCode(subject.tool), shows_moments=True).values()
    view = StateView(subject)
    return "\n".join([*(json.dumps(view.answers(call), default=repr) for call in calls), *texts])


def _calls(subject: Subject, base: Mapping[str, Any]) -> dict[tuple[int, int], dict[str, Any]] | None:
    """Return a call for each period; None if the tool takes no period, which two moments of one form are.

    Two times may stand beside their day.
    """
    names = [name for name, value in base.items() if isinstance(value, str) and later_moment(value, _NONE)]
    if len(names) > 2:
        names = [name for name in names if _TIME.fullmatch(base[name])]
    if len(names) != 2 or base[names[0]] > base[names[1]]:
        return None
    fits = FlatSchema(subject.schema).fits
    for step in _STEPS:
        periods = {
            period: {
                name: later_moment(base[names[0]], number * step) for name, number in zip(names, period, strict=True)
            }
            for period in (_TAKEN, _APART, *_OVERLAPPING, *_TOUCHING)
        }
        calls = {period: {**base, **moments} for period, moments in periods.items()}
        earlier = {name: later_moment(base[names[0]], n * step) for name, n in zip(names, _EARLIER, strict=True)}
        if all(earlier.values()) and fits(subject.schema, {**base, **earlier}):
            calls[_EARLIER] = {**base, **earlier}
        ends = [tuple(moments.values()) for moments in periods.values()]
        if all(start and end and start != end for start, end in ends) and all(
            fits(subject.schema, call) for call in calls.values()
        ):
            return calls
    return None


def _counted_calls(subject: Subject, base: Mapping[str, Any]) -> Iterator[dict[tuple[int, int], dict[str, Any]]]:
    """Yield a call for each period, of a tool that takes a moment and a number: of minutes, hours, days or weeks.

    In another unit than that of the tool, periods that are apart overlap, or several that overlap do not.
    """
    starts = [name for name, value in base.items() if isinstance(value, str) and later_moment(value, _NONE)]
    if len(starts) > 1:
        starts = [name for name in starts if _TIME.fullmatch(base[name])]
    if len(starts) != 1:
        return
    view = FlatSchema(subject.schema)
    properties = view.root.get("properties") or {}
    numbers = [name for name, node in properties.items() if isinstance(node, Mapping) and _is_whole(node)]
    for name in numbers[:_MAX_NUMBERS]:
        for step, units in _COUNTED:
            calls = {
                (first, last): {
                    **base,
                    starts[0]: later_moment(base[starts[0]], first * step),
                    name: (last - first) * units,
                }
                for first, last in (_TAKEN, _APART, *_OVERLAPPING)
            }
            if all(call[starts[0]] and view.fits(subject.schema, call) for call in calls.values()):
                earlier = later_moment(base[starts[0]], _EARLIER[0] * step)
                other = {**calls[_APART], starts[0]: earlier}
                yield {**calls, _EARLIER: other} if earlier and view.fits(subject.schema, other) else calls


def _is_whole(node: Mapping[str, Any]) -> bool:
    return node.get("type") in ("integer", "number")
