"""Taken twice: what only one of a server's calls in turn gets, and several that are sent together.

lease(slot="A1")            "leased"
lease(slot="A1")            refused: it is taken
both at the same time       "leased" and "leased": each has looked before the other took it
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from ....profile.claim import claim_of
from ....strategies.schemas.flat_schema import is_valid
from ....targets.patience import Patience
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import has_worked, own_server
from ...calls.plausible_calls import plausible_calls

__all__ = ["judge_what_is_taken_twice"]

#: Equal calls, made in turn and together; rounds in which some of them must show it, and the rounds that must.
_EQUAL, _ROUNDS, _FEWEST_ROUNDS = 6, 4, 2
_MAX_TRIED = 2
#: Numbers of which the calls together may ask for more than there is.
_AMOUNTS = (3, 12, 100)
_MAX_SECONDS = 0.3
#: A call that is refused for some time only, such as by a limit of calls a second, works again after this pause.
_PAUSE_S = 1.2
#: Share of a check's time.
_SHARE = 0.3


def judge_what_is_taken_twice(subject: Subject) -> None:
    """Judge that no more equal calls succeed together than in turn, where a server refuses the later ones.

    If it serves all of them, larger numbers are tried.

    Args:
        subject: A writing tool of a server.

    Raises:
        CheckFailure: If more do, twice, each time on a server that has just been started.
    """
    creates = claim_of(subject.facts, "creates")
    if not creates and creates.source in ("declared", "annotated"):
        # It says itself that the second call does no harm.
        return
    try:
        # The time between the look and the change.
        with own_server(subject).server.slow_disk():
            _judge(subject)
    finally:
        subject.renew()


def _judge(subject: Subject) -> None:
    patience = subject.patience(_SHARE)
    for number in _numbers_that_work(subject):
        for more in _amounts(subject, number):
            if patience.is_over:
                return
            in_turn = _in_turn(subject, number, more)
            if in_turn is None:
                return
            if in_turn == 0:
                break
            if in_turn < _EQUAL:
                _judge_together(subject, number, more, in_turn, patience)
                return


def _judge_together(subject: Subject, number: int, more: dict[str, Any], in_turn: int, patience: Patience) -> None:
    rounds: list[int] = []
    while sum(together > in_turn for together in rounds) < _FEWEST_ROUNDS:
        if len(rounds) == _ROUNDS or patience.is_over:
            return
        rounds.append(_together(subject, number, more))
    if _in_turn(subject, number, more, pause_s=_PAUSE_S) == in_turn:
        raise CheckFailure(
            "check_then_act",
            f"{max(rounds)} of {_EQUAL} equal calls that were sent together succeeded, but only {in_turn} in turn. "
            "Hold one lock from the check to the change, also across an await.",
            arguments=_call(subject, number, more),
        )


def _amounts(subject: Subject, number: int) -> Iterator[dict[str, Any]]:
    """Yield nothing to change of a call, and then larger numbers, of which fewer calls may be served."""
    yield {}
    calls = plausible_calls(subject)
    call = calls[number] if number < len(calls) else {}
    for name, value in call.items():
        if type(value) is int:
            larger = [amount for amount in _AMOUNTS if amount > value]
            yield from ({name: one} for one in larger if is_valid(subject.schema, {**call, name: one}))


def _numbers_that_work(subject: Subject) -> list[int]:
    """Return the numbers of the first calls that work on a server that has just been started."""
    subject.renew()
    found: list[int] = []
    for number, call in enumerate(plausible_calls(subject)):
        reply = subject.call(call)
        if reply.answer is None or len(found) == _MAX_TRIED:
            break
        found += [number] if has_worked(reply.answer) else []
    return found


def _in_turn(subject: Subject, number: int, more: dict[str, Any], *, pause_s: float = 0.0) -> int | None:
    """Return how many equal calls in turn succeed on a server that has just been started; None if they take long."""
    call = _call(subject, number, more)
    worked = 0
    for turn in range(_EQUAL) if call is not None else ():
        time.sleep(pause_s if turn == _EQUAL - 1 else 0.0)
        reply = subject.call(call)
        if reply.answer is None or reply.seconds > _MAX_SECONDS:
            return None
        worked += has_worked(reply.answer)
        if not worked:
            return 0
    return worked


def _together(subject: Subject, number: int, more: dict[str, Any]) -> int:
    """Return how many equal calls succeed that are sent together to a server that has just been started."""
    call = _call(subject, number, more)
    if call is None:
        return 0
    tool = own_server(subject)
    answers = tool.server.call_together(tool.name, [call] * _EQUAL, call_s=subject.call_s)
    subject.has_seen(_EQUAL)
    return sum(has_worked(given[0]) for given in answers if given)


def _call(subject: Subject, number: int, more: dict[str, Any]) -> dict[str, Any] | None:
    """Start the server afresh, make what its calls need, and return the call of that number with other arguments.

    None if there is no call of that number.
    """
    subject.renew()
    calls = plausible_calls(subject)
    return {**calls[number], **more} if number < len(calls) else None
