"""Full pipes: programs that wait with their output in a pipe which nobody reads, while a call waits for them.

process = Popen(command, stdout=PIPE)
process.wait()                             waits for the program, which waits for a reader of its output
"""

from __future__ import annotations

import os
import select
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

__all__ = ["FullPipe", "full_pipes"]

_LOOK_S = 0.05
_WOKEN = "voluntary_ctxt_switches:"
#: A reader that only works slowly has read something by then.
_LASTS_S = 1.5


class FullPipe:
    """A pipe of a program that was full and not read for a while.

    Attributes:
        name: "stdout" or "stderr"; empty as long as there is none.
    """

    def __init__(self) -> None:
        self.name = ""


@contextmanager
def full_pipes() -> Iterator[FullPipe]:
    """Watch the programs that are started meanwhile, end the first one whose pipe stays full, and note it.

    Use it in a copy of the process: `Popen` stays changed.
    """
    found, opened, is_over = FullPipe(), [], threading.Event()
    original = subprocess.Popen.__init__

    def __init__(self: Any, *args: Any, **more: Any) -> None:  # noqa: N807  # takes the place of the constructor
        original(self, *args, **more)
        opened.append(self)

    def watch() -> None:
        since: dict[tuple[int, str], tuple[int, float]] = {}
        while not is_over.wait(_LOOK_S):
            for process in opened:
                for name, fd in (("stdout", 1), ("stderr", 2)):
                    is_open = _holds_something(getattr(process, name, None)) and _is_full(process.pid, fd)
                    woken = _times_woken(process.pid) if is_open else None
                    key = (id(process), name)
                    if woken is None:
                        since.pop(key, None)
                        continue
                    before, began = since.setdefault(key, (woken, time.monotonic()))
                    if before != woken:
                        since[key] = (woken, time.monotonic())
                    elif time.monotonic() - began > _LASTS_S and not found.name:
                        found.name = name
                        with suppress(OSError):
                            process.kill()

    subprocess.Popen.__init__ = __init__  # type: ignore[method-assign]
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield found
    finally:
        is_over.set()
        watcher.join(2 * _LASTS_S)
        subprocess.Popen.__init__ = original  # type: ignore[method-assign]


def _holds_something(pipe: IO[Any] | None) -> bool:
    """Tell whether bytes wait in a pipe; False if there is none, or it cannot be told."""
    try:
        return pipe is not None and bool(select.select([pipe], [], [], 0)[0])
    except (OSError, ValueError):
        return False


def _times_woken(pid: int) -> int | None:
    """Return how often a program and those that it has started have gone on after they had waited; None if unknown.

    Whoever reads a little wakes the writer, which fills the pipe again.
    """
    try:
        status = Path(f"/proc/{pid}/status").read_text()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return None
    own = next((int(line.split()[1]) for line in status.splitlines() if line.startswith(_WOKEN)), None)
    counts = [own, *(_times_woken(int(child)) for child in children)]
    return None if None in counts else sum(count for count in counts if count is not None)


def _is_full(pid: int, fd: int) -> bool:
    """Tell whether a running program could write nothing more to its output without waiting; False if unknown."""
    try:
        end = os.open(f"/proc/{pid}/fd/{fd}", os.O_WRONLY | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        asked = select.poll()
        asked.register(end, select.POLLOUT)
        return not asked.poll(0)
    finally:
        os.close(end)
