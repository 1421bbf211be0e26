"""Repeats after a restart: a server that notices an equal call only until it is started again.

order(key="a1")                     1 order
order(key="a1")                     1 order still
the server ends and starts again    1 order
order(key="a1")                     2 orders: the keys were in its memory alone
"""

from __future__ import annotations

from typing import Any

from ...profile.told_repeats import forgets_at_restart
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.asking import served_tool
from ..calls.fake_sleep import fake_sleep
from ..calls.plausible_calls import plausible_calls
from ..calls.state_view import StateView

__all__ = ["judge_restarts"]

#: One restart may meet a moment at which something else changes.
_RESTARTS = 2


def judge_restarts(subject: Subject, said: str, call: dict[str, Any]) -> None:
    """Judge that a call which changes nothing when it is repeated does not after a restart in the same folder either.

    Only data that the call has changed and that are there after the restart count: a server may keep all in memory.

    Args:
        subject: A tool of a server that we start.
        said: Who says that repeating a call has no further effect.
        call: A call of it that works, and whose repetition changes nothing.

    Raises:
        CheckFailure: If it changes them again, each time.
    """
    server = served_tool(subject).server
    if server.address.url or forgets_at_restart(subject.facts):
        return
    subject.renew()
    plausible_calls(subject, limit=1)
    view = StateView(subject)
    before = view.taken(call)
    if not _works(subject, call):
        return
    latest = view.taken(call, is_settled=False)
    places = view.changed(before, latest)
    for _ in range(_RESTARTS):
        server.close()
        kept = view.taken(call)
        places = [place for place in places if kept.get(place) == latest.get(place)]
        if not places or not _works(subject, call):
            return
        latest = view.taken(call, is_settled=False)
        places = [place for place in places if place in view.changed(kept, latest)]
    if places:
        raise CheckFailure(
            "repeat_acts_after_restart",
            f"{said} that repeating a call has no further effect, but after each restart of the server an equal call "
            f"changed {places[-1]}. Keep with the data which calls were made.",
            arguments=call,
        )


def _works(subject: Subject, call: dict[str, Any]) -> bool:
    with fake_sleep():
        return subject.call(dict(call)).succeeded
