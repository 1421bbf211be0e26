"""StandardStreams: standard input and output of this process, for a protocol alone.

Tools and their libraries print, and child processes inherit descriptors. Descriptors 0 and 1 are therefore led
elsewhere: reading 0 gives the end of file, and what is written to 1 goes to standard error.
"""

from __future__ import annotations

import fcntl
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from ..errors import CommandError

__all__ = ["StandardStreams", "claimed_streams"]


@dataclass(frozen=True, slots=True)
class StandardStreams:
    """The protocol's own descriptors; child processes do not inherit them.

    Attributes:
        input: What was descriptor 0.
        output: What was descriptor 1.
    """

    input: int
    output: int


@contextmanager
def claimed_streams() -> Iterator[StandardStreams]:
    """Take standard input and output for a protocol, before code that may print is imported.

    They are given back only if the block raises. Otherwise they stay taken until the process ends: C libraries write
    what they hold in their buffers at exit.

    Raises:
        CommandError: If one of them is closed.
    """
    with suppress(AttributeError, ValueError):
        # What was printed before is not the tools'.
        sys.stdout.flush()
    try:
        streams = StandardStreams(*(fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 3) for number in (0, 1)))
    except OSError:
        raise CommandError(
            "Standard input or output is closed, so a client cannot be served over them. Add --http PORT."
        ) from None
    _lead(0, os.open(os.devnull, os.O_RDONLY))
    try:
        _lead(1, os.dup(2))
    except OSError:
        _lead(1, os.open(os.devnull, os.O_WRONLY))
    if isinstance(sys.stdout, io.TextIOWrapper):
        # It is a log now.
        sys.stdout.reconfigure(line_buffering=True)
    try:
        yield streams
    except BaseException:
        with suppress(AttributeError, ValueError):
            sys.stdout.flush()
        _lead(0, streams.input)
        _lead(1, streams.output)
        raise


def _lead(number: int, to: int) -> None:
    """Make descriptor *number* what *to* is, and close *to*."""
    os.dup2(to, number)
    os.close(to)
