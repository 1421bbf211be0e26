from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.verdict import CheckResult

HERE = Path(__file__).resolve().parent / "tools"
Judge = Callable[[str, str, str], CheckResult]

TYPED = re.compile(r'^@tool\(\s*"(\w+)",\s*\w+,\s*"(\w+)"', re.MULTILINE)
PLAIN = re.compile(r'^(?:async )?def (\w+)\([^)]*\)[^\n]*:\n    """[^\n]*; breaks (\w+)\.', re.MULTILINE)
SECTIONED = re.compile(r'^# (\w+(?:, \w+)*)$|^(?:@tool\(|    name=)\s*"(\w+)"', re.MULTILINE)


def broken() -> Iterator[tuple[str, str, str]]:
    """Yield the module and name of each broken tool, and the check that must find it."""
    for source, declared in (("broken_injection", TYPED), ("broken_injection_functions", PLAIN)):
        for tool, check in declared.findall((HERE / f"{source}.py").read_text()):
            yield source, tool, check


@pytest.mark.parametrize(("source", "tool", "check"), list(broken()))
def test_text_that_is_taken_for_more_is_found(judge: Judge, source: str, tool: str, check: str) -> None:
    result = judge(str(HERE / f"{source}.py"), tool, check)

    assert result.status == "failed", result.message
    assert result.arguments


def good() -> Iterator[tuple[str, str]]:
    """Yield each good tool and each check that the heading of its section names."""
    checks: list[str] = []
    for heading, tool in SECTIONED.findall((HERE / "good_injection.py").read_text()):
        checks = heading.split(", ") if heading else checks
        yield from ((tool, check) for check in checks if tool)


@pytest.mark.parametrize(("tool", "check"), list(good()))
def test_a_tool_that_hands_text_on_as_text_is_not_flagged(judge: Judge, tool: str, check: str) -> None:
    result = judge(str(HERE / "good_injection.py"), tool, check)

    assert result.status in ("passed", "not_applicable"), result.message


def test_every_check_of_the_family_is_tried_on_broken_and_good_tools() -> None:
    ids = {name for name, check in all_checks().items() if check.family == "injection"}

    assert {check for _, _, check in broken()} == ids
    assert {check for _, check in good()} == ids
