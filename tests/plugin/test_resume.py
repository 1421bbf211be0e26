"""`pytest --forge-resume`: a run that was killed goes on where it was."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import pytest

PLAIN = ("-p", "pytest_forge.plugin", "-p", "no:faulthandler")
KILLS_THE_RUN = """
import os, signal
from pathlib import Path
from pytest_forge import check

def note(tool, which):
    with open("made.txt", "a") as file:
        file.write(f"{tool.name} {which}\\n")

@check(family="definition", level="MUST", source="House rules")
def name_is_short(tool):
    '''The name is short.'''
    note(tool, "short")

@check(family="definition", level="MUST", source="House rules")
def run_goes_on(tool):
    '''The first time, the process that reports is killed.'''
    note(tool, "goes on")
    if tool.name == "mute" and not Path("killed.txt").exists():
        Path("killed.txt").write_text("")
        os.kill(os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid(), signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)
"""
CHECKS = ("--forge-checks", "description_is_present,name_is_short,run_goes_on", "--forge-report", "json:report.json")


@pytest.fixture
def words(pytester: pytest.Pytester, definitions, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    # The worker of this test is not one of the inner run, which would kill it as its controller.
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    pytester.makepyfile(house_checks=KILLS_THE_RUN)
    pytester.makeconftest("def pytest_forge_checks(config):\n    return ['house_checks']\n")
    pytester.syspathinsert()
    return ["--forge-tools", definitions, *CHECKS]


def verdicts(pytester: pytest.Pytester) -> list[tuple[str, str, str]]:
    report = json.loads((pytester.path / "report.json").read_text())
    return sorted((one["tool"], one["check"], one["status"]) for one in report["results"])


def run(*words: str) -> tuple[int, str]:
    """Run pytest in a process that is forked, so that its checks are not known to other tests."""
    pid = os.fork()
    if pid == 0:
        file = os.open("out.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(file, 1)
        os.dup2(file, 2)
        with open(1, "w", closefd=False) as sys.stdout:
            code = pytest.main([*PLAIN, *words])
        os._exit(code)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return status, Path("out.txt").read_text()


@pytest.mark.in_turns("pytest_forge/plugin/resumed_items.py", "pytest_forge/findings")
@pytest.mark.parametrize("workers", [(), ("-p", "xdist.plugin", "-n1")], ids=["alone", "xdist"])
def test_a_run_that_was_killed_goes_on_where_it_was(pytester, words, workers):
    if workers:
        pytest.importorskip("xdist")
    assert run(*workers, *words)[0] == -signal.SIGKILL
    before = (pytester.path / "made.txt").read_text().splitlines()

    code, out = run(*workers, *words, "--forge-resume")

    assert (code, "5 passed" in out, "1 failed" in out) == (1, True, True), out
    assert "verdicts of the run that was cut off were taken up." in out
    again = (pytester.path / "made.txt").read_text().splitlines()[len(before) :]
    # A worker that is killed with its controller may have made checks that it had not sent yet.
    assert (before[-1], again[-1]) == ("mute goes on", "mute goes on")
    assert len(again) == 1 or workers
    assert verdicts(pytester) == [
        ("mute", "description_is_present", "failed"),
        ("mute", "name_is_short", "passed"),
        ("mute", "run_goes_on", "passed"),
        *(("told", check, "passed") for check in ("description_is_present", "name_is_short", "run_goes_on")),
    ]
    assert not list(pytester.path.rglob("*.jsonl"))


@pytest.mark.parametrize("words", [("--forge-store", "off"), ("--forge-replay", "mute[description_is_present]")])
def test_an_option_that_resume_contradicts_is_refused(pytester, definitions, words):
    result = pytester.runpytest("--forge-tools", definitions, "--forge-resume", *words)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: --forge-resume * {words[0]} * Leave one of them out."])


def test_a_run_that_has_reported_is_not_gone_on_with(pytester, definitions):
    words = ("--forge-tools", definitions, "--forge-checks", "description_is_present", "-p", "no:randomly")
    pytester.runpytest(*words).assert_outcomes(passed=1, failed=1)

    result = pytester.runpytest(*words, "--forge-resume")

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["forge: No run of the same checks was cut off, so every check was made."])
