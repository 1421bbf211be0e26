from pytest_forge.report.value import Report
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.verdict import CheckResult

TOOL = ToolFacts(name="fetch", target="shop.py:fetch", kind="forge", tier="read", category="custom")


def result(status: str, **facts) -> CheckResult:
    return CheckResult("fetch", "shop.py:fetch", "a_check", "results", "MUST", status, **facts)


def exit_code(*statuses: str) -> int:
    return Report([TOOL], [result(status) for status in statuses], 1.0).exit_code


def test_the_exit_code_tells_clean_findings_and_not_judged_apart():
    assert exit_code("passed", "not_applicable") == 0
    assert exit_code("passed", "failed") == 1
    assert exit_code("passed", "error") == 2
    assert exit_code("error", "failed") == 1


def test_the_json_report_has_the_keys_of_version_1_and_no_others():
    failed = result("failed", message="It broke.", arguments={"a": 1}, reproduce="forge check …", seconds=2.0)

    assert Report([TOOL], [failed, result("passed")], 1.23456).as_json() == {
        "version": 1,
        "tools": [{"name": "fetch", "target": "shop.py:fetch", "kind": "forge", "tier": "read", "category": "custom"}],
        "results": [
            {
                "tool": "fetch",
                "check": "a_check",
                "family": "results",
                "level": "MUST",
                "status": "failed",
                "code": "",
                "message": "It broke.",
                "arguments": {"a": 1},
                "reproduce": "forge check …",
                "seconds": 2.0,
            },
            {
                "tool": "fetch",
                "check": "a_check",
                "family": "results",
                "level": "MUST",
                "status": "passed",
                "code": "",
                "message": "",
                "arguments": None,
                "reproduce": "",
                "seconds": 0.0,
            },
        ],
        "summary": {"tools": 1, "passed": 1, "failed": 1, "error": 0, "not_applicable": 0, "seconds": 1.235},
    }
