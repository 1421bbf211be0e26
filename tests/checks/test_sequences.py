"""What calls leave behind for later ones: found, shortened, kept, and shown again."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from corpus import module_of, samples

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session
from pytest_forge.verdict import CheckResult

TARGET = Path(module_of("broken_last_task"))
ID = "calls_in_any_order_do_not_crash"
#: Ten sequences of calls for each tool, and few others.
BUDGET = replace(BUDGETS["standard"], random_calls=600, call_s=2.0)
NAMES = [sample.tool for sample in samples(TARGET)]


@pytest.fixture(scope="module")
def tools() -> Iterator[Session]:
    with open_session(str(TARGET), budget=BUDGET) as session:
        yield session


def judged(session: Session, name: str, check: str = ID) -> CheckResult:
    index = [tool.name for tool in session.tools].index(name)
    [result] = session.run(index, all_checks()[check])
    return result


@pytest.mark.in_turns
@pytest.mark.parametrize("name", NAMES)
def test_only_a_tool_that_breaks_on_what_others_left_is_found(tools: Session, name: str) -> None:
    result = judged(tools, name)

    assert result.status == ("failed" if name.startswith("broken") else "passed"), result.message


def test_the_sequence_is_the_shortest_one(tools: Session) -> None:
    result = judged(tools, "broken_last_task")

    assert [call["tool"] for call in result.before] == ["good_add_task", "good_remove_task"]
    assert result.before[1]["arguments"]["task_id"].startswith("t")
    assert result.arguments == {}
    assert "raised KeyError" in result.message
    assert judged(tools, "broken_last_task", "valid_calls_do_not_crash").status == "passed"


def forge(folder: Path, *words: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "forge_harness.cli.main", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    return done.returncode, done.stdout


@pytest.mark.in_turns(
    "pytest_forge/checks/robustness/sequences.py",
    "pytest_forge/checks/calls/sequences.py",
    "pytest_forge/findings",
    "pytest_forge/engine",
)
def test_a_finding_of_a_deeper_run_with_another_seed_is_shown_again_by_its_calls(tmp_path: Path) -> None:
    target = tmp_path / "shop.py"
    target.write_text(TARGET.read_text().replace("from ..marks", "from marks"))
    (tmp_path / "marks.py").write_bytes((TARGET.parents[1] / "marks.py").read_bytes())
    words = ("check", "shop.py:broken_last_task", "--store", "found.json", "--format", "json")
    code, text = forge(tmp_path, *words, "--checks", ID, "--budget", "standard", "--seed", "4")
    [found] = [result for result in json.loads(text)["results"] if result["status"] == "failed"]
    # As a run whose own random calls show nothing.
    again, replayed = forge(tmp_path, *words, "--replay", shlex.split(found["reproduce"])[4], "--seed", "0")

    assert (code, again) == (1, 1)
    assert [result["arguments"] for result in json.loads(replayed)["results"]] == [found["arguments"]]
    assert found["before"] == json.loads(replayed)["results"][0]["before"]
