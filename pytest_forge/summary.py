"""The summary: what was found, on the terminal and in files, once a run."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from .finding import RESULT_PROPERTY
from .options import options_key

if TYPE_CHECKING:
    from .report.value import Report

received_key = pytest.StashKey[list[dict[str, Any]]]()
started_key = pytest.StashKey[float]()

#: Exit codes of a run whose report is whole; after any other, nothing is written.
_COMPLETE = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Listen to test reports, in the process that shows them."""
    if not hasattr(config, "workerinput"):
        config.stash[started_key] = time.perf_counter()
        config.stash[received_key] = []
        config.pluginmanager.register(_Listener(config), "forge-summary")


class _Listener:
    """Hears every test report, those of xdist's workers included."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call":
            return
        for name, value in report.user_properties:
            if name == RESULT_PROPERTY:
                self._config.stash[received_key].append(json.loads(str(value)))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write the reports that were asked for, and tell the project of each finding."""
    config = session.config
    if received_key not in config.stash or exitstatus not in _COMPLETE:
        return
    received = config.stash[received_key]
    if not received and not config.stash[options_key].reports:
        return
    report = _report(config)
    for result in report.results:
        if result.status == "failed":
            config.hook.pytest_forge_finding(config=config, result=result)
    from .report.atomic_file import write_atomically

    for _, path in config.stash[options_key].reports:
        data = json.dumps(report.as_json(), indent=1, ensure_ascii=False).encode("utf-8", "backslashreplace")
        try:
            write_atomically(path, data + b"\n")
        except OSError as error:
            raise pytest.UsageError(
                f"The report cannot be written to {str(path)!r} ({error.strerror}). Name a file in a folder that exists."
            ) from None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Show one section, if any tool was judged."""
    if not config.stash.get(received_key, None):
        return
    from .report.text import report_lines

    terminalreporter.section("forge")
    for line in report_lines(_report(config)):
        terminalreporter.line(line)


def _report(config: pytest.Config) -> Report:
    from .report.value import Report
    from .targets.facts import ToolFacts
    from .verdict import CheckResult

    tools: dict[tuple[str, str], ToolFacts] = {}
    results: list[CheckResult] = []
    for entry in config.stash[received_key]:
        tool = ToolFacts(**entry["tool"])
        tools.setdefault((tool.name, tool.target), tool)
        results.append(CheckResult(**entry["result"]))
    results.sort(key=lambda result: (result.target, result.tool, result.check))
    return Report(list(tools.values()), results, time.perf_counter() - config.stash[started_key])
