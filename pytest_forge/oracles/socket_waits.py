"""Socket waits: what a call waits for while a service keeps silent, and whether it would ever stop.

A socket without a timeout that is being read by the call itself waits as long as the service is silent. This is seen
at the moment of the wait, so nobody has to wait for it.
"""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType

from ..targets.own_clock import own_time
from .network_canary import answers_late

__all__ = ["SocketWaits"]

#: Seconds until a client that has sent its request must have begun to wait.
_BEGIN_S, _LOOK_S = 0.2, 0.01


class SocketWaits:
    """The waits for answers of the network, while entered.

    Args:
        codes: The code of the tool's function: a thread that waits in there holds up the call.

    Attributes:
        number: How many answers the calls have waited for.
        endless: How many of these waits had no limit.
    """

    def __init__(self, codes: frozenset[CodeType]) -> None:
        self.number = self.endless = 0
        self._codes = codes

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Look at each wait while entered."""
        with answers_late(self._look):
            yield

    def _look(self, client: socket.socket) -> None:
        self.number += 1
        # Pauses of `time` may be skipped meanwhile, and this is another clock.
        until, pause = own_time() + _BEGIN_S, threading.Event()
        while own_time() < until:
            if client.gettimeout() is not None:
                return
            frames = sys._current_frames().values()  # noqa: SLF001  # there is no other way to other threads
            if any(_reads(frame, client) and self._is_call(frame) for frame in frames):
                # A timeout may have been set just before.
                self.endless += client.gettimeout() is None
                return
            pause.wait(_LOOK_S)

    def _is_call(self, frame: FrameType | None) -> bool:
        while frame is not None:
            if frame.f_code in self._codes:
                return True
            frame = frame.f_back
        return False


def _reads(frame: FrameType, client: socket.socket) -> bool:
    """Tell whether a frame is that of an object which reads from a socket, such as the file of a connection."""
    owner = frame.f_locals.get("self") if frame.f_code.co_name in ("readinto", "read", "recv") else None
    return owner is not None and any(getattr(owner, name, None) is client for name in ("_sock", "sock"))
