"""Lost items: checks whose worker of xdist ended while it made them; xdist gives the other items to a new worker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ..targets.facts import ToolFacts
    from ..verdict import CheckResult

__all__ = ["is_lost", "item_of_tool", "lost_results"]


def is_lost(report: pytest.TestReport) -> bool:
    """Whether xdist made the report, for an item that its worker did not finish."""
    # Those that pytest makes tell the phase.
    return report.failed and report.when not in ("setup", "call", "teardown")


def item_of_tool(nodeid: str) -> str:
    """Return the part of a node id that all items of a tool share: what stands before the check's id."""
    return nodeid.rpartition("[")[0]


def lost_results(nodeids: Iterable[str], tools: Mapping[str, ToolFacts]) -> list[CheckResult]:
    """Return an error for each lost item.

    Args:
        nodeids: Of the lost items, and of tests that are not ours.
        tools: The tools by the common part of their items' node ids.
    """
    from ..checks.catalogue import all_checks
    from ..finding_id import finding_id
    from ..verdict import CheckResult

    results = []
    for nodeid in dict.fromkeys(nodeids):
        tool = tools.get(item_of_tool(nodeid))
        check = all_checks().get(nodeid.rpartition("[")[2].removesuffix("]"))
        if tool is None or check is None:
            continue
        results.append(
            CheckResult(
                tool=tool.name,
                target=tool.target,
                check=check.id,
                family=check.family,
                level=check.level,
                status="error",
                message="The worker process ended while the check was made. Run the check again.",
                code="worker_lost",
                id=str(finding_id(tool.name, check.id, "worker_lost")),
                was_made=False,
            )
        )
    return results
