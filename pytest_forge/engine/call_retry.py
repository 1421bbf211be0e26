"""Outlasting: the answers to calls of one process, also where some of them end it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..targets.call_answer import CallAnswer
from .messages import Answers, Reply

__all__ = ["answers_of"]

#: Calls of one sequence that may end or hang the process before the rest is given up.
_MAX_LOST_CALLS = 5

#: The index of a tool, and its arguments as a model would send them.
_Call = tuple[int, Any]


def answers_of(calls: Sequence[_Call], make: Callable[[Sequence[_Call]], Reply | None]) -> list[CallAnswer]:
    """Return the answer to each call; one that does not come back is left out when the others are made once more.

    Args:
        calls: In order.
        make: Makes calls in a fresh process, and returns its host's reply; None if the host is lost.
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
    given_up = CallAnswer("not_made", None, "The call was not made, as the process did not outlast others.")
    return [answers.get(place, given_up) for place in range(len(calls))]
