"""Failed calls: calls whose access to files, processes and databases fails, for the state that they leave behind."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from functools import partial
from typing import Any

from ...oracles.faults import Fault, FaultCampaign, Trial
from ...oracles.own_code import OwnCode
from ...targets.subject import Subject
from ..calls.worlds.own_world import plant_world

__all__ = ["failed_calls", "held_locks"]

_MAX_CALLS = 2
#: Acts that restore nothing, so that a tool cannot be blamed for a failed restoration.
_ACTS = frozenset(
    {"open", "os.listdir", "os.scandir", "socket.connect", "urllib.Request", "http.client.connect",
     "subprocess.Popen", "os.posix_spawn", "sqlite3.connect"}
)  # fmt: skip
_LOCKS = (type(threading.Lock()), type(threading.RLock()), threading.Semaphore)


def failed_calls(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[Trial]:
    """Yield ordinary calls in which one kind of access to the world fails.

    Ask this at the end of a check: the faults stay installed.

    Args:
        subject: The tool.
        calls: Ordinary calls that worked.
    """
    calls = calls[:_MAX_CALLS]
    prepare = partial(plant_world, subject, calls)
    prepare(subject.sandbox.workspace)
    campaign = FaultCampaign(subject, calls, prepare=prepare)
    campaign.survey()
    for trial in campaign.trials(_is_of_the_world):
        if trial.fault is not None:
            yield trial


def held_locks(own: OwnCode) -> set[str]:
    """Return the global names of the author's modules whose lock is held."""
    modules = [module for name, module in list(sys.modules.items()) if own.is_module(name)]
    locks = {
        name: value for module in modules for name, value in list(vars(module).items()) if isinstance(value, _LOCKS)
    }
    held: set[str] = set()

    def look() -> None:
        for name, lock in locks.items():
            if lock.acquire(blocking=False):
                lock.release()
            else:
                held.add(name)

    if locks:
        # The thread that holds a reentrant lock could take it again.
        looking = threading.Thread(target=look)
        looking.start()
        looking.join()
    return held


def _is_of_the_world(fault: Fault) -> bool:
    return isinstance(fault.target, str) and fault.target in _ACTS
