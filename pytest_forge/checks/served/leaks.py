"""What a server holds on to, call after call: descriptors and child processes, as the system counts them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...profile.lasting import starts_something
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..check import served
from .asking import own_server, tried
from .furnishing import furnished_calls
from .working import working_replies

_FEW, _MANY, _MAX_CALLS = 4, 24, 3
#: How long a child that has been told to end may take, in seconds, and how often it is looked for.
_GRACE_S, _LOOKS = 0.3, 6


@served("resources_are_given_back")
def resources_are_given_back(subject: Subject) -> None:
    """Call after call, the server holds no more descriptors and child processes."""
    tool = own_server(subject)
    pid = tool.server.pid
    if pid is None or _children(pid) is None:
        raise NotApplicable("What the server holds is not seen.")
    lasting = starts_something(subject.facts)
    if lasting:
        raise lasting.not_judged()
    has_repeated = False
    replies = working_replies(subject, furnished_calls(subject), most=_MAX_CALLS)
    for reply in subject.patience().each(replies):
        for what, held, advice in _KINDS:
            grows = _grows(subject, reply.arguments, held, _FEW)
            has_repeated = has_repeated or grows is not None
            # What a collector of garbage gives back grows as well, for a while.
            if grows and _grows(subject, reply.arguments, held, _MANY):
                raise CheckFailure(
                    "resource_left",
                    f"Every one of {_FEW + _MANY} equal calls left one more {what} of the server behind. {advice}.",
                    about=what,
                    arguments=reply.arguments,
                )
    if not has_repeated:
        raise NotApplicable("No call succeeds several times, so that what it leaves could be counted.")


def _grows(subject: Subject, arguments: dict[str, Any], held: Callable[[int], int], rounds: int) -> bool | None:
    """Tell whether several equal calls have left as much more, when what is about to end has ended.

    None if one of them did not succeed.
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
    """Return the numbers of a process's children, dead ones that nobody has waited for among them."""
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


#: What is counted, how, and what to do about it.
_KINDS: tuple[tuple[str, Callable[[int], int], str], ...] = (
    ("child process", lambda pid: len(_children(pid) or ()), "Wait for it, and end it when the call ends"),
    ("file descriptor", _descriptors, "Close it"),
)
