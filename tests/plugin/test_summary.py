import json

import pytest

from ..workers import workers

CHECKS = ("--forge-checks", "description_is_present,root_is_an_object")
SUMMARY = {"tools": 2, "passed": 3, "failed": 1, "error": 0, "not_applicable": 0}


def counted(report: dict) -> dict:
    return {key: value for key, value in report["summary"].items() if key != "seconds"}


def test_nothing_is_shown_or_written_when_nothing_is_judged(pytester):
    pytester.makepyfile("def test_mine(): pass")

    result = pytester.runpytest()

    result.stdout.no_fnmatch_line("*forge*=*")
    assert [path.name for path in pytester.path.iterdir() if "forge" in path.name] == []


@pytest.mark.parametrize("words", [(), workers(2)])
def test_the_report_holds_every_verdict_once(pytester, definitions, words):
    result = pytester.runpytest(*words, "--forge-tools", definitions, *CHECKS, "--forge-report", "json:report.json")
    report = json.loads((pytester.path / "report.json").read_text())

    assert counted(report) == SUMMARY
    assert report["version"] == 1
    assert [tool["name"] for tool in report["tools"]] == ["told", "mute"]
    assert len(report["results"]) == 4
    assert str(result.stdout).count("= forge =") == 1


def test_a_finding_is_shown_once(pytester, definitions):
    result = pytester.runpytest("-rN", "--forge-tools", definitions, *CHECKS)

    assert str(result.stdout).count("The tool has no description.") == 1
    result.stdout.fnmatch_lines(["*= forge =*", "1 finding in 1 of 2 tools; *"])


def test_no_traceback_is_made_of_a_finding(pytester, definitions):
    """For one, pytest parses the source of every frame, which takes longer than most checks."""
    pytester.makeconftest(
        "from pytest import ExceptionInfo\n"
        "made = ExceptionInfo.getrepr\n"
        "def getrepr(self, *args, **options):\n"
        "    with open('styles', 'a') as file:\n        file.write(options['style'] + '\\n')\n"
        "    return made(self, *args, **options)\n"
        "def pytest_configure():\n    ExceptionInfo.getrepr = getrepr\n"
        "def pytest_unconfigure():\n    ExceptionInfo.getrepr = made\n"
    )

    pytester.runpytest("--forge-tools", definitions, *CHECKS).assert_outcomes(passed=3, failed=1)

    assert set((pytester.path / "styles").read_text().split()) == {"value"}


@pytest.mark.parametrize(("color", "head"), [("yes", "\x1b[31m1 finding"), ("no", "1 finding")])
def test_the_section_has_the_colours_of_the_terminal(pytester, definitions, color, head):
    result = pytester.runpytest("-rN", f"--color={color}", "--forge-tools", definitions, *CHECKS)

    assert any(line.startswith(f"{head} in 1 of 2 tools") for line in result.outlines)


def test_a_finding_of_a_suite_is_shown_once_and_by_one_line_in_the_short_summary(pytester, monkeypatch):
    monkeypatch.setenv("CI", "true")
    pytester.makepyfile(
        """
        from pytest_forge import ToolSuite

        def mute(text: str) -> str:
            return text

        class TestMute(ToolSuite):
            tool = mute
        """
    )

    result = pytester.runpytest("--forge-checks", "description_is_present")

    shown, summary = str(result.stdout).split("short test summary info")
    assert shown.count("The tool has no description.") == 1
    line = next(line for line in summary.splitlines() if line.startswith("FAILED"))
    assert "::TestMute::test_tool[description_is_present] - The tool has no description. " in line
    assert "reproduce" not in summary


def test_the_section_shows_findings_where_pytest_does_not(pytester, definitions):
    result = pytester.runpytest("--tb=no", "--forge-tools", definitions, *CHECKS)

    result.stdout.fnmatch_lines(
        [
            "*= forge =*",
            "mute  definitions:tools.json",
            "  MUST    description_is_present",
            "*reproduce  forge check*",
            "1 finding in 1 of 2 tools; *",
        ]
    )


@pytest.mark.parametrize("words", [("--forge-checks", "nonsense"), ("--forge-budget", "nonsense")])
def test_no_report_is_written_after_a_usage_error(pytester, definitions, words):
    result = pytester.runpytest("--forge-tools", definitions, "--forge-report", "json:report.json", *words)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert not (pytester.path / "report.json").exists()


def test_an_interrupted_run_reports_the_verdicts_until_then(pytester, definitions):
    interrupt = "def pytest_runtest_logreport(report):\n    if report.when == 'call': raise KeyboardInterrupt"
    pytester.makeconftest(interrupt)
    words = ("--forge-tools", definitions, "--forge-checks", "description_is_present", "--forge-report", "json:r.json")
    result = pytester.runpytest_subprocess(*words)
    report = json.loads((pytester.path / "r.json").read_text())

    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert (len(report["results"]), report["summary"]["interrupted"]) == (1, True)
    result.stdout.fnmatch_lines(["The run is incomplete: these are the verdicts that were made."])


def test_no_report_is_written_when_items_are_only_listed(pytester, definitions):
    (pytester.path / "report.json").write_text("of the last run")

    pytester.runpytest("--collect-only", "--forge-tools", definitions, "--forge-report", "json:report.json")

    assert (pytester.path / "report.json").read_text() == "of the last run"


def test_a_report_that_cannot_be_written_fails_a_clean_run_and_says_so(pytester, definitions):
    pytester.makeconftest("import pathlib, shutil\ndef pytest_collection_finish(session): shutil.rmtree('out')\n")
    pytester.mkdir("out")

    result = pytester.runpytest(
        "--forge-tools", definitions, "--forge-checks", "root_is_an_object", "--forge-report", "json:out/report.json"
    )

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*2 passed*", "The report cannot be written to *"])


def test_a_name_cannot_reach_the_terminal_as_it_is(pytester):
    name = "evil\x1b[31m\nname\u202e"
    tools = [{"name": name, "description": "", "input_schema": {"type": "object"}}]
    (pytester.path / "tools.json").write_text(json.dumps(tools))

    result = pytester.runpytest("-v", "--color=no", "--forge-tools", "definitions:tools.json", *CHECKS)

    assert "\x1b" not in result.stdout.str()
    assert "\u202e" not in result.stdout.str()
    result.stdout.fnmatch_lines(["evil\\x1b[[]31m\\nname\\u202e*"])


def test_a_lost_process_is_one_finding_however_many_checks_it_was_lost_in(pytester):
    pytester.makepyfile(tools="import os\ndef exits(text: str) -> str:\n    '''Return the text.'''\n    os._exit(0)\n")

    pytester.runpytest("--forge-tools", "tools.py", "--forge-checks", "results", "--forge-report", "json:report.json")
    report = json.loads((pytester.path / "report.json").read_text())

    assert [result["check"] for result in report["results"] if result["status"] == "failed"] == ["call_returns"]
    assert len({result["check"] for result in report["results"]}) == len(report["results"])
