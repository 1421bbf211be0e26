"""The check of processes that a tool starts: only the tier execute allows them."""

from __future__ import annotations

from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.walk import Monitor, Step, monitors
from ..check import check
from .judged_calls import judge_calls
from .observed_calls import observed_calls, raise_unless_reached
from .process_effects import started_processes

__all__ = ["processes_need_the_tier_execute"]


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
    calls = observed_calls(subject)
    raise_unless_reached(judge_calls(subject, "processes_need_the_tier_execute", calls))


@monitors("processes_need_the_tier_execute")
def _monitor_processes(subject: Subject) -> Monitor | None:
    if subject.facts.tier not in ("read", "write"):
        return None

    def look(step: Step) -> str | None:
        return next((event.event for event in started_processes(step.seen)), "")

    return look
