"""Kept entries: what a tool treats as forgotten after a time, and keeps in the memory of its modules all the same.

"Codes are dropped after ten minutes, so that memory does not grow."
redeem("c0"), redeem("c0")                      taken, known already
400 other codes                                 400 entries more
ten years later: redeem("c0")                   taken: the tool has forgotten it
400 other codes                                 800 entries more: it holds all of them
"""

from __future__ import annotations

import dis
from collections import deque
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from ...oracles.own_code import OwnCode
from ...profile.told_forgetting import told_forgetting
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.held_values import nested_codes
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.plausible_calls import plausible_calls
from ..calls.state_view import without_moments
from ..calls.told_words import told_words

__all__ = ["judge_kept_entries"]

_MAX_CALLS, _NEW = 2, 400
#: Seconds by which the clock goes forward, and the share of entries that tells growth from chance.
_LATER_S, _MOST_OF = 10 * 366 * 86_400.0, 0.9
_CALLS_OF_COPY, _DEEPEST, _MAX_ENTRIES = 4, 4, 20_000
#: Names of what takes entries away, and of what may do so at some calls, at some sizes or beside the calls alone.
_REMOVING = frozenset(
    ("pop", "popitem", "popleft", "clear", "discard", "remove", "heappop", "difference_update", "intersection_update")
)
_NOW_AND_THEN = frozenset(("len", "random", "Thread", "Timer", "submit", "create_task", "ensure_future", "islice"))
_DELETING = frozenset(("DELETE_SUBSCR", "STORE_GLOBAL"))


def judge_kept_entries(subject: Subject) -> None:
    """Judge a function whose description says that entries are gone after a time, and that memory does not grow.

    The calls must show that an entry is known, and that it is forgotten once the clock has gone forward.

    Raises:
        CheckFailure: If the modules of the function hold as many entries more after other calls then.
    """
    sentence = told_forgetting(told_words(subject))
    if not sentence or _cleans_now_and_then(subject):
        return
    fits = FlatSchema(subject.schema).fits
    for call in subject.patience().each(plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]):
        for name in [name for name, value in call.items() if isinstance(value, str) and value]:
            if not fits(subject.schema, {**call, name: f"{call[name]}1"}):
                continue
            grown = in_a_copy(lambda: _grown(subject, call, name), limit_s=_CALLS_OF_COPY * subject.call_s)  # noqa: B023
            if grown:
                raise CheckFailure(
                    "kept_forever",
                    f'The description says "{sentence}". Of entries with {_NEW} values of {name!r}, the tool knows '
                    f"nothing ten years later, but it holds all of them: {grown[0]} entries more, and {grown[1]} after "
                    "as many calls. Remove entries whose time is over from the data, also if nobody asks for them.",
                    about=name,
                    arguments=call,
                )


def _grown(subject: Subject, call: dict[str, Any], name: str) -> list[int] | None:
    """Return how many entries new values leave, and others once the first are forgotten; None if they are not."""
    modules = OwnCode(subject.tool).modules()

    def answer(text: str) -> str:
        outcome = subject.call({**call, name: text})
        return without_moments(outcome.text) if outcome.succeeded else ""

    with fake_sleep():
        first, again = answer(f"{call[name]}0"), answer(f"{call[name]}0")
        before = _entries(modules)
        if not first or first == again or not all(answer(f"{call[name]}a{number}") for number in range(_NEW)):
            return None
        grown = _entries(modules) - before
        if grown < _MOST_OF * _NEW:
            return None
    with fake_sleep(ahead_s=_LATER_S):
        if answer(f"{call[name]}0") != first:
            return None
        if not all(answer(f"{call[name]}b{number}") for number in range(_NEW)):
            return None
        in_all = _entries(modules) - before
    return [grown, in_all] if in_all >= (1 + _MOST_OF) * grown else None


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


def _cleans_now_and_then(subject: Subject) -> bool:
    """Tell whether a module may take entries away at some calls alone, such as every thousandth, or beside them."""
    return any(not (codes := _codes(module)) or _by_turns(codes) for module in OwnCode(subject.tool).modules())


def _by_turns(codes: list[CodeType]) -> bool:
    names = frozenset(chain.from_iterable(code.co_names for code in codes))
    instructions = list(chain.from_iterable(map(dis.get_instructions, codes)))
    removes = not _REMOVING.isdisjoint(names) or any(one.opname in _DELETING for one in instructions)
    has_rest = any(one.opname.startswith("BINARY_") and "%" in one.argrepr for one in instructions)
    return removes and (has_rest or not _NOW_AND_THEN.isdisjoint(names))


def _codes(module: ModuleType) -> list[CodeType]:
    """Return all code of a module, also of functions that a decorator hides; none without its source."""
    try:
        return list(nested_codes(compile(Path(module.__file__ or "").read_bytes(), "<own>", "exec")))
    except (OSError, SyntaxError, ValueError):
        return []
