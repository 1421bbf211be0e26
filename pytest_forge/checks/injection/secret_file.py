"""SecretFile: the file planted outside the workspace, and whether a call reads it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Self

from ...observe.observation import Seen
from ...oracles.audit import AuditLog
from ...oracles.read_watch import ReadWatch
from ...oracles.secret_search import find_canary
from ...targets.subject import Subject
from .attempts import watched

__all__ = ["SecretFile"]


class SecretFile:
    """The planted file; while entered, its readers are watched.

    It has been read if its content comes back, if the tool's own interpreter opens it, or if Linux reports that any
    process reads it.

    Args:
        subject: The tool.

    Attributes:
        path: Its path.
    """

    def __init__(self, subject: Subject) -> None:
        self.path = subject.sandbox.outside / "secret.txt"
        self._subject = subject
        self._watch = ReadWatch([self.path])

    def __enter__(self) -> Self:
        self._watch.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._watch.__exit__()

    def way_of_reading(self, arguments: Mapping[str, Any], *, control: Mapping[str, Any]) -> str:
        """Make a call, and return how it read the file, as the end of a sentence about it; "" if it did not.

        Args:
            arguments: The call.
            control: An ordinary call, which does not read the file.
        """
        is_shown, is_opened, is_read = self._call(arguments)
        if is_shown:
            return "and returned its content"
        if not is_opened and not (is_read and self._is_cause(arguments, control)):
            return ""
        return "although its answer does not show it"

    def _is_cause(self, arguments: Mapping[str, Any], control: Mapping[str, Any]) -> bool:
        # Other programs on the machine, such as indexers and backups, may also read new files.
        if self._call(control)[2]:
            return False
        # A tool may cache a file until it changes.
        with suppress(OSError):
            os.utime(self.path)
        return self._call(arguments)[2]

    def _call(self, arguments: Mapping[str, Any]) -> tuple[bool, bool, bool]:
        """Return whether a call shows the file, opens it, and whether any process has read it meanwhile."""
        self._watch.read()
        outcome, heard = watched(self._subject, dict(arguments), AuditLog())
        is_read = bool(self._watch.read())
        opened = [event for event in heard.value.events if event.event == "open"] if isinstance(heard, Seen) else []
        canary = self._subject.sandbox.canaries["outside"]
        is_shown = find_canary(canary, [outcome.returned, outcome.body, outcome.text]) is not None
        names = {os.path.normpath(name) for event in opened for name in event.paths}
        return is_shown, str(self.path) in names, is_read
