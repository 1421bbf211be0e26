"""The check of processes that a tool starts: only the tier execute allows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...observe.observation import Answer, Observation
from ...targets.facts import ToolFacts
from ...verdict import CheckFailure, NotApplicable
from ..check import check
from .process_effects import shown_process, started_processes

__all__ = ["processes_need_the_tier_execute"]


@check(
    family="effects",
    level="MUST",
    source="Forge Tools: three tiers, Execute runs external code",
    codes={
        "process_started": "A tool with a tier below execute starts a process.",
    },
    unseen="The annotations of MCP say nothing about processes.",
)
def processes_need_the_tier_execute(tool: ToolFacts, calls: Iterable[Observation[Answer]]) -> Iterator[CheckFailure]:
    """A tool with the tier read or write starts no process.

    A program can do anything, which approval of a read or a write does not cover; the tier execute has its own policy
    and scope. The check makes ordinary calls and watches Python's audit events for processes that they start.

    Not judged: programs that the standard library runs to identify the machine; multiprocessing workers that run the
    tool's own functions.
    """
    if tool.tier not in ("read", "write"):
        raise NotApplicable("The tool does not declare the tier read or write.")
    for call in calls:
        for event in started_processes(call):
            yield CheckFailure(
                "process_started",
                f"The tool is declared {tool.tier!r}, but it started a process{shown_process(event)}. "
                "Declare the tier 'execute', or do the work in Python.",
            )
