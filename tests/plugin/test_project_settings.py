"""pytest in a project with a table [tool.forge]."""

import pytest

from ..workers import workers

TABLE = """
[tool.forge]
targets = ["definitions:tools.json"]
checks = ["description_is_present", "root_is_an_object"]
skip = "root_is_an_object"
report = ["json:report.json"]
"""


def test_the_projects_targets_are_checked(pytester, definitions):
    pytester.makepyprojecttoml(TABLE)

    pytester.runpytest().assert_outcomes(passed=1, failed=1)

    assert (pytester.path / "report.json").exists()


def test_an_ini_value_overrides_the_project_and_an_option_overrides_both(pytester, definitions):
    pytester.makepyprojecttoml(TABLE + "[tool.pytest.ini_options]\nforge_skip = 'description_is_present'\n")

    pytester.runpytest().assert_outcomes(passed=2)
    pytester.runpytest("--forge-skip", "").assert_outcomes(passed=3, failed=1)


def test_only_a_run_of_the_whole_project_checks_its_targets(pytester, definitions):
    pytester.makepyprojecttoml(TABLE)
    mine = pytester.makepyfile(test_mine="def test_mine(): pass")

    pytester.runpytest(mine).assert_outcomes(passed=1)
    pytester.runpytest("definitions:tools.json::told[description_is_present]").assert_outcomes(passed=1)


def test_the_workers_of_xdist_check_them_too(pytester, definitions):
    pytest.importorskip("xdist")
    pytester.makepyprojecttoml(TABLE)

    pytester.runpytest(*workers(1)).assert_outcomes(passed=1, failed=1)


def test_a_tool_with_a_suite_is_not_judged_twice(pytester):
    pytester.makepyprojecttoml('[tool.forge]\ntargets = ["nook.py"]\nchecks = ["name_is_snake_case"]\n')
    text = "def {name}(a: int) -> int:\n    '''Give the number.'''\n    return a\n"
    pytester.makepyfile(nook=text.format(name="one") + text.format(name="two"))
    pytester.makepyfile(
        test_suite="from pytest_forge import ToolSuite\nimport nook\nclass TestOne(ToolSuite):\n    tool = nook.one\n"
    )
    pytester.syspathinsert()

    result = pytester.runpytest("-v", "-p", "no:randomly")

    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*collected 2 items", "*TestOne::test_tool[[]name_is_snake_case[]]*", "nook.py::two*"])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("bugdet = 'deep'", "has the unknown key 'bugdet'. Did you mean 'budget'?"),
        ("report = ['xml:x']", "forge_report is 'xml:x'. Write FORMAT:PATH; *"),
        (
            "check-module = ['nowhere.py']\ntargets = ['definitions:tools.json']",
            "There is no file 'nowhere.py' with checks. *",
        ),
    ],
)
def test_a_mistake_is_told_without_a_traceback(pytester, definitions, line, told):
    pytester.makepyprojecttoml(f"[tool.forge]\n{line}\n")

    result = pytester.runpytest()

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: *{told}"])
