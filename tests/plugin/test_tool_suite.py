import pytest

HEAD = """
from pydantic import BaseModel, Field
from forge_harness import forge_tool
from pytest_forge import ToolSuite

class Args(BaseModel):
    text: str = Field(description="Any text.")

@forge_tool(args_schema=Args, register=False, tier="read")
def told(args):
    '''Return the given text as it is.'''
    return args.text

@forge_tool(args_schema=Args, register=False, tier="read", description="")
def mute(args):
    return args.text
"""

#: Two checks that need no call.
STATIC = ("--forge-checks", "description_is_present,root_is_an_object")


def test_every_selected_check_is_a_test(pytester):
    pytester.makepyfile(
        HEAD + "class TestTold(ToolSuite):\n    tool = told\nclass TestMute(ToolSuite):\n    tool = mute\n"
    )

    result = pytester.runpytest("-v", *STATIC)

    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines_random(
        ["*::TestTold::test_tool[[]description_is_present] PASSED*", "mute breaks description_is_present (MUST)"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_checks_of_a_suite_are_selected_by_family(pytester):
    pytester.makepyfile(HEAD + "class TestTold(ToolSuite):\n    tool = told\n")

    result = pytester.runpytest("--forge-checks", "root_is_an_object,results_are_json", "-k", "definition")

    result.assert_outcomes(passed=1, deselected=1)


def test_without_a_selection_no_check_is_missing(pytester):
    from pytest_forge.checks.catalogue import all_checks
    from pytest_forge.checks.definition.locked import LOCK_CHECKS

    pytester.makepyfile(HEAD + "class TestTold(ToolSuite):\n    tool = told\n")

    result = pytester.runpytest("--collect-only", "-q")

    listed = [line.partition("[")[2].rstrip("]") for line in result.outlines if "::test_tool[" in line]
    assert sorted(listed) == sorted(all_checks().keys() - LOCK_CHECKS)  # these need a lock file


def test_a_check_may_be_expected_to_fail_with_a_reason(pytester):
    text = "class TestMute(ToolSuite):\n    tool = mute\n    xfail = {'description_is_present': 'until #12'}\n"
    pytester.makepyfile(HEAD + text)

    result = pytester.runpytest("-rx", *STATIC)

    result.assert_outcomes(passed=1, xfailed=1)
    result.stdout.fnmatch_lines(["XFAIL *until #12*"])


def test_an_expected_finding_is_not_counted_as_one(pytester):
    text = "class TestMute(ToolSuite):\n    tool = mute\n    xfail = {'description_is_present': 'until #12'}\n"
    pytester.makepyfile(HEAD + text)

    result = pytester.runpytest(*STATIC)

    assert result.ret == 0
    result.stdout.fnmatch_lines(
        ["accepted", "*as 'until #12': The tool has no description. *", "No findings in 1 tool; *"]
    )


def test_the_line_that_reproduces_a_finding_of_a_suite_names_its_file_from_here(pytester):
    pytester.makepyfile(test_mute=HEAD + "class TestMute(ToolSuite):\n    tool = mute\n")

    result = pytester.runpytest(*STATIC)

    result.stdout.fnmatch_lines(["*reproduce  forge check test_mute.py:TestMute.tool --replay *"])


def test_a_check_that_passes_again_fails_the_test(pytester):
    text = "class TestTold(ToolSuite):\n    tool = told\n    xfail = {'description_is_present': 'until #12'}\n"
    pytester.makepyfile(HEAD + text)

    result = pytester.runpytest(*STATIC)

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*XPASS(strict)*until #12*"])


def test_a_should_may_be_expected_to_fail_in_a_run_of_musts(pytester):
    text = "class TestMute(ToolSuite):\n    tool = mute\n    xfail = {'name_is_snake_case': 'until #12'}\n"
    pytester.makepyfile(HEAD + text)

    result = pytester.runpytest("--forge-level", "must", *STATIC)

    result.assert_outcomes(passed=1, failed=1)


TOLD = "class TestTold(ToolSuite):\n    tool = told\n    "
REFUSED = {
    TOLD + "xfail = {'no_such_check': 'x'}\n": "*names 'no_such_check', which is not a check.*",
    TOLD + "xfail = {'description_is_present': ' '}\n": "*no reason for 'description_is_present'.*",
    TOLD + "def test_tool(self):\n        pass\n": "*overrides 'test_tool', and with it every check.*",
    TOLD + "pytest_generate_tests = None\n": "*overrides 'pytest_generate_tests'*",
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_suite_that_would_drop_a_check_is_refused(pytester, text):
    pytester.makepyfile(HEAD + text)

    result = pytester.runpytest(*STATIC)

    assert result.ret in (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.USAGE_ERROR)
    result.stdout.fnmatch_lines([REFUSED[text]])


UNUSABLE = {
    "class TestNone(ToolSuite):\n    pass\n": "TestNone has no tool. *",
    "class TestTwo(ToolSuite):\n    tool = [told, mute]\n": "TestTwo.tool holds 2 tools. *",
    "class TestText(ToolSuite):\n    tool = 'told'\n": "*is not a tool; its type is str. *",
}


@pytest.mark.parametrize("text", UNUSABLE)
def test_a_suite_without_one_tool_fails(pytester, text):
    pytester.makepyfile(HEAD + text)

    result = pytester.runpytest("--forge-checks", "description_is_present")

    outcomes = result.parseoutcomes()
    assert outcomes.get("failed", 0) + outcomes.get("errors", 0) == 1
    result.stdout.fnmatch_lines([UNUSABLE[text]])
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize("mode", ["prepend", "importlib"])
def test_a_suite_works_in_a_package_and_inside_a_class(pytester, mode):
    package = pytester.mkpydir("checks")
    (package / "shop.py").write_text(HEAD)
    (package / "test_shop.py").write_text(
        "from pytest_forge import ToolSuite\nfrom .shop import told\n"
        "class TestShop:\n    class TestTold(ToolSuite):\n        tool = told\n"
    )

    result = pytester.runpytest(f"--import-mode={mode}", "--forge-checks", "description_is_present")

    result.assert_outcomes(passed=1)


def test_a_plain_function_of_the_suites_own_is_judged_by_running_it(pytester):
    pytester.makepyfile(
        """
        from pytest_forge import ToolSuite
        class TestExits(ToolSuite):
            @staticmethod
            def tool(text: str) -> str:
                '''Return the given text as it is.'''
                import os
                os._exit(0)
        """
    )

    result = pytester.runpytest("--forge-checks", "call_returns")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["tool breaks call_returns (MUST)", "*exit code 0*"])


def test_a_suite_without_the_plugin_is_one_error_that_says_so(pytester):
    pytester.makepyfile(HEAD + TOLD)

    result = pytester.runpytest_subprocess("-p", "no:forge")

    assert result.parseoutcomes() == {"errors": 1} or result.parseoutcomes() == {"error": 1}
    result.stdout.fnmatch_lines(["*needs the plugin 'forge', which is disabled. Run without '-p no:forge'*"])
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*KeyError*")
