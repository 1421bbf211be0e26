"""Kept nothing: calls after which a function is as it was, so that no later call can depend on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ...oracles.audit import AuditEvent, AuditLog
from ...oracles.look_ups import LookUps
from ...oracles.program_state import ProgramState
from ...oracles.statement_log import StatementLog
from ...targets.subject import Subject
from .copies import in_a_copy
from .fake_sleep import fake_sleep
from .only_computes import only_computes

__all__ = ["keep_nothing"]

_COMPILED = "__pycache__"


def keep_nothing(subject: Subject, calls: Sequence[dict[str, Any]]) -> bool:
    """Tell whether calls of a function, one after another, change nothing of its memory, and ask nothing outside.

    They look up and open no file of the sandbox and no connection, start no process, and send no statement.

    Args:
        subject: The function.
        calls: Its calls. They are made in a copy of the process.
    """
    if only_computes(subject):
        return True
    return bool(in_a_copy(partial(_keep_nothing, subject, calls), limit_s=2 * subject.call_s, tell=lambda _: None))


def _keep_nothing(subject: Subject, calls: Sequence[dict[str, Any]]) -> bool:
    state = ProgramState.take(subject.tool)
    log, looked, statements = AuditLog(), LookUps(), StatementLog()
    with log, looked, statements, fake_sleep():
        outcomes = [subject.call(call) for call in calls]
    if any(outcome.timed_out for outcome in outcomes) or statements.statements:
        return False
    sandbox = subject.sandbox
    # We ask for the folders ourselves.
    own = {str(folder) for folder in (sandbox.root, sandbox.workspace, sandbox.home, sandbox.temp)}
    names = [*looked.names, *(name for event in log.events for name in event.paths)]
    is_asking = any(name not in own and _is_below(sandbox.root, name) for name in names)
    return not is_asking and all(map(_is_of_library, log.events)) and state.is_unchanged()


def _is_of_library(event: AuditEvent) -> bool:
    """Tell whether an operation only reads, or keeps compiled code: libraries are imported late, and have files."""
    return event.action in ("read", "list") or (bool(event.paths) and all(_COMPILED in name for name in event.paths))


def _is_below(root: Path, name: str) -> bool:
    return not Path(name).is_absolute() or Path(name).is_relative_to(root)
