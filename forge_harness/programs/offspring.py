"""Offspring: processes below this one: adopted when their parent ends, and ended with all descendants."""

# The supervisor imports this at each start, and `pathlib` would take longer than all the rest.
# ruff: noqa: PTH123, PTH208

from __future__ import annotations

# The same as `signal` without its enumerations, whose import would take as long as all the rest.
import _signal as signal  # type: ignore[import-not-found]  # typeshed leaves it out
import ctypes
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["adopt_orphans", "child_processes", "end_children", "end_with_parent", "parent_process"]

_SET_DEATH_SIGNAL = 1
_SET_CHILD_SUBREAPER = 36
_TIMEOUT_S = 5.0
_POLL_S = 0.02


def adopt_orphans() -> bool:
    """Become the parent of every process below this one whose own parent ends, instead of the system's first process.

    A daemon can leave its group and its session, but not this.

    Returns:
        Whether the system supports it; Linux only.
    """
    if sys.platform != "linux":
        return False
    return bool(ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)


def end_with_parent(number: int = signal.SIGKILL) -> None:
    """Have this process killed when its parent ends; Linux only.

    Args:
        number: The signal. It also comes at the end of the thread that started this process.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_DEATH_SIGNAL, int(number), 0, 0, 0)


def child_processes() -> set[int]:
    """Return the ids of this process's children; empty where the system cannot list them."""
    if sys.platform != "linux":
        return set()
    found: set[int] = set()
    try:
        for task in os.listdir("/proc/self/task"):
            found.update(map(int, _read(f"/proc/self/task/{task}/children").split()))
    except OSError:
        # Some kernels are built without that file.
        numbers = (int(name) for name in os.listdir("/proc") if name.isdecimal())
        found = {pid for pid in numbers if parent_process(pid) == os.getpid()}
    return found


def end_children(*, keep: Collection[int] = ()) -> None:
    """Kill and reap every process below this one; children of a killed child are adopted and killed in the next round.

    Args:
        keep: Children to leave alone.
    """
    deadline = time.monotonic() + _TIMEOUT_S
    while time.monotonic() < deadline:
        unwanted = child_processes() - set(keep)
        if not unwanted:
            return
        ended = [pid for pid in unwanted if _kill(pid)]
        for pid in ended:
            try:
                os.waitpid(pid, 0)
            except ChildProcessError:
                continue
        if not ended:
            # Only processes of another user are left, which end by themselves or not at all.
            time.sleep(_POLL_S)


def _kill(pid: int) -> bool:
    """Kill a child, and at the same moment its process group if it leads one: a group cannot fork its way out."""
    try:
        if os.getpgid(pid) == pid:
            os.killpg(pid, signal.SIGKILL)
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return True


def parent_process(pid: int) -> int:
    """Return the parent of a process; 0 if it is unknown."""
    try:
        # The name before the last bracket may itself hold brackets and spaces.
        return int(_read(f"/proc/{pid}/stat").rpartition(")")[2].split()[1])
    except (OSError, ValueError, IndexError):
        return 0


def _read(path: str) -> str:
    with open(path) as file:
        return file.read()
