"""Process effects: the processes that a call started."""

from __future__ import annotations

from collections.abc import Iterator

from ...observe.observation import Answer, Observation
from ...oracles.audit import AuditEvent

__all__ = ["shown_process", "started_processes"]

#: Modules that start a program to identify the machine, or a worker for the tool's own functions.
_HARMLESS = frozenset({"platform", "uuid", "ctypes.util", "_osx_support", "sysconfig", "locale"})
_WORKERS = ("multiprocessing", "concurrent.futures", "joblib", "billiard")


def started_processes(seen: Observation[Answer]) -> Iterator[AuditEvent]:
    """Yield the operations that start a process, without workers and programs that identify the machine."""
    return (event for event in seen.processes if _counts(event))


def _counts(event: AuditEvent) -> bool:
    if event.event in ("os.fork", "os.posix_spawn") and any(name.startswith(_WORKERS) for name in event.asked_by[:4]):
        return False
    # Skip subprocess and os; their caller decides.
    callers = [name for name in event.asked_by if name not in ("subprocess", "os", "asyncio")]
    return not (callers and callers[0] in _HARMLESS)


def shown_process(event: AuditEvent) -> str:
    """Return the command of an operation that starts a process, in brackets; empty if it is unknown."""
    command = " ".join(event.paths[1:] if event.event == "subprocess.Popen" and len(event.paths) > 1 else event.paths)
    return f" ({command[:60]!r})" if command else ""
