"""The check of processes that a tool starts: only the tier execute allows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...oracles.audit import AuditEvent
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.candidates import judge_candidates
from ..calls.walk import Monitor, Step, monitors
from ..check import check
from .observed_calls import observe, observed_calls, raise_unless_reached, smallest_call

__all__ = ["processes_need_the_tier_execute"]

#: Modules that start a program to identify the machine, or a worker for the tool's own functions.
_HARMLESS = frozenset({"platform", "uuid", "ctypes.util", "_osx_support", "sysconfig", "locale"})
_WORKERS = ("multiprocessing", "concurrent.futures", "joblib", "billiard")


@check(
    family="effects",
    level="MUST",
    source="Forge Tools: three tiers, Execute runs external code",
    codes={
        "process_started": "A tool with a tier below execute starts a process.",
    },
)
def processes_need_the_tier_execute(subject: Subject) -> None:
    """A tool with the tier read or write starts no process.

    A program can do anything, which approval of a read or a write does not cover; the tier execute has its own policy
    and scope. The check makes ordinary calls and watches Python's audit events for processes that they start.

    Not judged: programs that the standard library runs to identify the machine; multiprocessing workers that run the
    tool's own functions.
    """
    if subject.facts.tier not in ("read", "write"):
        raise NotApplicable("The tool does not declare the tier read or write.")
    outcomes = []
    for observed in observed_calls(subject):
        outcomes.append(observed.outcome)
        started = _started(observed.events)
        if started is not None:
            call = smallest_call(
                subject, observed.outcome.arguments, lambda call: _started(observe(subject, call).events) is not None
            )
            raise _finding(subject, started, call)

    def judge(call: dict[str, Any]) -> None:
        started = _started(observe(subject, call).events)
        if started is not None:
            raise _finding(subject, started, call)

    judge_candidates(subject, "processes_need_the_tier_execute", judge)
    raise_unless_reached(outcomes)


def _finding(subject: Subject, started: AuditEvent, call: Mapping[str, Any]) -> CheckFailure:
    return CheckFailure(
        "process_started",
        f"The tool is declared {subject.facts.tier!r}, but it started a process{_shown(started)}. "
        "Declare the tier 'execute', or do the work in Python.",
        arguments=call,
    )


@monitors("processes_need_the_tier_execute")
def _monitor_processes(subject: Subject) -> Monitor | None:
    if subject.facts.tier not in ("read", "write"):
        return None

    def look(step: Step) -> str | None:
        started = _started(step.events)
        return "" if started is None else started.event

    return look


def _started(events: Iterable[AuditEvent]) -> AuditEvent | None:
    return next((event for event in events if event.action == "execute" and _counts(event)), None)


def _counts(event: AuditEvent) -> bool:
    if event.event in ("os.fork", "os.posix_spawn") and any(name.startswith(_WORKERS) for name in event.asked_by[:4]):
        return False
    # Skip subprocess and os; their caller decides.
    callers = [name for name in event.asked_by if name not in ("subprocess", "os", "asyncio")]
    return not (callers and callers[0] in _HARMLESS)


def _shown(event: AuditEvent) -> str:
    command = " ".join(event.paths[1:] if event.event == "subprocess.Popen" and len(event.paths) > 1 else event.paths)
    return f" ({command[:60]!r})" if command else ""
