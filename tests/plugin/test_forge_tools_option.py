import pytest

from ..workers import workers

CHECKS = ("--forge-checks", "description_is_present,root_is_an_object")
IDS = [
    f"definitions:tools.json::{tool}[[]{check}]"
    for tool in ("told", "mute")
    for check in ("root_is_an_object", "description_is_present")
]


def test_each_tool_and_check_is_an_item_of_its_own(pytester, definitions):
    result = pytester.runpytest("-v", "-p", "no:randomly", "--forge-tools", definitions, *CHECKS)

    result.assert_outcomes(passed=3, failed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        ["*collected 4 items", "*::told[[]description_is_present] PASSED*", "*::mute[[]description_is_present] FAILED*"]
    )
    result.stdout.fnmatch_lines(
        ["mute breaks description_is_present (MUST)", "  requires *", "  found *", "  reproduce  forge check *"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_ids_are_stable_and_listed(pytester, definitions):
    result = pytester.runpytest("--collect-only", "-q", "-p", "no:randomly", "--forge-tools", definitions, *CHECKS)

    assert sorted(line.replace("[", "[[]") for line in result.outlines if "::" in line) == sorted(IDS)


def test_the_files_tests_run_beside_the_items(pytester, definitions):
    pytester.makepyfile("def test_mine(): pass")

    result = pytester.runpytest("--forge-tools", definitions, "--forge-checks", "root_is_an_object")

    result.assert_outcomes(passed=3)


def test_items_are_selected_by_keyword(pytester, definitions):
    result = pytester.runpytest("--forge-tools", definitions, *CHECKS, "-k", "mute and description")

    result.assert_outcomes(failed=1, deselected=3)


def test_items_are_selected_by_marker_and_by_family(pytester, definitions):
    pytester.makepyfile("def test_mine(): pass")

    by_marker = pytester.runpytest("--forge-tools", definitions, *CHECKS, "-m", "forge", "--strict-markers")
    by_family = pytester.runpytest("--forge-tools", definitions, *CHECKS, "-k", "definition")

    by_marker.assert_outcomes(passed=3, failed=1, deselected=1)
    by_family.assert_outcomes(passed=3, failed=1, deselected=1)


@pytest.mark.parametrize("words", [(), workers(1)])
def test_an_id_that_was_copied_runs_that_item_alone(pytester, definitions, words):
    pytester.makepyfile("def test_mine(): pass")

    result = pytester.runpytest(*words, "--forge-tools", definitions, f"{definitions}::told[description_is_present]")

    result.assert_outcomes(passed=1)


def test_an_id_of_no_item_is_refused(pytester, definitions):
    result = pytester.runpytest("--forge-tools", definitions, f"{definitions}::told[no_such_check]")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: There is no test '*told[[]no_such_check]'. Copy the id *"])


def test_the_last_failures_are_run_again_alone(pytester, definitions):
    pytester.runpytest("--forge-tools", definitions, *CHECKS)

    result = pytester.runpytest("--forge-tools", definitions, *CHECKS, "--lf")

    result.assert_outcomes(failed=1, deselected=3)


@pytest.mark.parametrize(
    "words", [("-n1",), ("-p", "randomly"), ("--strict-config", "--strict-markers"), ("-W", "error")]
)
def test_other_plugins_and_strictness_change_nothing(pytester, definitions, words, monkeypatch):
    # With every plugin that is installed.
    monkeypatch.delenv("PYTEST_ADDOPTS")
    result = pytester.runpytest(*words, "--forge-tools", definitions, *CHECKS)

    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["*= forge =*", "*1 finding in 1 of 2 tools; 3 passed*"])


def test_without_the_plugin_its_options_are_unknown_and_all_else_works(pytester):
    pytester.makepyfile("def test_mine(): pass")

    pytester.runpytest("-p", "no:forge").assert_outcomes(passed=1)
    refused = pytester.runpytest("-p", "no:forge", "--forge-tools", "x")

    assert refused.ret == pytest.ExitCode.USAGE_ERROR


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--forge-tools", "no_such_module", "ERROR: Module 'no_such_module' was not found. *"),
        ("--forge-tools", "definitions:missing.json", "ERROR: File 'missing.json' does not exist. *"),
        (
            "--forge-checks",
            "description_is_presnt",
            "ERROR: There is no check or family 'description_is_presnt'. Did you mean 'description_is_present'?",
        ),
    ],
)
def test_a_users_mistake_is_told_in_two_sentences(pytester, definitions, option, value, told):
    given = ("--forge-tools", definitions, option, value) if option != "--forge-tools" else (option, value)

    assert_told(pytester.runpytest(*given), told)


def test_a_users_mistake_is_told_under_xdist_too(pytester):
    assert_told(
        pytester.runpytest_subprocess(*workers(1), "--forge-tools", "missing.py"),
        "ERROR: File 'missing.py' does not exist*",
    )


def assert_told(result: pytest.RunResult, told: str) -> None:
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([told])
    assert "Traceback" not in result.stderr.str() + result.stdout.str()
    assert "INTERNALERROR" not in result.stderr.str() + result.stdout.str()


def test_a_target_given_twice_is_checked_once(pytester, definitions):
    result = pytester.runpytest(
        "--forge-tools", definitions, "--forge-tools", definitions, "--forge-checks", "description_is_present"
    )

    result.assert_outcomes(passed=1, failed=1)


def test_tools_of_one_name_are_told_apart(pytester):
    (pytester.path / "twins.json").write_text(
        '[{"name": "twin", "description": "One.", "input_schema": {"type": "object"}},'
        ' {"name": "twin", "description": "Two.", "input_schema": {"type": "object"}}]'
    )

    result = pytester.runpytest(
        "--collect-only",
        "-q",
        "-p",
        "no:randomly",
        "--forge-tools",
        "definitions:twins.json",
        "--forge-checks",
        "description_is_present",
    )

    assert [line.partition("::")[2] for line in result.outlines if "::" in line] == [
        "twin[description_is_present]",
        "twin#2[description_is_present]",
    ]


def test_a_tool_that_ends_its_process_is_one_finding_and_the_run_goes_on(pytester):
    pytester.makepyfile(
        tools="""
        import os
        def exits(text: str) -> str:
            '''Return the given text as it is.'''
            os._exit(0)
        def greets(text: str) -> str:
            '''Return the given text as it is.'''
            return text
        """
    )

    result = pytester.runpytest("-p", "no:randomly", "--forge-tools", "tools.py", "--forge-checks", "call_returns")

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["exits breaks call_returns (MUST)", "*exit code 0*"])


SPY = """
import os
from pytest_forge.findings.run import CheckRun
made = CheckRun.judge_together
def told(self, session, index, checks):
    with open("together.txt", "a") as file:
        file.write(f"{session.tools[index].name} {len(checks)}\\n")
    made(self, session, index, checks)
CheckRun.judge_together = told
"""


@pytest.mark.parametrize("dist", ["loadscope", "load"])
def test_a_worker_that_gets_a_whole_target_judges_its_tools_together(pytester, definitions, dist):
    pytest.importorskip("xdist")
    pytester.makeconftest(SPY)
    words = ("--forge-tools", definitions, "--forge-checks", "description_is_present,root_is_an_object")

    pytester.runpytest(*workers(1), "--dist", dist, *words).assert_outcomes(passed=3, failed=1)

    together = pytester.path / "together.txt"
    assert (together.read_text().split() if together.exists() else []) == (
        ["told", "2", "mute", "2"] if dist == "loadscope" else []
    )
