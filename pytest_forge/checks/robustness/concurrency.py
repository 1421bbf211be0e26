"""The check of concurrency: calls of one tool at the same time, compared with the same calls in turn."""

from __future__ import annotations

import dis
import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import CodeType
from typing import Any

from ...profile.claim import Claim
from ...profile.failure_marks import explained_denial
from ...profile.varies import company_varies
from ...strategies.mined_constants import author_codes, changes_state
from ...targets.own_clock import own_time
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.bugs import BugFinder
from ..calls.call_variants import shortened_waits
from ..calls.copies import in_a_copy
from ..calls.lost_copies import lost_copy
from ..check import check
from .concurrent_calls.calls_at_once import (
    OF_LIST,
    THREADS,
    Done,
    different_calls,
    is_async,
    made_at_once,
    made_in_turn,
    made_slowly,
)
from .concurrent_calls.kept_files import judge_kept_files
from .concurrent_calls.mixed_records import judge_mixed_records
from .concurrent_calls.other_threads import judge_other_threads
from .concurrent_calls.requests_at_once import judge_requests_at_once
from .concurrent_calls.running_out import calls_that_may_run_out
from .concurrent_calls.shared_numbers import judge_shared_numbers
from .concurrent_calls.shown_fields import is_shown_field
from .concurrent_calls.taken_twice import judge_what_is_taken_twice

__all__ = ["calls_at_once_agree"]

#: Concurrent rounds, since interleaving depends on chance; and how many of them must return.
_ROUNDS, _FEWEST_ROUNDS = 5, 2
#: Longest total of the pauses at the lines of a tool, for all calls of a round.
_GIVING_WAY_S = 1.0
#: Difference that the order of addition may make to a sum of floats.
_ROUNDING = 1e-6
_OF_THE_PROCESS = frozenset(("putenv", "unsetenv", "chdir", "umask", "setlocale", "tzset", "redirect_stdout"))
#: What changes the variables of the environment, which code may also only read.
_CHANGING = frozenset(("setdefault", "update", "pop", "popitem", "clear", "STORE_SUBSCR", "DELETE_SUBSCR"))
#: Equal calls made in turn and at once to count how many succeed.
_EQUAL = 4
_MAX_RUNNING_OUT = 16
_ADVICE = "Keep a call's working data in local variables, or hold one lock from the read to the write."


