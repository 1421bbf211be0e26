"""Lost items: checks whose worker of xdist ended while it made them; xdist gives the other items to a new worker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import pytest

from ..report.printable import printable

if TYPE_CHECKING:
    from ..targets.facts import ToolFacts
    from ..verdict import CheckResult

__all__ = ["is_lost", "item_of_tool", "lost_results", "shown_names", "tools_of_items_key"]

#: In xdist's controller, which loads each target once: the tools by `item_of_tool`, each with its index.
tools_of_items_key = pytest.StashKey[dict[str, tuple[int, "ToolFacts"]]]()


def is_lost(report: pytest.TestReport) -> bool:
    """Whether xdist made the report, for an item that its worker did not finish."""
    # Those that pytest makes tell the phase.
    return report.failed and report.when not in ("setup", "call", "teardown")


def item_of_tool(nodeid: str) -> str:
    """Return the part of a node id that all items of a tool share: what stands before the check's id."""
    return nodeid.rpartition("[")[0]


def shown_names(tools: Iterable[ToolFacts]) -> list[str]:
    """Return what the node ids of the items of a target's *tools* show of each; repeated names are numbered."""
    seen: dict[str, int] = {}
    shown = []
    for tool in tools:
        seen[tool.name] = seen.get(tool.name, 0) + 1
        shown.append(printable(tool.name) + (f"#{seen[tool.name]}" if seen[tool.name] > 1 else ""))
    return shown


def _tool_of_suite(item: str) -> tuple[int, ToolFacts] | None:
    """Return what the node id of a suite's test tells of its tool; None for other tests.

    Only workers import a suite, and none of them is left to tell its tool's name.
    """
    from ..targets.facts import ToolFacts

    path, _, rest = item.partition("::")
    suite, _, test = rest.rpartition("::")
    if not suite or test != "test_tool":
        return None
    name = f"{suite.replace('::', '.')}.tool"
    return 0, ToolFacts(name, f"{path}:{name}", "function")


def lost_results(
    nodeids: Iterable[str], tools: Mapping[str, tuple[int, ToolFacts]]
) -> list[tuple[int, ToolFacts, CheckResult]]:
    """Return an error for each lost item, with its tool and the tool's index in its target.

    Args:
        nodeids: Of the lost items, and of tests that are not ours.
        tools: The tools by `item_of_tool`, each with its index. A suite's tool that is missing gets the suite's name.
    """
    from ..checks.catalogue import all_checks
    from ..finding_id import finding_id
    from ..verdict import CheckResult

    results = []
    for nodeid in dict.fromkeys(nodeids):
        found = tools.get(item_of_tool(nodeid)) or _tool_of_suite(item_of_tool(nodeid))
        check = all_checks().get(nodeid.rpartition("[")[2].removesuffix("]"))
        if found is None or check is None:
            continue
        index, tool = found
        result = CheckResult(
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
        results.append((index, tool, result))
    return results
