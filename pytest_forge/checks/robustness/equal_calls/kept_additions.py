"""Kept additions: what a call adds to its answer, and to the data of the tool that the answer was made of.

packing_list("beach")                  towel, hat
packing_list("beach", winter=True)     towel, hat, gloves
packing_list("beach")                  towel, hat, gloves: the list of the module itself has got them
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ....oracles.module_memory import module_memory
from ....oracles.own_code import OwnCode
from ....profile.claim import Claim
from ....profile.moves_on import moves_on, tells_of_calls, value_tells_of_calls
from ....profile.told_making import Making, may_change_for_later, told_making
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ..lasting_reads import answers
from .changing_calls import calls_with_choices, changing_call
from .foreign_answer import by_place
from .own_changes import own_change
from .quiet_calls import are_quiet
from .reader_calls import calls_of_reader

__all__ = ["judge_kept_additions", "judge_kept_additions_of_server"]

_MAX_EQUAL = 2
_EMPTY = ("", "{}", "[]", "None", "0")


def judge_kept_additions(subject: Subject, calls: Sequence[dict[str, Any]]) -> Claim | None:
    """Judge that a function which makes its answer anew, by its description, makes it of a copy of its data.

    Its data were there before the first call, and a call changes them. It fails if another call is answered otherwise
    then, or if its equal calls have more and more of the same items.

    Returns:
        The claim that excuses a finding; None without one.
    """
    making = told_making(subject.facts)
    acts = [*calls, *calls_with_choices(subject, calls)]
    if not making or subject.is_served or not _changes_what_was_there(subject, acts):
        return None
    return _judge_equal_calls(subject, calls, making) or _judge_other_calls(subject, calls, making)


def judge_kept_additions_of_server(subject: Subject) -> Claim | None:
    """Judge the same of a tool of a server, by a call that is answered otherwise after another one.

    Returns:
        The claim that excuses a finding; None without one.
    """
    if told_making(subject.facts) != "made":
        return None
    acts = calls_of_reader(subject)
    if not acts or _may_last(subject, "made", list(dict.fromkeys(name for call in acts for name in call))):
        return None
    subject.renew()
    found = own_change(subject, acts)
    return _report(subject, found.act, found.place, "another one") if found is not None else None


def _judge_other_calls(subject: Subject, calls: Sequence[dict[str, Any]], making: Making) -> Claim | None:
    found = changing_call(subject, calls, may_change_anything=True)
    if found is None or not are_quiet(subject, [found.call, found.act, found.call]):
        return None
    given = [name for name, value in found.act.items() if found.call.get(name) != value]
    if _may_last(subject, making, given):
        return None
    return _report(subject, found.act, found.place, "another one")


def _judge_equal_calls(subject: Subject, calls: Sequence[dict[str, Any]], making: Making) -> Claim | None:
    for call in [one for one in calls if not _may_last(subject, making, list(one))][:_MAX_EQUAL]:
        grown = _grown_place(subject, call)
        if grown is not None and grown == _grown_place(subject, call) and are_quiet(subject, [call] * 3):
            return _report(subject, call, grown, "an equal one")
    return None


def _report(subject: Subject, call: dict[str, Any], place: str, other: str) -> Claim:
    facts = subject.facts
    for claim in (moves_on(facts), tells_of_calls(facts), value_tells_of_calls(facts, place)):
        if claim:
            return claim
    raise CheckFailure(
        "shared_part_changed",
        f"The tool changes its own data when it makes an answer, and after this call it answers {other} otherwise, at "
        f"{place.strip() or 'the result'!r}. Make a copy, such as list(found), before you add to it or sort it.",
        arguments=call,
    )


def _grown_place(subject: Subject, call: dict[str, Any]) -> str | None:
    """Return a list of the answer that has more of its own items in the next equal call, and more again behind it."""
    told = answers(subject, [(subject, call)] * 3, is_needed=False)
    if not told or "" in told:
        return None
    first, second, third = map(by_place, told)
    return next((at for at in first if _grows(first[at], second.get(at, []), third.get(at, []), call)), None)


def _grows(first: list[str], second: list[str], third: list[str], call: dict[str, Any]) -> bool:
    """Tell whether a list gets longer by the same items each time, which it had at first and the call does not give."""
    news = Counter(second) - Counter(first)
    given = json.dumps(call, ensure_ascii=False, default=repr)
    is_own = set(third) == set(first) and not any(item.strip("'\"") in given for item in news)
    return len(first) < len(second) < len(third) and is_own and Counter(third) - Counter(second) == news


def _changes_what_was_there(subject: Subject, acts: Sequence[dict[str, Any]]) -> bool:
    """Tell whether calls change data of the author's modules that held something before."""

    def changes() -> bool:
        own = OwnCode(subject.tool)
        before = module_memory(own)
        with fake_sleep():
            for call in acts:
                subject.call(call)
        after = module_memory(own)
        return any(value not in _EMPTY and after.get(name) != value for name, value in before.items())

    return bool(in_a_copy(changes, limit_s=subject.call_s, tell=subject.has_left))


def _may_last(subject: Subject, making: Making, given: Sequence[str]) -> bool:
    """Tell whether one of the arguments may be meant to change something for later calls."""
    nodes = FlatSchema(subject.schema).arguments
    told = {name: str((nodes.get(name) or {}).get("description") or "") for name in given}
    return any(may_change_for_later(making, name, text) for name, text in told.items())