@check(
    family="robustness",
    level="MUST",
    source="Forge Tools: calls that are all reads run at once",
    codes={
        "calls_mixed_up": "A concurrent call gets another call's value, or a different number or list than in turn.",
        "update_lost": "Some concurrent calls do not count in a total.",
        "file_update_lost": "A call reads a file, changes it, and overwrites what another one has written meanwhile.",
        "crash_at_once": "A concurrent call raises an exception that it never raises in turn.",
        "bound_to_thread": "A call works on the thread that has imported the tool, and fails on any other.",
        "check_then_act": "More equal calls succeed concurrently than in turn.",
    },
    advice=("file_update_lost",),
)
def calls_at_once_agree(subject: Subject) -> None:
    """Concurrent calls get their own answers and do not lose each other's updates.

    A model can request several calls in one turn, and the agent loop runs reads concurrently. If a tool keeps working
    data in its module, one call overwrites that of another.

    The check calls a function in turn, then on four threads that switch at every line of the tool. A coroutine function
    is called in tasks of one event loop. What also happens in turn at the same speed does not count. The check fails
    when a concurrent call:

    - Returns a value that belongs to another call.
    - Returns a different number or list than in turn.
    - Returns a total that misses some calls.
    - Raises an exception that means a bug.

    A call must also work alone on a thread that has not imported the tool, as frameworks use it: a connection to a
    database may be bound to its thread. A tool whose words say that it is for one thread is not judged by this.

    If the tool takes a lock or awaits, more equal calls must not succeed than in turn. An answer with a flag or state
    that denies what the first one grants, and with the reason, is no success.

    A plain function that keeps a file is interrupted between its read and its write, and another call runs. The file
    must count both calls, or hold what both have filled in: two calls do not take the same free place. The calls are
    equal, or differ in all arguments or in one text. It is a SHOULD for tools that were not written for Forge Harness.

    A client of a server need not wait for an answer before it sends the next request. The check sends calls in turn,
    then together. A defect must show twice. The check fails when:

    - A request gets another answer than in turn, where that was constant, or the answer of another request.
    - What readers tell of a writer's request, or the answer of a reader, has a value of another request beside its own,
      at places that hold values of one request in turn. An example is a comment under the name of another user.
    - Two requests get the same number, which rose by one with every call in turn. The calls may be equal or different,
      and take records that another tool has added.
    - After 20 equal calls of a writer, or 8 that differ in one argument, numbers and lists have changed less than in
      turn. They come from its own answers and from those of readers. What it takes away, another tool makes before.
    - More equal calls succeed together than in turn, on a server that has just been started. A tool with
      idempotentHint, or facts={"creates": False}, is not judged by this.

    Not judged:

    - Functions whose code does not change state that outlives a call, and keeps no file.
    - Functions that change the state of their process; `process_state_is_left_alone` judges these.
    - Values that also differ in turn, and fields of a record that a call shows when it does not set them.

    If a number or list differs and its name suggests that it describes the call or other users, the verdict names the
    word.
    """
    if subject.is_served:
        if subject.facts.tier != "read":
            judge_shared_numbers(subject)
            judge_what_is_taken_twice(subject)
        judge_mixed_records(subject)
        judge_requests_at_once(subject)
        return
    codes = frozenset(author_codes(subject.tool))
    judge_other_threads(subject, codes)
    has_judged_files = judge_kept_files(subject, codes)
    if not changes_state(codes):
        if has_judged_files:
            return
        raise NotApplicable("The tool's own code does not change state that outlives a call.")
    if any(_changes_the_process(code) for code in codes):
        raise NotApplicable("The tool changes the state of its process; see process_state_is_left_alone.")
    calls = [shortened_waits(subject, call) for call in different_calls(subject)]
    bugs = BugFinder(subject)
    patience = subject.patience()
    _judge_what_runs_out(subject, bugs, codes, patience)
    began = own_time()
    in_turn = in_a_copy(lambda: made_in_turn(subject, bugs, calls), limit_s=subject.call_s)
    # Threads that switch at every line are a little slower; do not wait much longer for a lost copy.
    limit_s = min(2 * subject.call_s, _GIVING_WAY_S + 4 * (own_time() - began))
    backwards = in_a_copy(lambda: made_in_turn(subject, bugs, calls, backwards=True), limit_s=subject.call_s)
    if in_turn is None or backwards is None:
        raise lost_copy(subject, calls, undone=(_ROUNDS + 1) * (THREADS * len(calls) + 1))
    subject.has_seen(len(in_turn))
    if any(done["error"] for done in in_turn) or not any(done["leaves"] for done in in_turn):
        raise NotApplicable("No calls work in turn, so there is nothing to compare with.")
    # A number that depends on the order does not belong to a call.
    usual = [*in_turn, *backwards]
    excuse: Claim | None = None
    others, came_back = 0, 0
    is_shown = partial(is_shown_field, subject, bugs)
    for _ in patience.each(range(_ROUNDS)):
        at_once = in_a_copy(lambda: made_at_once(subject, bugs, calls, codes), limit_s=limit_s)
        if at_once is None:
            continue
        came_back += 1
        differing = [
            (name, found)
            for index, done in enumerate(at_once)
            for place, name, found in _others(usual, index, done, len(calls))
            if not _is_of_another(usual, index, place, done, calls, is_shown)
        ]
        others += bool(differing)
        if others > 1 and differing and _is_steady(subject, bugs, calls, codes, usual):
            for name, found in differing:
                claim = company_varies(subject.facts, name)
                if not claim:
                    message = f"Of several concurrent calls, {found}. {_ADVICE}"
                    raise CheckFailure("calls_mixed_up", message, about=name, arguments=calls[0])
                excuse = excuse or claim
        for index, done in enumerate(at_once):
            is_last = index == len(at_once) - 1
            code, what = _lost(in_turn, at_once, len(calls)) if is_last else ("", "")
            if not is_last:
                code, what = _trouble(usual, index, done, calls, is_shown)
            if what:
                raise CheckFailure(
                    code, f"Of several concurrent calls, {what}. {_ADVICE}", arguments=calls[index % len(calls)]
                )
    if came_back < _FEWEST_ROUNDS:
        subject.has_left((_FEWEST_ROUNDS - came_back) * len(in_turn))
    if excuse is not None:
        raise excuse.not_judged()


