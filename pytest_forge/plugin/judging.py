"""Judging: run the check of a test item or suite, end the test accordingly, and send the verdict to the report."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from ..findings.finding import Finding
from ..report.printable import printable
from .loaded_targets import check_run, usage_errors
from .resumed_items import note_verdicts

if TYPE_CHECKING:
    from ..checks.check import Check
    from ..engine.kept_verdicts import KeptTool
    from ..engine.session import Session
    from ..targets.facts import ToolFacts
    from ..verdict import CheckResult

__all__ = ["covered_key", "judged_key", "settle"]

#: Of an item: each verdict with its tool, as JSON text for the process that reports.
judged_key = pytest.StashKey[list[str]]()
#: The same for the coverage of a tool's contract.
covered_key = pytest.StashKey[list[str]]()


def settle(session: Session, index: int, check: Check, item: pytest.Item, *, known: KeptTool | None = None) -> None:
    """Judge, note the verdict for the report, and end the test accordingly.

    Args:
        session: Where the tool is loaded.
        index: Of the tool.
        check: The check to make.
        item: The test.
        known: The verdicts of a run that was cut off; None for a test that is made again in any case.
    """
    __tracebackhide__ = True
    run = check_run(item.config)
    tool = session.tools[index]
    earlier = None if known is None else known.results.get(check.id)
    results = list(earlier or run.judge(session, index, check))
    covered = known.covered if known is not None and earlier else session.take_covered(index)
    if known is not None and not earlier:
        note_verdicts(item, tool, index, check.id, results, covered)
    item.stash[judged_key] = [json.dumps(_portable(index, tool, result), default=repr) for result in results]
    if session.with_coverage and tool.runs_code:
        # Also without coverage, so that a tool that was never called counts.
        part = {"tool": tool.as_json(), "index": index, "covered": sorted(covered)}
        item.stash[covered_key] = [json.dumps(part, default=repr)]
    # A process lost in this check fails this item too, whichever check reports it.
    result = next((result for result in results if result.status == "failed"), results[0])
    item.user_properties += _properties(result)
    if result.status == "not_applicable":
        pytest.skip(printable(result.message))
    with usage_errors():
        entry = run.baseline.accepting(result) or run.baseline.accepting_cause(result)
    if entry is not None:
        pytest.xfail(printable(f"accepted in the baseline: {entry.reason}"))
    if result.status != "passed":
        raise Finding(result, _check_of(result, check), snippet=_snippet(result, tool, item.config))


def _properties(result: CheckResult) -> list[tuple[str, object]]:
    """Return what a JUnit report and other plugins are told of a verdict."""
    facts = {"level": result.level, "id": result.id, "code": result.code, "reproduce": result.reproduce}
    return [(f"forge_{name}", printable(value)) for name, value in facts.items() if value]


def _snippet(result: CheckResult, tool: ToolFacts, config: pytest.Config) -> list[str]:
    """Return the call as lines of Python; empty unless pytest is verbose."""
    from ..report.snippet import snippet_lines

    if config.get_verbosity() <= 0:
        return []
    return snippet_lines(result, kind=tool.kind, base=config.invocation_params.dir)


def _check_of(result: CheckResult, check: Check) -> Check:
    from ..checks.catalogue import all_checks

    return check if result.check == check.id else all_checks()[result.check]


def _portable(index: int, tool: ToolFacts, result: CheckResult) -> dict[str, Any]:
    return {
        "tool": {
            "name": tool.name,
            "target": tool.target,
            "kind": tool.kind,
            "tier": tool.tier,
            "category": tool.category,
            "left_out": tool.left_out,
            "unusable": tool.unusable,
            "not_called": tool.not_called,
            "helpers": tool.helpers,
            "is_destructive": tool.is_destructive,
        },
        "index": index,
        "result": {
            **result.as_json(),
            "target": result.target,
            "id": result.id,
            "old_id": result.old_id,
            "follows": result.follows,
            "seed": result.seed,
            "was_made": result.was_made,
        },
    }
