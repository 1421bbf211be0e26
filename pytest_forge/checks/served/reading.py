"""Reading: which files a server reads while it is asked, of which its answer need not tell."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ...oracles.read_watch import ReadWatch
from ...targets.subject import Subject
from .asking import Reply, ask, served_tool

__all__ = ["ask_watched", "reads_again"]


def ask_watched(subject: Subject, arguments: Mapping[str, Any], files: Iterable[Path]) -> tuple[Reply, list[Path]]:
    """Call the tool once, and return also which of *files* were read meanwhile; none where that cannot be seen.

    Raises:
        NotApplicable: If there is no time for another call.
        ServerLostError: If the call has ended the server.
    """
    # A server may look around when it starts, which is no deed of the call's.
    served_tool(subject).server.recover()
    with ReadWatch(files) as watch:
        reply = ask(subject, arguments)
        return reply, watch.read()


def reads_again(
    subject: Subject, arguments: Mapping[str, Any], files: list[Path], *, control: Mapping[str, Any]
) -> bool:
    """Tell whether a call that has read files reads one again, and an ordinary call reads none.

    Other programs of the machine read files as well, as soon as they are made: those that index or back up.

    Args:
        subject: The tool.
        arguments: The call.
        files: What it has read.
        control: The ordinary call.

    Raises:
        NotApplicable: If there is no time for further calls.
        ServerLostError: If a call has ended the server.
    """
    if ask_watched(subject, control, files)[1]:
        return False
    for path in files:
        # A server may keep what it has read until it changes.
        with contextlib.suppress(OSError):
            os.utime(path)
    return bool(ask_watched(subject, arguments, files)[1])