def _changes_the_process(code: CodeType) -> bool:
    names = {*code.co_names}
    if "environ" in names:
        names |= {step.opname for step in dis.get_instructions(code)}
    return not _OF_THE_PROCESS.isdisjoint(names) or ("environ" in names and not _CHANGING.isdisjoint(names))


# --- what runs out --------------------------------------------------------------------------------


def _judge_what_runs_out(subject: Subject, bugs: BugFinder, codes: frozenset[CodeType], patience: Patience) -> None:
    """Judge whether more equal calls succeed concurrently than in turn, for a tool that refuses some.

    Only a tool that takes a lock or awaits claims to support concurrent calls.
    """
    if not is_async(subject) and not any("lock" in name.lower() for code in codes for name in code.co_names):
        return
    made_before: list[tuple[dict[str, Any], list[float]]] = []
    for call in patience.each(itertools.islice(calls_that_may_run_out(subject, made_before), _MAX_RUNNING_OUT)):
        calls = [shortened_waits(subject, call)]
        made = in_a_copy(partial(made_slowly, subject, bugs, calls, codes), limit_s=2 * subject.call_s)
        if made is None:
            raise lost_copy(subject, calls, undone=_EQUAL)
        first = made[0]
        made_before.append((call, [value for value in first["leaves"].values() if _is_number(value)]))
        in_turn = _successes(made, first)
        if in_turn is None or not 0 < in_turn < _EQUAL:
            continue
        came_back = 0
        for _ in patience.each(range(_ROUNDS)):
            together = in_a_copy(partial(made_at_once, subject, bugs, calls, codes), limit_s=subject.call_s)
            at_once = _successes(together, first)
            again = in_a_copy(partial(made_slowly, subject, bugs, calls, codes), limit_s=subject.call_s)
            came_back += at_once is not None and again is not None
            if at_once is not None and at_once > in_turn == _successes(again, first):
                raise CheckFailure(
                    "check_then_act",
                    f"{at_once} of {_EQUAL} equal concurrent calls succeeded, but only {in_turn} in turn. "
                    "Hold one lock from the check to the change.",
                    arguments=call,
                )
        if came_back < _FEWEST_ROUNDS:
            subject.has_left((_FEWEST_ROUNDS - came_back) * _EQUAL)
        return


def _successes(made: list[Done] | None, first: Done) -> int | None:
    """Return how many of the equal calls succeeded; an answer that denies what the first one granted is a refusal."""
    if made is None:
        return None
    granted = {_name_of(place): value for place, value in first["leaves"].items()}
    answers = [{_name_of(place): value for place, value in done["leaves"].items()} for done in made[:_EQUAL]]
    ended = [bool(done.get("ok")) for done in made[:_EQUAL]]
    return sum(ok and not explained_denial(granted, answer) for ok, answer in zip(ended, answers, strict=True))


# --- what differs ---------------------------------------------------------------------------------


def _trouble(
    in_turn: list[Done], index: int, done: Done, calls: Sequence[dict[str, Any]], is_shown: Callable[..., bool]
) -> tuple[str, str]:
    """Return the defect that a call shows only among concurrent calls: a code and a clause."""
    if done["error"]:
        return "crash_at_once", f"one raised {done['error']}"
    count = len(calls)
    usual = _fixed(in_turn, index % count)
    for place, value in done["leaves"].items():
        if place not in usual or value == usual[place] or value in ("", 0, None, False, True):
            continue
        for other in range(count):
            theirs = _fixed(in_turn, other)
            if other != index % count and theirs.get(place) == value:
                if is_shown(calls[index % count], calls[other], place, usual[place]):
                    break
                name = _name_of(place)
                what = f"one got another call's answer{f' as {name!r}' if name else ''}: {str(value)[:60]!r}"
                return "calls_mixed_up", what
    return "", ""


