"""What the tests of the loop share: none of them may hang."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from types import FrameType

import pytest

_LONGEST_S = 30.0


@pytest.fixture(autouse=True)
def deadline() -> Iterator[None]:
    """Fail a test that does not end by itself, where the system can interrupt it."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        pytest.fail(f"The test did not end within {_LONGEST_S:.0f} s.")

    before = signal.signal(signal.SIGALRM, ring)
    # Again and again, since whoever contains every exception of a tool contains this one as well.
    signal.setitimer(signal.ITIMER_REAL, _LONGEST_S, 1.0)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)
