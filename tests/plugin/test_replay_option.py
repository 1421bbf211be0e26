import json
import shlex

import pytest

from ..workers import workers

OWN_CHECK = """
from pytest_forge import CheckFailure, check

@check(family="definition", level="SHOULD", source="house rule 1")
def replayed_house_rule(facts):
    '''The name is short.'''
    if len(facts.name) > 3:
        raise CheckFailure("The name is long.")
"""


def test_only_the_finding_of_that_id_is_repeated(pytester, definitions):
    pytester.makepyfile("def test_mine(): pass")

    result = pytester.runpytest("--forge-tools", definitions, "--forge-replay", "mute[description_is_present]", "-v")

    result.assert_outcomes(failed=1, deselected=2)
    result.stdout.fnmatch_lines(["*mute?description_is_present? FAILED*"])


def test_an_id_with_its_cause_is_taken_as_it_is_printed(pytester, definitions):
    pytester.runpytest(
        "--forge-tools", definitions, "--forge-checks", "definition", "--forge-report", "json:found.json"
    )
    found = json.loads((pytester.path / "found.json").read_text())["results"]
    line = shlex.split(
        next(one["reproduce"] for one in found if one["check"] == "description_is_present" and one["reproduce"])
    )

    result = pytester.runpytest("--forge-tools", definitions, "--forge-replay", line[line.index("--replay") + 1])

    result.assert_outcomes(failed=1, deselected=1)


@pytest.mark.parametrize("words", [(), workers(1)])
def test_a_suite_is_repeated_too(pytester, words):
    pytester.makepyfile(
        "from pytest_forge import ToolSuite\n"
        "def nameless(text: str) -> str:\n    return text\n"
        "def other(text: str) -> str:\n    return text\n"
        "class TestNameless(ToolSuite):\n    tool = nameless\n"
        "class TestOther(ToolSuite):\n    tool = other\n"
    )

    result = pytester.runpytest(*words, "--forge-replay", "nameless[description_is_present]")

    result.assert_outcomes(failed=1, deselected=0 if words else 1)
    result.stdout.fnmatch_lines(["*TestNameless*description_is_present*"])


def test_a_finding_of_a_check_of_the_projects_own_is_repeated(pytester, definitions, monkeypatch):
    from pytest_forge.checks import check as check_module
    from pytest_forge.checks.catalogue import all_checks

    assert all_checks()
    monkeypatch.setattr(check_module, "_declared", dict(check_module._declared))
    pytester.makepyfile(replayed_house_checks=OWN_CHECK)
    pytester.makeconftest("def pytest_forge_checks(config):\n    return ['replayed_house_checks']\n")
    pytester.syspathinsert()

    result = pytester.runpytest("--forge-tools", definitions, "--forge-replay", "mute[replayed_house_rule]")

    result.assert_outcomes(failed=1, deselected=1)
    result.stdout.fnmatch_lines(
        ["  reproduce  forge check definitions:tools.json --replay *--check-module replayed_house_checks"]
    )


@pytest.mark.parametrize(
    ("identifier", "told"),
    [
        ("mute", "'mute' is not the id of a finding. *"),
        ("mute[nonsense]", "There is no check or family 'nonsense'. *"),
        ("mute[definition]", "*names a family of checks. *"),
        ("nobody[root_is_closed]", "There is no tool 'nobody' in '*'. Copy the id from the report."),
    ],
)
def test_an_id_that_names_nothing_is_a_usage_error(pytester, definitions, identifier, told):
    result = pytester.runpytest("--forge-tools", definitions, "--forge-replay", identifier)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {told}"])


def test_an_id_without_a_target_says_how_to_name_one(pytester):
    pytester.makepyfile("def test_mine(): pass")

    result = pytester.runpytest("--forge-replay", "mute[root_is_closed]")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: *as no target is named. Name its target with --forge-tools, *"])
