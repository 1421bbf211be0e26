"""RunTerminal: what `forge run` shows.

The answer goes to standard output while it arrives; calls, approvals and the bill go to standard error.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ..events import Event

__all__ = ["RunTerminal"]

#: What a terminal could take for a command.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class RunTerminal:
    """Shows one run; a line for each call, and each turn's text on lines of its own.

    Args:
        is_verbose: Whether to show what the log says of calls that failed, with its tracebacks.
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
        """Show a line beside the answer."""
        self.end_line()
        print(_CONTROL.sub("?", text), end=end, file=sys.stderr, flush=True)  # noqa: T201  # beside the answer

    def end_line(self) -> None:
        """End the line of the answer, if it has begun one."""
        if self._is_mid_line:
            self._is_mid_line = False
            print(flush=True)  # noqa: T201  # the command's output

    def show(self, event: Event) -> None:
        """Show what became of a call."""
        if event.event_type != "tool.invoked":
            return
        record = event.payload["record"]
        why = f" ({record.error_type})" if record.error_type and record.outcome == "failed" else ""
        self.note(f"[{record.tool_name}: {record.outcome}{why}, {record.duration_s:.2f} s]")

    @contextmanager
    def logs(self) -> Iterator[None]:
        """Show the harness's warnings as lines beside the answer; of a failed call, `show` has told already."""
        logger = logging.getLogger("forge_harness")
        handler = _Lines(self)
        logger.addHandler(handler)
        try:
            yield
        finally:
            logger.removeHandler(handler)

    def log(self, record: logging.LogRecord) -> None:
        """Show a record of the log, or leave it out where another line says the same."""
        if record.funcName != "log_failure":
            self.note(record.getMessage())
        elif self._is_verbose:
            # It is one line in a log, where nobody must forge another; here it is to be read.
            self.note(record.getMessage().encode("ascii", "replace").decode("unicode_escape").rstrip())
        else:
            self.hides_failures = True


class _Lines(logging.Handler):
    """Hands the records of the log to a terminal."""

    def __init__(self, terminal: RunTerminal) -> None:
        super().__init__(logging.WARNING)
        self._terminal = terminal

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._terminal.log(record)
        except Exception:  # noqa: BLE001  # as every handler: logging must not break what it tells of
            self.handleError(record)