def _others(in_turn: list[Done], index: int, done: Done, count: int) -> Iterator[tuple[str, str, str]]:
    """Yield the numbers and lists in which a concurrent call differs from the call in turn.

    Each has its place, the name of it, and a clause for the report.
    """
    usual = _fixed(in_turn, index % count) if index < count * THREADS else {}
    for place, value in done["leaves"].items():
        name = _name_of(place)
        if place not in usual or value == usual[place]:
            continue
        if place.endswith(OF_LIST) or (_is_number(value) and _is_number(usual[place])):
            shown, before = str(value)[:60], str(usual[place])[:60]
            yield place, name, f"one got {shown}{f' as {name!r}' if name else ''}, but {before} in turn"


def _is_of_another(
    in_turn: list[Done],
    index: int,
    place: str,
    done: Done,
    calls: Sequence[dict[str, Any]],
    is_shown: Callable[..., bool],
) -> bool:
    """Return whether a concurrent call shows at a place what another one has set, as calls in turn do."""
    call = index % len(calls)
    own = _fixed(in_turn, call).get(place)
    return any(
        other != call
        and _fixed(in_turn, other).get(place) == done["leaves"][place]
        and is_shown(calls[call], calls[other], place, own)
        for other in range(len(calls))
    )


def _is_steady(
    subject: Subject, bugs: BugFinder, calls: Sequence[dict[str, Any]], codes: frozenset[CodeType], in_turn: list[Done]
) -> bool:
    """Return whether the calls in turn, slowed down like the concurrent ones, still return the same."""
    slowly = in_a_copy(lambda: made_slowly(subject, bugs, calls, codes), limit_s=2 * subject.call_s)
    if slowly is None:
        subject.has_left(THREADS * len(calls))
    return slowly is not None and all(
        _fixed(slowly, call).get(place) == value
        for call in range(len(calls))
        for place, value in _fixed(in_turn, call).items()
    )


def _fixed(in_turn: list[Done], call: int) -> dict[str, Any]:
    """Return the values that a call returns every time in turn."""
    made = [done["leaves"] for done in in_turn if done["call"] == call]
    return {place: value for place, value in made[0].items() if all(other.get(place) == value for other in made)}


def _lost(in_turn: list[Done], at_once: list[Done], count: int) -> tuple[str, str]:
    """Return which total is smaller after concurrent calls than after as many calls in turn.

    A code and a clause; both empty if there is none.
    """
    after, expected = at_once[-1]["leaves"], in_turn[-1]["leaves"]
    for place, value in expected.items():
        values = [done["leaves"].get(place) for done in in_turn]
        now = [done["leaves"].get(place) for done in at_once]
        if not all(_is_number(one) for one in (*values, *now)):
            continue
        # Every call adds the same amount, or all of them together do in any order, or the total counts equal calls.
        equals = [one for one, done in zip(values, in_turn, strict=True) if done["call"] == in_turn[-1]["call"]]
        step = _constant_step(values) or _constant_step(values[count - 1 : -1 : count]) or _constant_step(equals)
        missing = (value - after[place]) / step if step else 0.0
        if missing > _ROUNDING:
            name = _name_of(place)
            what = f"some were lost: {name or 'the result'!r} was {after[place]} after {len(in_turn)}, not {value}"
            return "update_lost", what
    return "", ""


def _constant_step(values: Sequence[float]) -> float:
    """Return the difference between consecutive values; 0 if it varies."""
    steps = {round(later - earlier, 9) for earlier, later in itertools.pairwise(values)}
    return steps.pop() if len(steps) == 1 and len(values) > 2 else 0.0


def _name_of(place: str) -> str:
    return place.removesuffix(OF_LIST).rpartition(".")[2]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
