"""Short locks: locks of an author's modules that are waited for a moment only, in a copy of the process.

Calls that are made in turn wait in vain for a lock which an earlier one has kept, however long they are ready to wait.
"""

from __future__ import annotations

import threading
from typing import Any

from ....oracles.own_code import OwnCode
from ....targets.subject import Subject

__all__ = ["shorten_lock_waits"]

_KINDS = (type(threading.Lock()), type(threading.RLock()))
#: Longer than the work of a thread that has just been started, and shorter than what a caller waits.
_MOST_S = 0.1


def shorten_lock_waits(subject: Subject) -> None:
    """Put stand-ins in place of the locks in the modules of a function; they stay, so ask for this in a copy."""
    stand_ins: dict[int, _ShortLock] = {}
    for module in OwnCode(subject.tool).modules():
        for name, value in list(vars(module).items()):
            if isinstance(value, _KINDS):
                setattr(module, name, stand_ins.setdefault(id(value), _ShortLock(value)))


class _ShortLock:
    """A lock for which a call that limits its wait does not wait long; without a limit, it waits as before.

    Args:
        lock: The lock that is taken.
    """

    def __init__(self, lock: Any) -> None:
        self._lock = lock

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take the lock, and tell whether it was free in time."""
        taken: bool = self._lock.acquire(blocking, min(timeout, _MOST_S))
        return taken

    def __enter__(self) -> Any:
        return self._lock.__enter__()

    def __exit__(self, *details: Any) -> None:
        self._lock.__exit__(*details)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._lock, name)
