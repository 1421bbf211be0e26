"""Kept entries: what a tool treats as forgotten after a time, and keeps in the memory of its modules all the same.

"Codes are dropped after ten minutes, so that memory does not grow."
redeem("c0"), redeem("c0")                      taken, known already
400 other codes                                 400 entries more
ten years later: redeem("c0")                   taken: the tool has forgotten it
400 other codes                                 800 entries more: it holds all of them
"""

from __future__ import annotations

import datetime as dt
import dis
from collections import deque
from collections.abc import Iterable
from functools import partial
from itertools import chain
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from ...oracles.own_code import OwnCode
from ...profile.told_forgetting import told_forgetting
from ...profile.told_moments import tells_moment
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.held_values import nested_codes
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.plausible_calls import plausible_calls
from ..calls.state_view import without_moments
from ..calls.told_words import told_words

__all__ = ["judge_kept_entries", "removes"]

_MAX_CALLS, _NEW = 2, 400
#: Calls with others still, for a tool that may clean up at some calls or sizes, and their share of the check's time.
_MANY, _SHARE = 5_000, 0.25
#: Seconds by which the clock goes forward, and the share of entries that tells growth from chance.
_LATER_S, _MOST_OF = 10 * 366 * 86_400.0, 0.9
#: How far moments that a call gives are put forward: nowhere, or behind those that the tool has had.
_STARTS, _LAST_YEAR, _HOUR_S = (0, 10**8), 9_000, 3_600
_CALLS_OF_COPY, _DEEPEST, _MAX_ENTRIES = 4, 4, 100_000
#: Names of what takes entries away, and of what may do so at some calls, at some sizes or beside the calls alone.
_REMOVING = frozenset(
    ("pop", "popitem", "popleft", "clear", "discard", "remove", "heappop", "difference_update", "intersection_update")
)
_NOW_AND_THEN = frozenset(("len", "random", "islice"))
_BESIDE = frozenset(("Thread", "Timer", "submit", "create_task", "ensure_future"))
_DELETING = frozenset(("DELETE_SUBSCR", "STORE_GLOBAL"))

_Call = dict[str, Any]


def judge_kept_entries(subject: Subject) -> None:
    """Judge a function whose description says that entries are gone after a time, and that memory does not grow.

    The calls must show that an entry is known, and that it is forgotten once the clock has gone forward, and with it
    the moments that a call gives.

    Raises:
        CheckFailure: If the modules of the function hold as many entries more after other calls then.
    """
    sentence = told_forgetting(told_words(subject))
    codes = [_codes(module) for module in OwnCode(subject.tool).modules()] if sentence else []
    if not codes or any(not one or _cleans_beside(one) for one in codes):
        return
    times = _MANY if any(map(_cleans_by_turns, codes)) else 0
    view = FlatSchema(subject.schema)
    for call in subject.patience().each(plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]):
        moments = [name for name in call if tells_moment(name, _told(view, name)) and _moved(call[name], 1) is not None]
        for name in [name for name, value in call.items() if isinstance(value, str) and value and name not in moments]:
            calls = [_later(call, moments, by_s) for by_s in (*_STARTS, _LATER_S)]
            if not all(view.fits(subject.schema, {**one, name: f"{call[name]}1"}) for one in calls):
                continue
            made = partial(_grown, subject, call, name, moments, times)
            limit_s = _CALLS_OF_COPY * subject.call_s + (_SHARE * subject.check_s if times else 0)
            grown = in_a_copy(made, limit_s=limit_s)
            if grown:
                raise CheckFailure(
                    "kept_forever",
                    f'The description says "{sentence}". Of entries with {_NEW} values of {name!r}, the tool knows '
                    f"nothing ten years later, but it holds all of them: {grown[0]} entries more, and {grown[1]} after "
                    "as many calls. Remove entries whose time is over from the data, also if nobody asks for them.",
                    about=name,
                    arguments=call,
                )


