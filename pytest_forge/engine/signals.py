"""Signals: keep a tool from ending processes that it has not started, where the kernel does not.

Landlock blocks signals from Linux 6.12 on, see `contain_process`. Elsewhere, Python code is stopped by an audit
hook, and tools of servers that take a process or a signal are not called at all.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from dataclasses import replace
from typing import Any

from forge_harness import parent_process

from ..profile.ended_processes import may_end_processes
from ..regex import regex
from ..targets.facts import ToolFacts

__all__ = ["guard_signals", "with_unsafe_marked"]

_STARTS = frozenset({"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn"})
#: Programs that send signals, as words of a command.
_SENDERS = regex(r"(?:^|[\s/;&|(`\x00])(?:kill|pkill|killall|skill)(?:$|[\s\x00])")
_MAX_ANCESTORS = 64

_UNSAFE = (
    "Not judged: the tool takes a process or ends one, and this system cannot keep it from those of the user. "
    "Check it on Linux 6.12 or newer, or in a container."
)


def guard_signals() -> None:
    """Refuse from now on, to Python code of this process, signals to any process that it has not started.

    An audit hook cannot be removed again. It does not see calls of native code.
    """
    sys.addaudithook(_refuse)


def with_unsafe_marked(facts: ToolFacts, *, is_contained: bool) -> ToolFacts:
    """Return the facts of a server's tool, with the reason if it must not be called on this system.

    Args:
        facts: Of the tool.
        is_contained: Whether the kernel keeps the server from signalling other processes.
    """
    if is_contained or not may_end_processes(facts):
        return facts
    return replace(facts, unsafe=_UNSAFE)


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event in ("os.kill", "os.killpg"):
        number = arguments[0]
        if not _is_ours(number if event == "os.kill" else -number):
            raise PermissionError(errno.EPERM, "Operation not permitted")
    elif event in _STARTS and _SENDERS.search("\0".join(_words(arguments))):
        raise PermissionError(errno.EPERM, "Operation not permitted")


def _is_ours(pid: int) -> bool:
    """Whether a process, or the group of a negative number, is this one or was started by it."""
    if pid == -1:
        return False
    # A child of the engine leads a session of its own.
    if pid == 0:
        return os.getsid(0) == os.getpgrp()
    number = abs(pid)
    with suppress(ProcessLookupError, PermissionError):
        if number == os.getpid() or os.getsid(number) == os.getsid(0) or _is_child(number):
            return True
    for _ in range(_MAX_ANCESTORS):
        number = parent_process(number)
        if number == os.getpid():
            return True
        if number <= 1:
            return False
    return False


def _is_child(pid: int) -> bool:
    try:
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except (AttributeError, OSError):
        return False
    return True


def _words(value: Any) -> list[str]:
    if isinstance(value, str | bytes | os.PathLike):
        return [os.fsdecode(value)]
    if isinstance(value, list | tuple):
        return [word for part in value for word in _words(part)]
    return []
