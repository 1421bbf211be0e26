"""What the tests of the formats share: a report with every kind of verdict, and hostile texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_forge.report.rule import Rule
from pytest_forge.report.value import Report
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.verdict import CheckResult

TARGET = "shop.py:fetch"


def verdict(status: str, check: str, **facts) -> CheckResult:
    """Return a verdict of the tool `fetch`."""
    code = facts.pop("code", "broken" if status in ("failed", "error") else "")
    name = f"fetch[{check}]#{code}" if code else ""
    return CheckResult(
        "fetch",
        facts.pop("target", TARGET),
        check,
        "results",
        facts.pop("level", "MUST"),
        status,
        facts.pop("message", "It broke."),
        id=name,
        code=code,
        **facts,
    )


@pytest.fixture
def every_verdict() -> Report:
    """One verdict of each kind: passed, failed (MUST and SHOULD), accepted, an error, and not applicable."""
    results = [
        verdict("passed", "passes", message=""),
        verdict("failed", "must_hold", arguments={"a": 1}, reproduce="forge check shop.py:fetch --replay ID"),
        verdict("failed", "should_hold", level="SHOULD", message="It could be better."),
        replace(
            verdict("failed", "is_known"),
            status="not_applicable",
            message="Accepted in 'b.json', as 'We know.': It is known.",
            is_accepted=True,
            accepted_status="failed",
            accepted_reason="We know.",
            accepted_message="It is known.",
        ),
        verdict("error", "cannot_judge", message="Too few calls."),
        verdict("not_applicable", "is_elsewhere", message="No argument."),
    ]
    rules = {one.check: Rule(one.check, one.family, one.level, f"{one.check} holds.", "Because.") for one in results}
    return Report([ToolFacts("fetch", TARGET, "function")], results, 1.25, rules=rules)


def hostile_report(tool: str, text: str) -> Report:
    """Return a report in which everything that a tool can choose is hostile."""
    found = [
        replace(
            verdict(status, check),
            tool=tool,
            target=f"shop.py:{tool}",
            message=text,
            id=f"{tool}[{check}]#broken",
            arguments={tool: text},
            reproduce=text,
        )
        for status, check in (("failed", "must_hold"), ("error", "cannot_judge"), ("not_applicable", "is_elsewhere"))
    ]
    known = replace(
        found[0], check="is_known", status="not_applicable", is_accepted=True, accepted_status="failed", id=f"{tool}[k]"
    )
    return Report(
        [ToolFacts(tool, f"shop.py:{tool}", "function")],
        [*found, replace(known, accepted_reason=text, accepted_message=text)],
        1.0,
    )
