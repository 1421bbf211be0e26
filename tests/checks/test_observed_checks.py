"""Checks that are functions over observed calls: judged without a process, in process, and on a server."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from pytest_forge.checks.effects.processes import processes_need_the_tier_execute
from pytest_forge.observe.observation import Observation, Seen, Unseen
from pytest_forge.oracles.audit import AuditEvent
from pytest_forge.oracles.file_tree import FileTree
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.targets.outcome import Outcome
from pytest_forge.verdict import NotApplicable

PROJECT = '''
from pytest_forge import CheckFailure, check

@check(family="results", level="SHOULD", source="Our handbook", codes={"no_unit": "An answer has no unit."})
def answers_have_a_unit(tool, calls):
    """An answer has a unit."""
    for call in calls:
        if call.answer.succeeded and isinstance(call.answer.value, dict) and "unit" not in call.answer.value:
            yield CheckFailure("no_unit", "An answer has no unit. Add it.")
'''
TOOLS = '''
def weight(name: str, precise: bool = False, rounds: int = 1) -> dict:
    """Return the weight of a thing."""
    return {"weight": 3.2} if precise else {"weight": 3, "unit": "kg"}

def height(name: str) -> dict:
    """Return the height of a thing."""
    return {"height": 3, "unit": "m"}

def depth(name: str, level: int = 0) -> dict:
    """Return the depth of a thing."""
    return {"depth": 3} if level == 1_000 else {"depth": 3, "unit": "m"}
'''
SERVER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    method = asked["method"]
    if method == "initialize":
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}}
        result["serverInfo"] = {"name": "s", "version": "1"}
    elif method == "tools/list":
        result = {"tools": [{"name": "weight", "description": "The weight.", "inputSchema": {"type": "object"}}]}
    else:
        result = {"content": [{"type": "text", "text": json.dumps({"weight": 3})}]}
    if "id" in asked:
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


def seen(**operations: AuditEvent) -> Observation[Outcome]:
    unseen = Unseen("Not observed here.")
    return Observation(
        answer=Outcome({"name": "x"}),
        workspace=Path("/sandbox/workspace"),
        changes=Seen(()),
        files=Seen(FileTree({})),
        operations=Seen(tuple(operations.values())),
        looked_up=unseen,
        requests=unseen,
        files_read=unseen,
    )


def test_a_check_of_observed_calls_is_tested_without_a_process():
    started = seen(first=AuditEvent("subprocess.Popen", "execute", ("ls", "-l"), asked_by=("subprocess", "tools")))
    reader = ToolFacts("lists", "tools.py", "forge", tier="read")

    assert [found.code for found in processes_need_the_tier_execute(reader, [seen(), started])] == ["process_started"]
    assert list(processes_need_the_tier_execute(reader, [seen()])) == []
    with pytest.raises(NotApplicable):
        list(processes_need_the_tier_execute(ToolFacts("runs", "tools.py", "forge", tier="execute"), [started]))


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makepyfile(house_checks=PROJECT, tools=TOOLS, server=SERVER)
    pytester.makeconftest("def pytest_forge_checks(config): return ['house_checks']")
    return pytester


def test_a_check_of_a_project_finds_the_smallest_call(project):
    project.runpytest_subprocess(
        "--forge-tools=tools.py", "--forge-checks=answers_have_a_unit", "--forge-report=json:out.json"
    )
    results = json.loads((project.path / "out.json").read_text())["results"]

    found = {result["tool"]: (result["status"], result["code"], result["arguments"]) for result in results}
    assert found["weight"][:2] == ("failed", "no_unit")
    assert found["weight"][2].keys() == {"name", "precise"}
    assert found["height"][0] == "passed"
    assert found["depth"][0] == "failed", "a call of the fuzz run, from a number of the tool's code"


def test_the_same_check_judges_a_server(project):
    project.runpytest_subprocess(
        f"--forge-tools=mcp:{sys.executable} server.py",
        "--forge-checks=answers_have_a_unit",
        "--forge-allow-destructive",
        "--forge-report=json:out.json",
    )
    [result] = json.loads((project.path / "out.json").read_text())["results"]
    assert (result["status"], result["code"]) == ("failed", "no_unit")
