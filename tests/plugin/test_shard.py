"""`pytest --forge-shard K/N`: the shards together say what one run says."""

from __future__ import annotations

import json
import re

import pytest

SUITES = """
import pytest
from pytest_forge import ToolSuite

def echo(text: str) -> str:
    '''Return the given text as it is.'''
    return text

class TestEcho(ToolSuite):
    tool = echo

def test_of_the_project():
    pass
"""


@pytest.fixture
def words(pytester: pytest.Pytester) -> list[str]:
    tools = [
        {"name": f"tool_{number}", "description": "Return it." * (number % 2), "input_schema": {"type": "object"}}
        for number in range(5)
    ]
    for name, some in (("b.json", [tools[0], *tools]), ("a.json", tools[:2])):
        (pytester.path / name).write_text(json.dumps(some))
    checks = ["--forge-checks", "description_is_present,root_is_an_object", "-p", "no:randomly"]
    return ["--forge-tools", "definitions:b.json", "--forge-tools", "definitions:a.json", *checks]


def without_time(text: str) -> str:
    return re.sub(r'"seconds": [-+.e\d]+', "", text)


def test_the_shards_together_say_what_one_run_says(pytester, words, capsys):
    from forge_harness.cli.main import main

    whole = pytester.runpytest(*words, "--forge-report", "json:whole.json").parseoutcomes()
    parts, names = [], []
    for number in (1, 2, 3):
        names.append(f"{number}.json")
        run = pytester.runpytest(*words, "--forge-shard", f"{number}/3", "--forge-report", f"json:{names[-1]}")
        parts.append(run.parseoutcomes())
        assert run.ret == ("failed" in parts[-1])
    capsys.readouterr()

    code = main(["report", "merge", *reversed(names), "--format", "json"])

    assert code == 1
    assert without_time(capsys.readouterr().out) == without_time((pytester.path / "whole.json").read_text())
    assert sum(part.get("passed", 0) for part in parts) == whole["passed"]
    assert sum(part.get("failed", 0) for part in parts) == whole["failed"]


def test_a_suite_belongs_to_one_shard_and_other_tests_to_all(pytester):
    pytester.makepyfile(test_echo=SUITES)

    outcomes = [
        pytester.runpytest("--forge-checks", "description_is_present", "--forge-shard", f"{number}/2").parseoutcomes()
        for number in (1, 2)
    ]

    assert sorted(one["passed"] for one in outcomes) == [1, 2]
    assert sorted(one.get("deselected", 0) for one in outcomes) == [0, 1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--forge-shard", "0/2"), "ERROR: forge_shard is '0/2'. Write K/N with K from 1 to N, such as 1/3."),
        (("--forge-shard", "1/2", "--forge-cov-fail-under", "3"), "ERROR: forge_cov_fail_under needs every tool *"),
        (("--forge-shard", "1/2", "--forge-replay", "a[b]"), "ERROR: forge_replay repeats one finding. *"),
    ],
)
def test_a_shard_that_means_nothing_is_refused(pytester, words, told):
    result = pytester.runpytest(*words)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([told])
