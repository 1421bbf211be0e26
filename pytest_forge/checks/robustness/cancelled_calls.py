"""Cancelled calls: a client takes back a request that a server is working on."""

from __future__ import annotations

import time
from typing import Any

from forge_harness import ServerLostError

from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.outcome import Outcome
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable, NothingWorks
from ..calls.asking import keep_pauses, own_server
from ..calls.call_variants import with_a_wait
from ..calls.plausible_calls import plausible_calls
from ..calls.working import working_replies
from ..check import check
from .cancelled_halves import judge_cancelled_halves

__all__ = ["cancelled_calls_leave_the_server_working"]

#: A cancellation meets a call at another moment each time; a call that takes long is cancelled at once, and half way.
_ROUNDS, _SLOW_ROUNDS = 4, 2
_MAX_SECONDS = 2.0
#: The longest call that is made often enough to judge refusals, and the longest that is made twice each time.
_MAX_REFUSED_S, _QUICK_S = 1.0, 0.6
#: Equal calls before and after the one that is cancelled, and seconds for it to end if the server lets it finish.
_EACH, _END_S = 2, 0.5
#: The longest call that is waited for to its end, in calls' usual times, and of how many of them there must be time:
#: the one that is cancelled and two others, unless their pauses are skipped.
_MAX_SLOW, _SLOW_CALLS = 2.0, 3
#: The seconds of a call that is best to cancel, and the others that are tried if the first one takes long.
_WANTED_S, _MAX_OTHERS = 0.3, 4
#: Share of a check's time after which no other is tried.
_SHARE_OF_OTHERS = 0.25
#: A call that takes less is too brief to be cancelled; numbers that may make it longer.
_BRIEF_S, _MAX_NUMBERS, _AMOUNTS = 0.15, 3, (5, 20, 50, 200, 1_000, 5_000)
_ADVICE = "End the work of a cancelled request, or let it finish; answer it once at most."


@check(
    family="robustness",
    level="MUST",
    source="MCP 2025-11-25, cancellation: notifications may arrive at any time, and invalid ones are ignored",
    codes={
        "cancelled_call_ends_server": "The server ends when a call is cancelled.",
        "cancelled_call_blocks_server": "After a cancelled call, the server answers no further request.",
        "cancelled_call_blocks_calls": "After a cancelled call, an equal one is not answered.",
        "cancelled_call_refuses_calls": "After a cancelled call, equal ones are refused from then on.",
        "cancelled_call_half_done": "A cancelled call leaves a part of its change, though said to do all or nothing.",
        "cancelled_call_answered_twice": "A cancelled call is answered more than once.",
    },
)
def cancelled_calls_leave_the_server_working(subject: Subject) -> None:
    """A server whose client cancels a call answers the next requests as before.

    Users stop a model while it waits for a tool, and clients cancel what takes too long. The check sends a call
    that works, or a quicker one if that takes long, or one with a larger number if it takes no time. It cancels it
    at once or half way, pings the server, and makes the call again: a lock that the cancelled call still holds
    would keep it waiting, and a mark that it runs would have it refused. A refusal counts if it is repeated after
    the time in which the cancelled call would have ended, on a server that takes as many calls in a row. A call
    that takes more than a second is given twice the usual time, and cancelled once, if there is time for three of
    them. A call that is said to do everything or nothing, and is cancelled half way, must leave the data as they were,
    or as the whole call makes them; its lists get more items. Whether a cancelled call is answered once or not at all
    is the server's choice, since its answer may have been on the way.
    """
    tool = own_server(subject)
    if tool.server.is_stateless:
        raise NotApplicable("This version of the protocol has no ping, with which the server is asked afterwards.")
    until = own_time() + subject.check_s
    calls = plausible_calls(subject)
    keep_pauses(subject)
    try:
        [reply] = working_replies(subject, calls, most=1)
    except (NotApplicable, NothingWorks):
        subject.renew()
        reply = subject.call(dict(calls[0]), call_s=_MAX_SLOW * subject.call_s)
        _judge_slow(subject, reply, until)
        raise
    if reply.answer is not None and reply.seconds > _QUICK_S:
        # Another choice or amount may take less, and can be cancelled more often.
        others = [call for call in calls if call != reply.arguments][:_MAX_OTHERS]
        others_s = subject.began + _SHARE_OF_OTHERS * subject.check_s
        tried = (subject.call(call) for call in others if own_time() < others_s)
        quicker = [one for one in tried if one.succeeded and one.seconds < reply.seconds]
        # A cancellation comes too late for a call that takes no time.
        reply = max(quicker, key=lambda one: -abs(one.seconds - _WANTED_S), default=reply)
    if reply.succeeded and reply.seconds < _QUICK_S and _quickest(subject, reply) < _BRIEF_S:
        reply = _longer(subject, reply)
    if reply.succeeded:
        judge_cancelled_halves(subject, dict(reply.arguments))
    if reply.succeeded and reply.seconds > _MAX_REFUSED_S:
        _judge_slow(subject, reply, until)
    if reply.answer is None or reply.seconds > _MAX_SECONDS:
        raise NotApplicable(f"Its calls take {reply.seconds:.1f} s, too long to cancel several of them.")
    call = with_a_wait(subject, reply.arguments)
    if call != reply.arguments:
        reply = subject.call(call)
    silent = stuck = 0
    may_stay_refused = reply.succeeded and reply.seconds <= _MAX_REFUSED_S
    enough_s = subject.call_s + 2 * reply.seconds
    rounds = _ROUNDS if reply.seconds <= _MAX_REFUSED_S else _SLOW_ROUNDS
    for number in subject.patience().each(range(rounds)):
        tool.server.recover()
        after_s = reply.seconds / 2 if number % 2 else 0.0
        try:
            answers = tool.server.call_and_cancel(tool.name, call, call_s=enough_s, after_s=after_s)
            again = None if answers is None else subject.call(dict(call), call_s=enough_s)
        except ServerLostError as lost:
            raise CheckFailure(
                "cancelled_call_ends_server",
                f"A call that was cancelled {lost.how}. {_ADVICE}",
                arguments=dict(call),
            ) from None
        subject.has_seen(1)
        if answers is None:
            silent += 1
        elif answers > 1:
            raise CheckFailure(
                "cancelled_call_answered_twice",
                f"A call that was cancelled was answered {answers} times. {_ADVICE}",
                arguments=dict(call),
            )
        if again is not None and again.answer is None:
            stuck += 1
        is_refused = again is not None and _is_refused(again)
        if is_refused and may_stay_refused:
            may_stay_refused = _stays_refused(subject, call, reply.seconds)
        if is_refused and may_stay_refused:
            raise _refuses_calls(call)
        if silent == 2:  # a busy machine may explain one
            raise CheckFailure(
                "cancelled_call_blocks_server",
                f"After a call that was cancelled, the server did not answer a ping. {_ADVICE}",
                arguments=dict(call),
            )
        if stuck == 2:
            raise CheckFailure(
                "cancelled_call_blocks_calls",
                "After a call that was cancelled, an equal one was not answered. Release locks in a 'finally': in "
                "Python, a cancellation is no Exception.",
                arguments=dict(call),
            )


