"""Reading: which files a server reads while it is asked, of which its answer need not tell."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ...oracles.read_watch import ReadWatch
from ...targets.subject import Subject
from .asking import Reply, served_tool, tried

__all__ = ["WatchedCalls"]


class WatchedCalls:
    """Calls of a tool, while it is entered, of which is seen what they read; where that cannot be seen, nothing is.

    One is made a check, not a call: to stop watching takes ten times as long as most calls.

    Args:
        subject: The tool.
        files: What to watch.
    """

    def __init__(self, subject: Subject, files: Iterable[Path]) -> None:
        self._subject = subject
        self._watch = ReadWatch(files)

    def __enter__(self) -> WatchedCalls:
        self._watch.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._watch.__exit__()

    def ask(self, arguments: Mapping[str, Any]) -> tuple[Reply, list[Path]]:
        """Call the tool once, and return also which files were read meanwhile.

        Raises:
            NotEnoughSeen: If there is no time for another call.
            ServerLostError: If the call has ended the server.
        """
        # A server may look around when it starts, which is no deed of the call's.
        served_tool(self._subject).server.recover()
        # What was read before, by ourselves for the most part.
        self._watch.read()
        reply = tried(self._subject, arguments)
        return reply, self._watch.read()

    def reads_again(self, arguments: Mapping[str, Any], files: list[Path], *, control: Mapping[str, Any]) -> bool:
        """Tell whether a call that has read files reads one again, and an ordinary call reads none.

        Other programs of the machine read files as well, as soon as they are made: those that index or back up.

        Args:
            arguments: The call.
            files: What it has read.
            control: The ordinary call.

        Raises:
            NotEnoughSeen: If there is no time for further calls.
            ServerLostError: If a call has ended the server.
        """
        if self.ask(control)[1]:
            return False
        for path in files:
            # A server may keep what it has read until it changes.
            with contextlib.suppress(OSError):
                os.utime(path)
        return bool(self.ask(arguments)[1])
