"""Quiet calls: calls that change no file and no table, send nothing, start nothing, and do not ask for the time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ....observe.in_process import CallObserver
from ....oracles.clock_reads import ClockReads
from ....oracles.statement_log import StatementLog
from ....targets.subject import Subject
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep

__all__ = ["are_quiet"]

#: Statements that leave a database as it was begin with one of these.
_READING = ("select", "with", "pragma", "explain")


def are_quiet(subject: Subject, calls: Sequence[dict[str, Any]], *, may_ask_time: bool = False) -> bool:
    """Return whether calls of a tool, one after another, succeed and have no effect outside the tool's memory.

    A tool without a tier may be meant to change something; after quiet calls only its memory can have changed.

    Args:
        subject: The tool.
        calls: Its calls. They are made in a copy of the process.
        may_ask_time: Whether they may ask for the time all the same.
    """
    made = partial(_are_quiet, subject, calls, may_ask_time=may_ask_time)
    return bool(in_a_copy(made, limit_s=2 * subject.call_s, tell=subject.has_left))


def _are_quiet(subject: Subject, calls: Sequence[dict[str, Any]], *, may_ask_time: bool) -> bool:
    """Run it in a copy of the process."""
    reads, statements = ClockReads(), StatementLog()
    subject.tool = reads.wrap(subject.tool)
    with CallObserver(subject.sandbox) as observer, statements, fake_sleep():
        outcomes = [subject.call(call) for call in calls]
    seen = observer.seen(outcomes[-1])
    is_read_only = all(one.text.strip(" \t\r\n(").lower().startswith(_READING) for one in statements.statements)
    effects = seen.changed_entries or seen.processes or seen.connections or seen.requests.value
    is_timeless = may_ask_time or not reads.count
    return all(outcome.succeeded for outcome in outcomes) and is_read_only and not effects and is_timeless