def _grown(subject: Subject, call: _Call, name: str, moments: list[str], times: int) -> list[int] | None:
    """Return how many entries new values leave, and others once the first are forgotten; None if they are not.

    Args:
        subject: The tool.
        call: A call of it.
        name: The argument whose values are new.
        moments: Those that tell the time.
        times: How many more calls are made to see that nothing is removed by and by.
    """
    modules = OwnCode(subject.tool).modules()

    def answer(text: str, by_s: float) -> str:
        outcome = subject.call({**_later(call, moments, by_s), name: text})
        return without_moments(outcome.text) if outcome.succeeded else ""

    with fake_sleep():
        start = next((by_s for by_s in _STARTS if answer(f"{call[name]}s{by_s}", by_s)), None)
        if start is None:
            return None
        first, again = (answer(f"{call[name]}0", start) for _ in range(2))
        before = _entries(modules)
        if not first or first == again or not all(answer(f"{call[name]}a{number}", start) for number in range(_NEW)):
            return None
        grown = _entries(modules) - before
        if grown < _MOST_OF * _NEW:
            return None
    later = start + _LATER_S
    with fake_sleep(ahead_s=_LATER_S):
        if answer(f"{call[name]}0", later) != first:
            return None
        if not all(answer(f"{call[name]}b{number}", later) for number in range(_NEW)):
            return None
        in_all = _entries(modules) - before
        if in_all < (1 + _MOST_OF) * grown:
            return None
        # The first ones must be among them then.
        ends = own_time() + _SHARE * subject.check_s
        for number in range(times):
            if not answer(f"{call[name]}c{number}", later) or own_time() > ends:
                return None
        in_the_end = _entries(modules) - before
    return [grown, in_all] if in_the_end >= (1 + _MOST_OF + times / _NEW) * grown else None


def _told(view: FlatSchema, name: str) -> str:
    return str(view.arguments.get(name, {}).get("description") or "")


def _later(call: _Call, moments: list[str], by_s: float) -> _Call:
    """Return a call whose moments are that much later."""
    return {**call, **{name: _moved(call[name], by_s) for name in moments}}


def _moved(value: Any, by_s: float) -> Any:
    """Return a number or text that tells a later moment; None of a value that tells none."""
    if type(value) in (int, float):
        return type(value)(value + by_s)
    try:
        moment = dt.datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    if moment is None or moment.year > _LAST_YEAR:
        return None
    later = moment + dt.timedelta(seconds=by_s)
    told = later.isoformat()
    if len(value) == len("2020-01-01"):
        return told[: len(value)]
    return told.replace("+00:00", "Z") if value.endswith("Z") else told


def _entries(modules: Iterable[ModuleType]) -> int:
    """Return how many entries the containers in the variables of modules have, with those within them."""
    modules = list(modules)
    own = {module.__name__ for module in modules}
    waiting = deque(
        (value, 0) for module in modules for name, value in vars(module).items() if not name.startswith("__")
    )
    visited: set[int] = set()
    count = 0
    while waiting and count < _MAX_ENTRIES:
        value, depth = waiting.popleft()
        if id(value) in visited or depth > _DEEPEST:
            continue
        visited.add(id(value))
        # One of limited length lets go of its first entries by itself.
        if isinstance(value, dict | list | set | tuple | deque) and getattr(value, "maxlen", None) is None:
            parts = list(value.values()) if isinstance(value, dict) else list(value)
            count += len(parts)
            waiting.extend((part, depth + 1) for part in parts if not isinstance(part, str | int | float))
        elif type(value).__module__ in own and hasattr(value, "__dict__"):
            waiting.extend((part, depth) for part in vars(value).values())
    return count


def _cleans_beside(codes: list[CodeType]) -> bool:
    """Tell whether a module may take entries away beside the calls, or at sizes that are not reached."""
    names = frozenset(chain.from_iterable(code.co_names for code in codes))
    constants = chain.from_iterable(code.co_consts for code in codes)
    is_large = any(type(one) is int and one > _MANY // 2 and one % _HOUR_S for one in constants)
    return removes(codes) and (not _BESIDE.isdisjoint(names) or (is_large and _cleans_by_turns(codes)))


def _cleans_by_turns(codes: list[CodeType]) -> bool:
    """Tell whether a module may take entries away at some calls alone, such as every thousandth."""
    names = frozenset(chain.from_iterable(code.co_names for code in codes))
    instructions = chain.from_iterable(map(dis.get_instructions, codes))
    has_rest = any(one.opname.startswith("BINARY_") and "%" in one.argrepr for one in instructions)
    return removes(codes) and (has_rest or not _NOW_AND_THEN.isdisjoint(names))


def removes(codes: list[CodeType]) -> bool:
    """Tell whether code may take entries away from a container."""
    names = frozenset(chain.from_iterable(code.co_names for code in codes))
    instructions = chain.from_iterable(map(dis.get_instructions, codes))
    return not _REMOVING.isdisjoint(names) or any(one.opname in _DELETING for one in instructions)


def _codes(module: ModuleType) -> list[CodeType]:
    """Return all code of a module, also of functions that a decorator hides; none without its source."""
    try:
        return list(nested_codes(compile(Path(module.__file__ or "").read_bytes(), "<own>", "exec")))
    except (OSError, SyntaxError, ValueError):
        return []
