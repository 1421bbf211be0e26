"""Leaks of a server: descriptors and child processes that accumulate from call to call."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...profile.lasting import starts_something
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.asking import own_server, tried
from ..calls.set_up import set_up_calls
from ..calls.working import working_replies
from ..check import served

_FEW, _MANY, _MAX_CALLS = 4, 24, 3
#: Seconds that a terminated child may take to end, and how often to look for it.
_GRACE_S, _LOOKS = 0.3, 6


@served("resources_are_given_back")
def resources_are_given_back(subject: Subject) -> None:
    """The server does not leak file descriptors or child processes.

    The check repeats equal calls that work and counts the server's descriptors and children in /proc; it fails if each
    call leaves another one.
    """
    tool = own_server(subject)
    pid = tool.server.pid
    if pid is None or _children(pid) is None:
        raise NotApplicable("The server's descriptors and child processes are not observable.")
    lasting = starts_something(subject.facts)
    if lasting:
        raise lasting.not_judged()
    has_repeated = False
    replies = working_replies(subject, set_up_calls(subject), most=_MAX_CALLS)
    for reply in subject.patience().each(replies):
        for what, held, advice in _KINDS:
            grows = _grows(subject, reply.arguments, held, _FEW)
            has_repeated = has_repeated or grows is not None
            # Objects that await garbage collection grow for a while, too.
            if grows and _grows(subject, reply.arguments, held, _MANY):
                raise CheckFailure(
                    "resource_left",
                    f"Each of {_FEW + _MANY} equal calls left another {what} of the server behind. {advice}.",
                    about=what,
                    arguments=reply.arguments,
                )
    if not has_repeated:
        raise NotApplicable("No call succeeds more than once, so leaks per call cannot be counted.")


def _grows(subject: Subject, arguments: dict[str, Any], held: Callable[[int], int], rounds: int) -> bool | None:
    """Return whether each of several equal calls left one more, after a grace period for ending processes.

    None if one of the calls did not succeed.
    """
    server = own_server(subject).server
    pid = server.pid
    if pid is None:
        return None
    before = held(pid)
    for _ in range(rounds):
        if not tried(subject, arguments).succeeded or server.pid != pid:
            return None
    for _ in range(_LOOKS):
        if held(pid) - before < rounds:
            return False
        time.sleep(_GRACE_S / _LOOKS)
    return True


def _children(pid: int) -> list[str] | None:
    """Return the ids of a process's children, including zombies; None if they are not observable."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return [child for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return None


def _descriptors(pid: int) -> int:
    try:
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))
    except OSError:
        return 0


#: What to count, how, and the advice.
_KINDS: tuple[tuple[str, Callable[[int], int], str], ...] = (
    ("child process", lambda pid: len(_children(pid) or ()), "End it and wait for it before the call ends"),
    ("file descriptor", _descriptors, "Close it"),
)
