"""Enough: a check that has not seen enough is an error, and never a pass."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.checks.check import Check
from pytest_forge.engine.budget import Budget
from pytest_forge.engine.enough import not_enough
from pytest_forge.engine.messages import CallsMade, Verdict
from pytest_forge.engine.session import open_session
from pytest_forge.targets.patience import Patience

#: Small, so that a tool that takes a moment is slow for it.
SMALL = Budget(load_s=30.0, call_s=1.0, check_s=2.0)

SEARCH = """
import subprocess, time

def search(pattern: str, folder: str) -> str:
    '''Search the files of a folder.

    Args:
        pattern: What to look for.
        folder: Where to look, such as "notes".
    '''
    until = time.process_time() + {seconds}
    while time.process_time() < until:
        pass
    done = subprocess.run(["grep", "-r", pattern, folder], capture_output=True, text=True, check=False)
    return done.stdout
"""


def judged(tmp_path: Path, source: str, check: Check, budget: Budget = SMALL):
    path = tmp_path / "tool.py"
    path.write_text(source)
    with open_session(f"{path}:search", budget=budget) as session:
        return session.run(0, check)[-1]


@pytest.mark.parametrize(("seconds", "statuses"), [(0.0, {"failed"}), (0.3, {"failed", "error"})])
def test_a_slow_tool_is_judged_or_an_error_but_never_passed(tmp_path, seconds, statuses):
    result = judged(tmp_path, SEARCH.format(seconds=seconds), all_checks()["values_are_no_options"])

    assert result.status in statuses
    if result.status == "error":
        assert result.code == "not_enough_seen"
        assert "Use --budget quick." in result.message


CHECKS = '''
import time
from pytest_forge import CheckFailure, Subject, check

@check(family="robustness", level="MUST", source="here")
def returns_without_a_call(subject: Subject) -> None:
    """It returns at once."""

@check(family="robustness", level="MUST", source="here")
def returns_when_its_time_is_over(subject: Subject) -> None:
    """It gives up."""
    subject.call({"pattern": "a", "folder": "notes"})
    patience = subject.patience(0.0)
    time.sleep(0.01)
    if patience.is_over:
        return

@check(family="robustness", level="MUST", source="here")
def leaves_calls_unmade(subject: Subject) -> None:
    """It makes one of fourteen calls."""
    subject.call({"pattern": "a", "folder": "notes"})
    patience = subject.patience(0.0)
    time.sleep(0.01)
    for _ in patience.each(range(13)):
        subject.call({"pattern": "a", "folder": "notes"})

@check(family="robustness", level="MUST", source="here")
def tells_of_its_own_calls(subject: Subject) -> None:
    """It calls past the dispatcher."""
    subject.has_seen(1)

@check(family="robustness", level="MUST", source="here", codes={"one": "It has one code."})
def reports_another_code(subject: Subject) -> None:
    """It has an undeclared code."""
    subject.call({"pattern": "a", "folder": "notes"})
    raise CheckFailure("other", "It broke.")

@check(family="robustness", level="MUST", source="here")
def makes_every_call(subject: Subject) -> None:
    """It has the time for all."""
    for _ in subject.patience().each(range(2)):
        subject.call({"pattern": "a", "folder": "notes"})
'''


@pytest.fixture(scope="module")
def own_results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The verdicts of the checks above on one tool, from one run of the command."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "own_checks.py").write_text(CHECKS)
    (folder / "tool.py").write_text(SEARCH.format(seconds=0.0))
    names = ",".join(re.findall(r"^def (\w+)", CHECKS, re.MULTILINE))
    command = [sys.executable, "-m", "forge_harness.cli.main", "check", "tool.py:search", "--store", "off"]
    command += ["--check-module", "own_checks", "--checks", names, "--format", "json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return {result["check"]: result for result in json.loads(done.stdout)["results"]}


@pytest.mark.in_turns("pytest_forge/engine/enough.py")
@pytest.mark.parametrize(
    ("check", "status", "code", "words"),
    [
        ("returns_without_a_call", "error", "not_judged", "without calling the tool"),
        ("returns_when_its_time_is_over", "error", "not_enough_seen", "the time of the check was over after 1 call"),
        ("leaves_calls_unmade", "error", "not_enough_seen", "13 of 14 calls were not made"),
        ("makes_every_call", "passed", "", ""),
        ("tells_of_its_own_calls", "passed", "", ""),
    ],
)
def test_a_check_that_ends_early_is_an_error(own_results, check, status, code, words):
    result = own_results[check]

    assert (result["status"], result["code"]) == (status, code)
    assert words in result["message"]


def test_a_code_that_a_check_does_not_declare_is_an_error_of_the_check(own_results):
    result = own_results["reports_another_code"]

    assert result["status"] == "error"
    assert "the code 'other', which it does not declare." in result["message"]


def test_a_generator_without_an_end_is_counted_to_a_limit():
    told: list[int] = []
    patience = Patience(-1.0, told.append)

    assert list(patience.each(itertools.count())) == []
    assert told == [1_001]


def test_that_the_time_is_over_is_told_once():
    told: list[int] = []
    patience = Patience(-1.0, told.append)

    assert patience.is_over
    assert patience.is_over
    assert told == [0]


def test_time_to_shorten_a_finding_is_asked_for_without_telling():
    told: list[int] = []

    assert not Patience(-1.0, told.append).has_time_to_shorten
    assert told == []


def test_why_nothing_works_is_told_also_where_calls_were_left():
    made = CallsMade(calls=3, calls_s=3.0, undone=2, stopped_early=True)
    idle = Verdict("error", "The variable 'KEY' is not set.", "nothing_works")

    assert not_enough(made, None, SMALL, idle) is None
    assert not_enough(made, None, SMALL, Verdict("passed")).code == "not_enough_seen"
