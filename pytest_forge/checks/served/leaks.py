"""What a server holds on to, call after call: descriptors and child processes, as the system counts them."""

from __future__ import annotations

import itertools
import time
from pathlib import Path

from ...strategies.roles import name_words
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from .. import effects as _declared  # noqa: F401  # declares the check
from ..check import served
from ..effects.leaks import LASTING
from .asking import ask, own_server
from .furnishing import furnished_calls, working_replies

_ROUNDS, _MAX_CALLS = 5, 3
#: How long a child that has been told to end may take, in seconds, and how often it is looked for.
_GRACE_S, _LOOKS = 0.3, 6


@served("resources_are_given_back")
def resources_are_given_back(subject: Subject) -> None:
    """Call after call, the server holds no more descriptors and child processes."""
    tool = own_server(subject)
    pid = tool.server.pid
    if pid is None or _children(pid) is None:
        raise NotApplicable("What the server holds is not seen.")
    if LASTING & set(name_words(subject.facts.name)[:1]) and not subject.facts.annotations.get("readOnlyHint"):
        raise NotApplicable("What the tool starts is meant to last.")
    for reply in working_replies(subject, furnished_calls(subject), most=_MAX_CALLS):
        counts: list[tuple[int, int]] = []
        for _ in range(_ROUNDS):
            ask(subject, reply.arguments)
            if tool.server.pid != pid:
                raise NotApplicable("The server had to be started again.")
            counts.append(_held(pid))
        for index, (what, advice) in enumerate(
            (("child process", "Wait for it, and end it when the call ends"), ("file descriptor", "Close it"))
        ):
            if all(after[index] > before[index] for before, after in itertools.pairwise(counts)):
                raise CheckFailure(
                    f"Every one of {_ROUNDS} equal calls left one more {what} of the server behind, "
                    f"{counts[-1][index]} at last. {advice}.",
                    arguments=reply.arguments,
                )


def _held(pid: int) -> tuple[int, int]:
    """Return how many children and descriptors a process has, when those that are about to end have ended."""
    least = (1 << 30, 1 << 30)
    for _ in range(_LOOKS):
        now = (len(_children(pid) or ()), _descriptors(pid))
        if now == least:
            break
        least = (min(now[0], least[0]), min(now[1], least[1]))
        time.sleep(_GRACE_S / _LOOKS)
    return least


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
