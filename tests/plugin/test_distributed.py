"""Our items under pytest-xdist: several hosts, and workers that are lost."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence

import pytest

from pytest_forge.checks import check as check_module
from pytest_forge.checks.catalogue import all_checks

pytest.importorskip("xdist")

#: The plugins of the runs: the others of this environment take seconds to load, in each worker.
PLAIN = ("-p", "pytest_forge.plugin", "-p", "xdist.plugin")
CHECKS = ("--forge-checks", "description_is_present,root_is_an_object,ends_its_process")

ENDS_ITS_PROCESS = """
import os, signal
from pathlib import Path
from pytest_forge import check

@check(family="definition", level="MUST", source="House rules")
def ends_its_process(tool):
    '''The check ends its process, as often as the file says.'''
    with open("made.txt", "a") as file:
        file.write(tool.name + "\\n")
    left = Path("kills.txt")
    if tool.name in ("mute", "greet") and int(left.read_text()):
        left.write_text(str(int(left.read_text()) - 1))
        os.kill(os.getpid(), signal.SIGKILL)
"""


SUITE = """
from pytest_forge import ToolSuite

def greet(name: str) -> str:
    return name

class TestGreet(ToolSuite):
    tool = greet
"""


@pytest.fixture(autouse=True)
def no_other_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The runs, whose workers alone are processes, load no plugin of this environment and leave no check here."""
    assert all_checks()
    monkeypatch.setattr(check_module, "_declared", dict(check_module._declared))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def verdicts(pytester: pytest.Pytester) -> list[tuple[str, str, str]]:
    report = json.loads((pytester.path / "report.json").read_text())
    return sorted((one["tool"], one["check"], one["status"]) for one in report["results"])


def expected(last: str) -> list[tuple[str, str, str]]:
    return [
        ("mute", "description_is_present", "failed"),
        ("mute", "ends_its_process", last),
        ("mute", "root_is_an_object", "passed"),
        *(("told", check, "passed") for check in ("description_is_present", "ends_its_process", "root_is_an_object")),
    ]


@pytest.mark.in_turns("pytest_forge/plugin", "pytest_forge/findings")
@pytest.mark.parametrize(("kills", "dist", "last"), [(1, "loadscope", "passed"), (2, "load", "error")])
def test_nothing_is_lost_with_a_killed_worker_and_nothing_else_is_made_twice(pytester, definitions, kills, dist, last):
    pytester.makepyfile(house_checks=ENDS_ITS_PROCESS)
    pytester.makeconftest("def pytest_forge_checks(config):\n    return ['house_checks']\n")
    pytester.syspathinsert()
    (pytester.path / "kills.txt").write_text(str(kills))
    words = ("-n1", "--dist", dist, "--forge-tools", definitions, "--forge-report", "json:report.json")

    result = pytester.runpytest(*PLAIN, *words, *CHECKS)

    assert verdicts(pytester) == expected(last)
    counted = result.parseoutcomes()
    assert (counted["rerun"], counted["passed"], counted["failed"]) == (1, 4 + (kills == 1), 1 + (kills == 2))
    assert sorted((pytester.path / "made.txt").read_text().split()) == ["mute", "mute", "told"]


@pytest.mark.in_turns("pytest_forge/plugin", "pytest_forge/findings")
@pytest.mark.parametrize("way", ["target", "suite"])
def test_a_lost_check_is_reported_though_its_tool_has_no_other_verdict(pytester, definitions, way):
    pytester.makepyfile(house_checks=ENDS_ITS_PROCESS)
    pytester.makeconftest("def pytest_forge_checks(config):\n    return ['house_checks']\n")
    pytester.makepyfile(test_suite=SUITE if way == "suite" else "")
    pytester.syspathinsert()
    (pytester.path / "kills.txt").write_text("2")
    target = ("--forge-tools", definitions) if way == "target" else ()

    result = pytester.runpytest(
        *PLAIN, "-n1", *target, "--forge-report", "json:report.json", "--forge-checks", "ends_its_process"
    )

    lost = [one for one in verdicts(pytester) if one[0] != "told"]
    name = "mute" if way == "target" else "TestGreet.tool"
    assert lost == [(name, "ends_its_process", "error")]
    result.stdout.fnmatch_lines(["*, 1 could not be judged.*"])


@pytest.mark.in_turns("pytest_forge/plugin", "pytest_forge/findings")
def test_hosts_with_folders_and_stores_of_their_own_share_a_run(pytester, definitions):
    """Each host has a checkout; one of them has found something before, which changes the order of its items."""
    hosts = [pytester.mkdir(name) for name in ("first", "second")]
    for host in hosts:
        shutil.copy(pytester.path / "tools.json", host)
        (host / "pytest.ini").write_text("[pytest]\n")
    pytester.makeini("[pytest]\n")
    row = {"base": str(hosts[0]), "target": definitions, "tool": "told", "check": "root_is_an_object", "seed": 3}
    store = hosts[0] / ".pytest_cache" / "d" / "forge"
    store.mkdir(parents=True)
    (store / "findings.json").write_text(json.dumps({"version": 1, "findings": [row | {"id": "told[x]"}]}))

    # The folder of what the run writes is on this host alone.
    pytester.mkdir("out")
    written = ("--forge-report=json:out/report.json", "--forge-write-tests=out")
    checks = "--forge-checks=description_is_present,root_is_an_object"
    result = pytester.runpytest(*PLAIN, *_on(hosts), *written, f"--forge-tools={definitions}", checks)

    result.assert_outcomes(passed=3, failed=1)
    assert (pytester.path / "out/report.json").is_file()


@pytest.mark.in_turns("pytest_forge/plugin", "pytest_forge/findings")
def test_a_value_that_is_a_file_here_stays_a_value_on_other_hosts(pytester, definitions):
    host = pytester.mkdir("host")
    for folder in (pytester.path, host):
        (folder / "pytest.ini").write_text("[pytest]\n")
        (folder / "tools.py").write_text("def greet(name: str) -> str:\n    'Greet them.'\n    return name\n")

    checks = "--forge-checks=description_is_present"
    result = pytester.runpytest(*PLAIN, *_on([host]), "--forge-tools", "tools.py", checks)

    result.assert_outcomes(passed=1)


@pytest.mark.in_turns("pytest_forge/plugin", "pytest_forge/findings")
def test_a_host_without_the_target_is_told_with_its_folder(pytester, definitions):
    host = pytester.mkdir("host")
    for folder in (pytester.path, host):
        (folder / "pytest.ini").write_text("[pytest]\n")

    checks = "--forge-checks=description_is_present"
    result = pytester.runpytest(*PLAIN, *_on([host]), f"--forge-tools={definitions}", checks)

    result.stdout.fnmatch_lines([f"File 'tools.json' does not exist. * The worker's folder is '{host}'."])
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def _on(hosts: Sequence[object]) -> list[str]:
    return ["-d", *(word for host in hosts for word in ("--tx", f"popen//python={sys.executable}//chdir={host}"))]
