"""Summary: the findings of a run, on the terminal and in report files."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from .judging import covered_key as covered_items_key
from .judging import judged_key
from .loaded_targets import check_run, selected_checks, usage_errors
from .lost_items import is_lost, item_of_tool, lost_results, tools_of_items_key
from .options import options_key

if TYPE_CHECKING:
    from ..report.contract_coverage import ToolCoverage
    from ..report.value import Report
    from ..verdict import CheckResult

received_key = pytest.StashKey[list[dict[str, Any]]]()
lost_key = pytest.StashKey[list[str]]()
covered_key = pytest.StashKey[list[dict[str, Any]]]()
started_key = pytest.StashKey[float]()
tests_key = pytest.StashKey[str]()
unwritten_key = pytest.StashKey[str]()
interrupted_key = pytest.StashKey[bool]()

#: Attributes of a test's report, each a list of JSON texts.
_JUDGED, _COVERED = "forge_judged", "forge_covered"

#: Exit codes of a run with a complete report. After an interruption it is partial, and after any other there is none.
_COMPLETE = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Listen to test reports in the process that shows them."""
    if not hasattr(config, "workerinput"):
        config.stash[started_key] = time.perf_counter()
        config.stash[received_key] = []
        config.stash[lost_key] = []
        config.stash[covered_key] = []
        config.pluginmanager.register(_Listener(config), "forge-summary")


