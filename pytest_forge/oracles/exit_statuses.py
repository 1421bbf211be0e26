"""Exit statuses: programs that end well, and that the code which has started them sees end with another status."""

from __future__ import annotations

import subprocess
from asyncio import base_subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

__all__ = ["ODD_STATUS", "seen_with_status"]

#: No program is known to end with it.
ODD_STATUS = 83


@contextmanager
def seen_with_status(status: int | None = ODD_STATUS, *, instead_of: int = 0) -> Iterator[list[int]]:
    """Let programs that end with *instead_of* be seen to end with *status*; with None, as they end.

    Programs of `subprocess` and of asyncio count, those of `os.system` and `os.fork` do not.

    Yields:
        The statuses that programs have ended with.
    """
    ended: list[int] = []
    handle: Any = vars(subprocess.Popen)["_handle_exitstatus"]
    process_exited: Any = vars(base_subprocess.BaseSubprocessTransport)["_process_exited"]

    def seen(real: int) -> int:
        ended.append(real)
        return status if status is not None and real == instead_of else real

    def handled(self: Any, *words: Any, **named: Any) -> None:
        handle(self, *words, **named)
        self.returncode = seen(self.returncode)

    def exited(self: Any, returncode: int) -> None:
        process_exited(self, seen(returncode))

    with (
        patch.object(subprocess.Popen, "_handle_exitstatus", handled),
        patch.object(base_subprocess.BaseSubprocessTransport, "_process_exited", exited),
    ):
        yield ended
