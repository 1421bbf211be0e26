"""Leftovers: what a check has left in a process that makes several, undone before the next one.

Files, the state of the process and the objects of the author's code are put back. What cannot be put back, such as a
thread, an open file or a changed database connection, ends the process, and the next check gets a new one.
"""

from __future__ import annotations

import gc
import os
import threading
from contextlib import suppress
from pathlib import Path

from forge_harness import Tool, child_processes

from ..oracles.lasting_hooks import remove_lasting_hooks
from ..oracles.process_state import ProcessState
from ..oracles.program_state import ProgramState
from ..sandbox import Sandbox
from ..strategies.parked_files import Status, statuses_below
from ..strategies.workspace_files import parked_files

__all__ = ["Leftovers"]

_OF_A_FOLDER = 1
#: Prefix of the threads of the harness and of our oracles, which serve later calls as well.
_OURS = "forge-"
#: What tools print changes no call.
_OUTPUT = "output.log"
#: State that a first call sets up for good, for example with its imports; it changes no later call.
_SET_UP = frozenset(("callbacks at exit", "handlers of a logger", "warnings filters"))


class Leftovers:
    """The state of a process before its first check.

    Args:
        tool: The tool.
        sandbox: Where it runs.
    """

    def __init__(self, tool: Tool, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._program = ProgramState.take(tool)
        self._process = ProcessState.take()
        self._threads = _threads()
        self._descriptors = _descriptors()
        self._files = _files(sandbox.root)

    def undone(self, calls: int) -> bool:
        """Undo what the last check has left, and return whether nothing is left.

        Args:
            calls: How many calls of the tool it has made.
        """
        remove_lasting_hooks()
        if not calls:
            # It may still have planted files.
            self._restore_files()
            return True
        if not self._program.is_whole:
            return False
        if _descriptors() - self._descriptors:
            # Objects in cycles, such as the frames of an exception, may hold them.
            gc.collect()
        if _threads() - self._threads or _descriptors() - self._descriptors or child_processes():
            return False
        with suppress(OSError):
            self._restore_files()
            return self._is_process_restored() and self._program.restore()
        return False

    def _restore_files(self) -> None:
        now = _files(self._sandbox.root)
        if all(now.get(path) == status for path, status in self._files.items()):
            parked = parked_files()
            ordinary = parked.kept(str(self._sandbox.workspace), now)
            # In reverse, since a folder is listed before its entries.
            for path in [path for path in now if path not in self._files and path not in ordinary][::-1]:
                (os.rmdir if len(now[path]) == _OF_A_FOLDER else os.unlink)(path)
            if ordinary:
                parked.set_aside()
        else:
            self._sandbox.reset()
            self._files = _files(self._sandbox.root)
        os.chdir(self._sandbox.workspace)

    def _is_process_restored(self) -> bool:
        if self._process.is_current():
            return True
        self._process.restore()
        now = ProcessState.take()
        if any(change.kind not in _SET_UP for change in now.changes_since(self._process)):
            return False
        self._process = now
        return True


def _files(root: Path) -> dict[str, Status]:
    """Return the status of each entry of the sandbox, each folder before its entries."""
    return {path: status for path, status in statuses_below(str(root)).items() if path != f"{root}/{_OUTPUT}"}


def _threads() -> set[int]:
    return {thread.ident or 0 for thread in threading.enumerate() if not thread.name.startswith(_OURS)}


def _descriptors() -> set[str]:
    try:
        listed = os.listdir("/proc/self/fd")  # noqa: PTH208
    except OSError:
        return set()
    return {number for number in listed if _is_open(int(number))}


def _is_open(descriptor: int) -> bool:
    # The listing takes a number of its own; which one depends on threads, since a thread that waits for a connection
    # has a number reserved for it.
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True