def _judge_slow(subject: Subject, reply: Outcome, until: float) -> None:
    """Judge what a cancelled call leaves that takes too long to be made often.

    Args:
        subject: The tool.
        reply: The answer to the call.
        until: When the time of the check is over, by the clock of `own_time`.

    Raises:
        CheckFailure: If equal calls are refused after it, though as many of them in a row are taken.
    """
    tool, call = own_server(subject), dict(reply.arguments)
    calls = 1 if tool.server.inside is not None else _SLOW_CALLS
    if not reply.succeeded or until - own_time() < calls * reply.seconds + _END_S:
        return
    longest_s = _MAX_SLOW * subject.call_s
    subject.renew()
    try:
        tool.server.call_and_cancel(tool.name, call, call_s=longest_s, after_s=reply.seconds / 2)
    except ServerLostError:
        return
    subject.has_seen(1)
    time.sleep(reply.seconds / 2 + _END_S)
    if not all(_is_refused(subject.call(dict(call))) for _ in range(_EACH)):
        return
    subject.renew()
    keep_pauses(subject, is_kept=False)
    in_a_row = [subject.call(dict(call), call_s=longest_s) for _ in range(_EACH)]
    if all(outcome.succeeded for outcome in in_a_row):
        raise _refuses_calls(call)


def _is_refused(outcome: Outcome) -> bool:
    return outcome.answer is not None and not outcome.succeeded


def _refuses_calls(call: dict[str, Any]) -> CheckFailure:
    return CheckFailure(
        "cancelled_call_refuses_calls",
        "After a call that was cancelled, equal ones are refused from then on. Take back that it runs in a 'finally': "
        "in Python, a cancellation is no Exception.",
        arguments=dict(call),
    )


def _quickest(subject: Subject, reply: Outcome) -> float:
    """Return the seconds of a call, or of an equal one that takes less: a busy machine makes any call long."""
    return reply.seconds if reply.seconds < _BRIEF_S else min(reply.seconds, subject.call(reply.arguments).seconds)


def _longer(subject: Subject, reply: Outcome) -> Outcome:
    """Return the reply to a call with a larger number that takes long enough to be cancelled; else the given one.

    A call that takes no time is over before it is cancelled. Each number grows as long as that takes more time.
    """
    fits = FlatSchema(subject.schema).fits
    numbers = [name for name, value in reply.arguments.items() if type(value) in (int, float)]
    for name in numbers[:_MAX_NUMBERS]:
        for amount in _AMOUNTS:
            call = {**reply.arguments, name: amount}
            if amount <= reply.arguments[name] or not fits(subject.schema, call):
                continue
            longer = subject.call(call)
            if not longer.succeeded or longer.seconds > _MAX_REFUSED_S:
                break
            if longer.seconds >= _BRIEF_S:
                # A number that takes time once may be the chance of a busy machine.
                again = subject.call(call)
                if again.succeeded and _BRIEF_S <= again.seconds <= _MAX_REFUSED_S:
                    return again
                break
    if subject.facts.tier != "read":
        # A large amount may have used up what further calls need.
        subject.renew()
    return reply


def _stays_refused(subject: Subject, call: dict[str, Any], seconds: float) -> bool:
    """Tell whether a server that has just started refuses equal calls after a cancelled one, and not otherwise."""
    tool = own_server(subject)
    each = _EACH if seconds <= _QUICK_S else 1
    for is_cancelled in (True, False):
        subject.renew()
        before = [subject.call(dict(call)) for _ in range(each)]
        if is_cancelled:
            try:
                tool.server.call_and_cancel(tool.name, call, call_s=subject.call_s, after_s=seconds / 2)
            except ServerLostError:
                return False
            time.sleep(seconds + _END_S)
        else:
            before.append(subject.call(dict(call)))
        after = [subject.call(dict(call)) for _ in range(each)]
        if not all(outcome.succeeded for outcome in before) or [*map(_is_refused, after)] != [is_cancelled] * each:
            return False
    return True
