"""Reading: the files that a server reads during a call, also if its answer does not show them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from ...observe.from_outside import OutsideObserver
from ...observe.observation import Observation, Seen
from ...oracles.read_watch import ReadWatch
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from .asking import served_tool, tried

__all__ = ["WatchedCalls", "files_read"]


class WatchedCalls:
    """Calls of a tool with the files that they read; an empty list where reads are not observable.

    Create one for a check, not one for a call: to stop watching takes ten times as long as most calls.

    Args:
        subject: The tool.
        files: The files to watch.
    """

    def __init__(self, subject: Subject, files: Iterable[Path]) -> None:
        self._subject = subject
        self._watch = ReadWatch(files)

    def __enter__(self) -> WatchedCalls:
        self._watch.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._watch.__exit__()

    def observe(self, arguments: Mapping[str, Any], folders: Collection[Path] = ()) -> Observation[Outcome]:
        """Call the tool once, and observe the files that were read, and changes in some folders.

        Raises:
            NotEnoughSeen: If time runs out.
            ServerLostError: If the call ended the server.
        """
        # Start the server first: its reads at startup do not belong to the call.
        served_tool(self._subject).server.recover()
        with OutsideObserver(self._subject.sandbox.workspace, folders, self._watch) as observer:
            reply = tried(self._subject, arguments)
        return observer.seen(reply)

    def ask(self, arguments: Mapping[str, Any]) -> tuple[Outcome, list[Path]]:
        """Call the tool once, and also return the files that were read meanwhile; see `observe`."""
        seen = self.observe(arguments)
        return seen.answer, files_read(seen)

    def reads_again(self, arguments: Mapping[str, Any], files: list[Path], *, control: Mapping[str, Any]) -> bool:
        """Return whether a call that read files reads one again, while an ordinary call reads none.

        Other programs on the machine, such as indexers and backups, may also read new files.

        Args:
            arguments: The call.
            files: The files that it read.
            control: The ordinary call.

        Raises:
            NotEnoughSeen: If time runs out.
            ServerLostError: If a call ended the server.
        """
        if self.ask(control)[1]:
            return False
        for path in files:
            # A server may cache a file until it changes.
            with contextlib.suppress(OSError):
                os.utime(path)
        return bool(self.ask(arguments)[1])


def files_read(seen: Observation[Outcome]) -> list[Path]:
    """Return the planted files that were read; none where reads are not observable."""
    return list(seen.files_read.value) if isinstance(seen.files_read, Seen) else []
