from dataclasses import replace

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import Budget
from pytest_forge.engine.campaign import run_campaign
from pytest_forge.targets.target_error import TargetError

BUDGET = Budget(load_s=30, call_s=1.0, check_s=6.0)

TOOLS = '''
import os

def alpha(text: str) -> str:
    """Return the given text as it is."""
    return text

def beta(text: str) -> str:
    """Return the given text as it is."""
    os._exit(0)

def gamma(text: str):
    return text

def delta(text: str) -> str:
    """Return the given text as it is."""
    return text
'''


def checks(*names: str) -> list:
    return [all_checks()[name] for name in names]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("campaign")
    (folder / "tools.py").write_text(TOOLS)
    (folder / "tools.json").write_text(
        '[{"name": "told", "description": "Say it.", "input_schema": {"type": "object"}}]'
    )
    return folder


def test_two_jobs_give_what_one_gives_in_the_same_order(folder):
    chosen = checks("description_is_present", "call_returns", "root_is_an_object")
    one, two = (run_campaign(["tools.py"], chosen, budget=BUDGET, base=folder, jobs=jobs) for jobs in (1, 2))

    assert [replace(result, seconds=0) for result in one.results] == [
        replace(result, seconds=0) for result in two.results
    ]
    assert [tool.name for tool in one.tools] == ["alpha", "beta", "gamma", "delta"]
    assert [result.check for result in one.results] == [
        "description_is_present",
        "call_returns",
        "root_is_an_object",
    ] * 4
    assert [(result.tool, result.status) for result in one.results if result.check == "call_returns"] == [
        ("alpha", "passed"),
        ("beta", "failed"),
        ("gamma", "passed"),
        ("delta", "passed"),
    ]


def test_targets_are_judged_once_each_and_one_tool_may_be_picked(folder):
    told = []
    report = run_campaign(
        ["definitions:tools.json", "definitions:tools.json", "tools.py"],
        checks("description_is_present"),
        budget=BUDGET,
        base=folder,
        only_tool="told",
        progress=lambda *words: told.append(words),
    )

    assert [result.tool for result in report.results] == ["told"]
    assert told == [("target 1 of 2, tool 1 of 1, check 1 of 1: told  description_is_present",)]


def test_a_hostile_name_is_picked_by_its_printable_form(folder):
    (folder / "odd.json").write_text(
        '[{"name": "a\\u001bb", "description": "Say it.", "input_schema": {"type": "object"}}]'
    )

    report = run_campaign(
        ["definitions:odd.json"], checks("description_is_present"), budget=BUDGET, base=folder, only_tool="a\\x1bb"
    )

    assert len(report.results) == 1


def test_an_interruption_stops_every_job(folder):
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_campaign(["tools.py"], checks("call_returns"), budget=BUDGET, base=folder, jobs=2, progress=interrupt)


def test_an_interrupted_run_reports_what_was_judged_by_then(folder):
    def interrupt(text: str) -> None:
        if "tool 1 of 1, check 2 of 2" in text:
            raise KeyboardInterrupt

    selected = checks("description_is_present", "root_is_an_object")
    report = run_campaign(["definitions:tools.json"], selected, budget=BUDGET, base=folder, progress=interrupt)

    assert [result.check for result in report.results] == [selected[0].id]
    assert (report.is_partial, report.exit_code) == (True, 2)
    assert report.as_json()["summary"]["interrupted"] is True


def test_a_target_that_cannot_be_loaded_ends_the_run(folder):
    with pytest.raises(TargetError, match="'missing'"):
        run_campaign(
            ["definitions:tools.json", "missing"], checks("description_is_present"), budget=BUDGET, base=folder
        )
