"""Repeats after a restart: a tool that notices an equal call only until its program is started again.

order(key="a1")                      1 order
order(key="a1")                      1 order still
the program ends and starts again    1 order
order(key="a1")                      2 orders: the keys were in its memory alone
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....oracles.own_code import OwnCode
from ....profile.told_repeats import forgets_at_restart
from ....targets.mcp.tool import McpTool
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import served_tool
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView
from ...calls.worlds.fresh_world import make_fresh

__all__ = ["judge_restarts"]

#: One restart may meet a moment at which something else changes.
_RESTARTS = 2
#: Calls, and as much again for modules that are imported.
_CALLS_OF_COPY = 8


def judge_restarts(subject: Subject, said: str, call: dict[str, Any]) -> bool:
    """Judge that a call which changes nothing when it is repeated does not after a restart in the same folder either.

    Only data that the call has changed and that are there after the restart count: a tool may keep all in memory. A
    function is restarted by importing the author's modules once more, in a copy of this process.

    Args:
        subject: A function, or a tool of a server that we start.
        said: The sentence that promises that repeating a call has no further effect.
        call: A call of it that works.

    Returns:
        Whether the call changes something, and its repetition does not.

    Raises:
        CheckFailure: If it changes the data again, after each restart.
    """
    if forgets_at_restart(subject.facts):
        return False
    if isinstance(subject.tool, McpTool):
        server = served_tool(subject).server
        if server.address.url:
            return False
        subject.renew()
        plausible_calls(subject, limit=1)
        found = _changed_again(subject, call, server.close)
    else:

        def changed() -> list[str] | None:
            make_fresh([subject])
            return _changed_again(subject, call, lambda: _import_again(subject))

        limit_s = _CALLS_OF_COPY * subject.call_s
        found = in_a_copy(changed, limit_s=limit_s, tell=subject.has_left)
    if found:
        what = "restart of the server" if subject.is_served else "new start of the program"
        raise CheckFailure(
            "repeat_acts_after_restart",
            f"{said}, but after each {what} an equal call changed {found[-1]}. "
            "Keep with the data which calls were made.",
            arguments=call,
        )
    return found is not None


def _changed_again(subject: Subject, call: dict[str, Any], restart: Callable[[], bool | None]) -> list[str] | None:
    """Return the places that a call changes, not when it is repeated, but again after each restart.

    Args:
        subject: The tool.
        call: A call of it.
        restart: Returns False if the program could not be started again.

    Returns:
        None if the call changes nothing, its repetition changes them as well, or no restart is made that leaves them.
    """
    view = StateView(subject)
    before = view.taken(call)
    if not _works(subject, call):
        return None
    latest = view.taken(call, is_settled=False)
    places = view.changed(before, latest)
    with fake_sleep():
        repeated = subject.call(dict(call))
    after = view.taken(call, is_settled=False)
    again = view.changed(latest, after)
    places = [place for place in places if place not in again]
    if not places or repeated.timed_out:
        return None
    latest = after
    for _ in range(_RESTARTS):
        if restart() is False:
            return None
        kept = view.taken(call)
        places = [place for place in places if kept.get(place) == latest.get(place)]
        if not places:
            return None
        if not _works(subject, call):
            return []
        latest = view.taken(call, is_settled=False)
        places = [place for place in places if place in view.changed(kept, latest)]
    return places


def _import_again(subject: Subject) -> bool:
    """Run the code of the author's modules once more, those first that others import, and return whether it ended.

    Functions use the names of their module, so those that were imported before use what is made now.
    """
    for module in reversed(OwnCode(subject.tool).modules()):
        loader = module.__spec__.loader if module.__spec__ is not None else None
        try:
            if loader is not None:
                loader.exec_module(module)
        except Exception:  # noqa: BLE001  # a module may raise anything, such as one that registers a name twice
            return False
    return True


def _works(subject: Subject, call: dict[str, Any]) -> bool:
    with fake_sleep():
        return subject.call(dict(call)).succeeded
