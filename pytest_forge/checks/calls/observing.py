"""Observing: one call of a tool, in this process or of a server, with its effects."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from ...observe import in_process
from ...observe.from_outside import OutsideObserver
from ...observe.observation import Observation
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from .asking import served_tool
from .fake_sleep import fake_sleep

__all__ = ["observe"]


def observe(
    subject: Subject,
    arguments: Mapping[str, Any],
    *,
    folders: Collection[Path] = (),
    during: Callable[[], AbstractContextManager[Any]] = fake_sleep,
) -> Observation[Outcome]:
    """Make one call, and observe its effects; of a server, those that are visible from outside.

    Args:
        subject: The tool.
        arguments: The arguments of the call.
        folders: The folders to compare; by default, those of the sandbox.
        during: A context manager for the call in this process.
    """
    if not subject.is_served:
        return in_process.observe(subject, arguments, folders=folders, during=during)
    server, sandbox = served_tool(subject).server, subject.sandbox
    folders = folders or (sandbox.workspace, sandbox.temp, sandbox.outside, sandbox.sibling, sandbox.home)
    # Start the server first: its own effects at startup do not belong to the call.
    server.recover()
    with OutsideObserver(sandbox.workspace, () if server.address.url else folders, server=server) as observer:
        outcome = subject.call(arguments)
    return observer.seen(outcome)
