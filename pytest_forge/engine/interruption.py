"""Interruption: the first Ctrl-C ends a run, and a second one does not cut short how it ends."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

__all__ = ["interrupted_once"]


@contextmanager
def interrupted_once() -> Iterator[None]:
    """Raise KeyboardInterrupt at the first Ctrl-C within, and ignore the others.

    Processes are ended and files removed after the first one; a second one would leave some behind, and be shown as a
    failure of what it has met. A process that handles Ctrl-C in its own way keeps that.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _interrupt(_: int, __: FrameType | None) -> NoReturn:
    # A handler, and not SIG_IGN, which processes inherit.
    signal.signal(signal.SIGINT, lambda *_: None)
    raise KeyboardInterrupt
