"""RunTerminal: the output of `forge run`.

The answer goes to standard output while it arrives; calls, approvals and costs go to standard error.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ..events import Event

__all__ = ["RunTerminal"]

#: Characters that a terminal could interpret.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class RunTerminal:
    """Shows one run; a line for each call, and each turn's text on lines of its own.

    Args:
        is_verbose: Whether to show the log of failed calls, with tracebacks.
    """

    def __init__(self, *, is_verbose: bool = False) -> None:
        self._is_verbose = is_verbose
        self._is_mid_line = False
        self.hides_failures = False

    def say(self, piece: str) -> None:
        """Show a piece of the answer."""
        shown = _CONTROL.sub("", piece)
        print(shown, end="", flush=True)  # noqa: T201  # the command's output
        if shown:
            self._is_mid_line = not shown.endswith("\n")

    def note(self, text: str, end: str = "\n") -> None:
        """Show a line on standard error."""
        self.end_line()
        print(_CONTROL.sub("?", text), end=end, file=sys.stderr, flush=True)  # noqa: T201  # not part of the answer

    def end_line(self) -> None:
        """End the line of the answer, if it has begun one."""
        if self._is_mid_line:
            self._is_mid_line = False
            print(flush=True)  # noqa: T201  # the command's output

    def show(self, event: Event) -> None:
        """Show the outcome of a call."""
        if event.event_type != "tool.invoked":
            return
        record = event.payload["record"]
        why = f" ({record.error_type})" if record.error_type and record.outcome == "failed" else ""
        self.note(f"[{record.tool_name}: {record.outcome}{why}, {record.duration_s:.2f} s]")

    @contextmanager
    def logs(self) -> Iterator[None]:
        """Show the harness's warnings as lines on standard error; `show` reports failed calls."""
        logger = logging.getLogger("forge_harness")
        handler = _Lines(self)
        logger.addHandler(handler)
        try:
            yield
        finally:
            logger.removeHandler(handler)

    def log(self, record: logging.LogRecord) -> None:
        """Show a record of the log, unless `show` reports it."""
        if record.funcName != "log_failure":
            self.note(record.getMessage())
        elif self._is_verbose:
            # In a log it is escaped to one line; on the terminal it is shown for reading.
            self.note(record.getMessage().encode("ascii", "replace").decode("unicode_escape").rstrip())
        else:
            self.hides_failures = True


class _Lines(logging.Handler):
    """Passes the records of the log to a terminal."""

    def __init__(self, terminal: RunTerminal) -> None:
        super().__init__(logging.WARNING)
        self._terminal = terminal

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._terminal.log(record)
        except Exception:  # noqa: BLE001  # as in every handler: logging must not break the program
            self.handleError(record)