class _Listener:
    """Receives every test report, including those of xdist's workers."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if is_lost(report):
            self._config.stash[lost_key].append(report.nodeid)
        if report.when != "call":
            return
        for text in getattr(report, _COVERED, ()):
            self._config.stash[covered_key].append(json.loads(text))
        for text in getattr(report, _JUDGED, ()):
            entry = json.loads(text) | {"item": item_of_tool(report.nodeid)}
            if report.skipped and hasattr(report, "wasxfail"):
                entry["expected"] = str(report.wasxfail)
            self._config.stash[received_key].append(entry)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Attach the verdicts to the report of a test; xdist sends such attributes, and JUnit files do not show them."""
    report = yield
    if call.when == "call":
        for name, key in ((_JUDGED, judged_key), (_COVERED, covered_items_key)):
            if key in item.stash:
                setattr(report, name, item.stash[key])
    return report


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write the requested reports, and call the project's hook for each finding."""
    config = session.config
    received = config.stash.get(received_key, None)
    is_partial = exitstatus == pytest.ExitCode.INTERRUPTED and bool(received)
    if received is None or not (is_partial or exitstatus in _COMPLETE):
        return
    config.stash[interrupted_key] = is_partial
    reports = config.stash[options_key].reports
    lost = config.stash[lost_key]
    if config.option.collectonly or not (received or lost or reports):
        return
    from ..findings.regression_test import RegressionTestError
    from ..report.coverage import is_below

    run, judged = check_run(config), _judged(config)
    run.learn(judged)
    report = _accepted(config, judged)
    for result in report.results:
        if result.status == "failed":
            config.hook.pytest_forge_finding(config=config, result=result)
            if result.is_stale and exitstatus == pytest.ExitCode.OK:
                # No test has failed, but the entry is a finding.
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
    try:
        config.stash[tests_key] = run.write_tests(report)
    except RegressionTestError as error:
        config.stash[unwritten_key] = str(error)
    if is_below(report.coverage, config.stash[options_key].least_coverage) and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    from forge_harness import CommandError

    from ..report.formats import write_report

    for kind, path in reports:
        if path is None:
            # pytest still captures what is printed.
            continue
        try:
            write_report(kind, report, base=config.invocation_params.dir, place=path)
        except CommandError as error:
            config.stash[unwritten_key] = str(error)
            if exitstatus == pytest.ExitCode.OK:
                # A missing report must not look like a clean run.
                session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Show one section, if any tool was judged."""
    unwritten = config.stash.get(unwritten_key, None)
    if not (config.stash.get(received_key, None) or config.stash.get(lost_key, None)) and unwritten is None:
        return
    from ..report.coverage import is_below
    from ..report.paint import Paint
    from ..report.text import report_lines

    warning, report = check_run(config).store.take_warning(), _accepted(config, _judged(config))
    terminalreporter.section("forge")
    base = config.invocation_params.dir if config.get_verbosity() > 0 else None
    # pytest shows the failures already.
    with_findings = config.option.tbstyle == "no"
    paint = Paint(
        is_on=terminalreporter.hasmarkup, width=shutil.get_terminal_size().columns if terminalreporter.isatty else 0
    )
    for line in report_lines(report, paint=paint, base=base, with_findings=with_findings):
        terminalreporter.line(line)
    below = is_below(report.coverage, config.stash[options_key].least_coverage)
    if below:
        terminalreporter.line(below, red=True)
    if config.stash.get(tests_key, ""):
        terminalreporter.line(config.stash[tests_key])
    if warning:
        terminalreporter.line(warning, yellow=True)
    if unwritten is not None:
        terminalreporter.line(unwritten, red=True)
    _print_reports(terminalreporter, config, report)


def _print_reports(terminalreporter: pytest.TerminalReporter, config: pytest.Config, report: Report) -> None:
    """Show the reports that have the terminal as their place."""
    from ..report.formats import write_report

    for kind, path in config.stash[options_key].reports:
        if path is None:
            terminalreporter.ensure_newline()
            write_report(kind, report, base=config.invocation_params.dir, place=None)


def _judged(config: pytest.Config) -> Report:
    """Return the report of all verdicts, before the baseline is applied."""
    from ..report.value import Report
    from ..targets.facts import ToolFacts
    from ..verdict import CheckResult

    tools: dict[tuple[str, int], ToolFacts] = {}
    of_items = config.stash.get(tools_of_items_key, {}).copy()
    results: dict[tuple[str, int, str], CheckResult] = {}
    for entry in config.stash[received_key]:
        tool, result = ToolFacts(**entry["tool"]), CheckResult(**entry["result"])
        tools.setdefault((tool.target, entry["index"]), tool)
        of_items.setdefault(entry["item"], (entry["index"], tool))
        place = (tool.target, entry["index"], result.check)
        # A process lost in several checks, on several of xdist's workers, is one finding.
        if place not in results or result.status == "failed":
            results[place] = result
    lost = config.stash[lost_key]
    if lost:
        # The project's own checks: xdist's controller collects nothing, and has not imported them for suites.
        with suppress(pytest.UsageError):  # a worker has shown it, when it collected
            selected_checks(config)
    for index, tool, result in lost_results(lost, of_items):
        # Also a tool without any verdict.
        tools.setdefault((tool.target, index), tool)
        results[tool.target, index, result.check] = result
    seconds = time.perf_counter() - config.stash[started_key]
    listed = [results[place] for place in sorted(results)]
    is_partial = config.stash.get(interrupted_key, False)
    found = [tools[place] for place in sorted(tools)]
    shard = config.stash[options_key].shard
    return Report(
        found,
        listed,
        seconds,
        _coverage(config),
        is_partial=is_partial,
        shard=shard,
        places=sorted(tools) if shard is not None else (),
    )


def _accepted(config: pytest.Config, report: Report) -> Report:
    """Return the report with the baseline and the expected failures of suites applied."""
    with usage_errors():
        report = check_run(config).accepted(report, is_whole=False)
    expected = {
        tuple(entry["result"][key] for key in ("target", "tool", "check")): entry["expected"]
        for entry in config.stash[received_key]
        if "expected" in entry
    }
    return replace(report, results=[_expected(result, expected) for result in report.results])


def _expected(result: CheckResult, expected: Mapping[tuple[str, ...], str]) -> CheckResult:
    """Return the verdict, accepted if its test expects it to fail."""
    reason = expected.get((result.target, result.tool, result.check))
    if reason is None or result.status not in ("failed", "error") or result.is_stale:
        return result
    message = f"Expected to fail, as {reason!r}: {result.message}"
    return replace(
        result,
        status="not_applicable",
        message=message,
        is_accepted=True,
        accepted_status=result.status,
        accepted_reason=reason,
        accepted_message=result.message,
    )


def _coverage(config: pytest.Config) -> list[ToolCoverage]:
    """Return the coverage of the judged tools, over all of xdist's workers."""
    if not config.stash[options_key].with_coverage:
        return []
    from ..report.contract_coverage import covered_tools
    from ..targets.facts import ToolFacts

    tools: dict[tuple[str, int], ToolFacts] = {}
    covered: dict[tuple[str, int], set[str]] = {}
    for entry in config.stash[covered_key]:
        facts = ToolFacts.from_json(entry["tool"])
        place = (facts.target, entry["index"])
        tools[place] = facts
        covered.setdefault(place, set()).update(entry["covered"])
    places = sorted(tools)
    return covered_tools([tools[place] for place in places], [covered[place] for place in places])
