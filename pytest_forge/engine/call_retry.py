"""Call retry: a sequence of calls, made again without the calls that ended or hung the process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..targets.call_answer import CallAnswer
from .messages import Answers, Reply

__all__ = ["answers_of"]

#: Calls of one sequence that may end or hang the process; after that the rest is not made.
_MAX_LOST_CALLS = 5

#: The index of a tool, and its arguments as a model would send them.
_Call = tuple[int, Any]


def answers_of(calls: Sequence[_Call], make: Callable[[Sequence[_Call]], Reply | None]) -> list[CallAnswer]:
    """Return the answer to each call; after a call that does not return, the others are made again without it.

    Args:
        calls: In order.
        make: Makes calls in a fresh process and returns the host's reply; None if the host is lost.
    """
    answers: dict[int, CallAnswer] = {}
    waiting = list(range(len(calls)))
    for _ in range(_MAX_LOST_CALLS):
        reply = make([calls[place] for place in waiting]) if waiting else None
        if reply is None:
            break
        if isinstance(reply.ending, Answers):
            answers |= dict(zip(waiting, reply.ending.answers, strict=False))
            break
        # The number of the call went through a pipe that the tools can write to.
        loss = reply.loss
        number = loss.arguments.get("number") if loss is not None and isinstance(loss.arguments, dict) else None
        if loss is None or not isinstance(number, int) or number not in range(len(waiting)):
            break
        answers[waiting.pop(number)] = CallAnswer("failed", None, f"The call {loss.how}.")
    given_up = CallAnswer("not_made", None, "The call was not made, since other calls ended the process.")
    return [answers.get(place, given_up) for place in range(len(calls))]
