"""Preparation: what every child of a host would do anew, done once before the first is forked."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..oracles.module_places import remember_places
from ..oracles.tracked_objects import freeze_objects
from ..strategies.calls.examples import candidate_arguments
from ..strategies.workspace_files import make_files

__all__ = ["prepare_host", "prepare_tool"]

#: As many ordinary calls as any check asks for.
_MOST_CALLS = 24
_PATIENCE_S = 1.0


class _TooSlowError(BaseException):
    """No Exception, so that nobody on the way takes it for an answer."""


def prepare_host() -> None:
    """Look for what children look for, and let them share it.

    Whatever a child looks at, it copies, and a collection looks at everything.
    """
    make_files()
    remember_places()
    freeze_objects()


def prepare_tool(schema: Any) -> None:
    """Make a tool's ordinary calls, unless that takes long: its schema may be made to hold the host up."""
    if isinstance(schema, dict):
        try:
            with _time_limit(_PATIENCE_S):
                candidate_arguments(schema, limit=_MOST_CALLS)
        except _TooSlowError:
            return
        except Exception:  # noqa: BLE001  # each check meets it again, and says what it makes of it
            return


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    def interrupt(*_: object) -> None:
        raise _TooSlowError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
