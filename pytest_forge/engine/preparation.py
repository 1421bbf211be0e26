"""Preparation: work that every child of a host needs, done once before the first fork."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from forge_harness import Tool

from ..checks.catalogue import all_checks
from ..oracles.module_places import remember_places
from ..oracles.own_code import OwnCode
from ..oracles.tracked_objects import freeze_objects
from ..strategies.calls.examples import candidate_arguments
from ..strategies.schemas.schema_document import SchemaDocument
from ..strategies.workspace_files import make_files

__all__ = ["prepare_host", "prepare_tool"]

#: The most ordinary calls that a check asks for.
_MOST_CALLS = 24
_TIMEOUT_S = 1.0


class _TooSlowError(BaseException):
    """Not an Exception, so that a handler on the way does not catch it."""


def prepare_host(*, is_served: bool) -> None:
    """Compute data that children need, so that they share it.

    A child copies the memory that it touches, and a garbage collection touches everything.

    Args:
        is_served: Whether the tools are those of a server, whose words many checks quote.
    """
    if is_served:
        from ..cassettes.redaction import secret_search  # noqa: F401  # takes 0.1 s; functions seldom need it
    make_files()
    all_checks()
    remember_places()
    freeze_objects()


def prepare_tool(schema: Any, tool: Tool | None = None) -> None:
    """Find the author's modules, make the ordinary arguments of a tool, and find the draft of its schema.

    What takes long is left to the children.

    Args:
        schema: Its schema; it may be hostile.
        tool: The tool, if its code is in this process.
    """
    if tool is not None:
        OwnCode(tool).modules()
    if isinstance(schema, dict):
        try:
            with _time_limit(_TIMEOUT_S):
                candidate_arguments(schema, limit=_MOST_CALLS)
                SchemaDocument(schema)
        except _TooSlowError:
            return
        except Exception:  # noqa: BLE001  # each check meets and reports it again
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
