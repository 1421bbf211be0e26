"""Resumed items: the verdicts of a run of pytest that was killed, taken up with ``--forge-resume``.

The process that reports keeps each verdict as it arrives, so a killed controller of xdist loses those that its workers
had not sent yet. It tells its workers what it takes up: their items end with the earlier verdict, and make no call. The
tests of suites are always made again, since the files that decide them are not known.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Generator, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from .loaded_targets import check_run, named_targets, selected_checks, usage_errors
from .options import options_key

if TYPE_CHECKING:
    from ..engine.kept_verdicts import KeptTool
    from ..findings.journal import Journal
    from ..findings.journal_entry import TakenUp
    from ..targets.facts import ToolFacts
    from ..verdict import CheckResult

__all__ = ["known_verdicts", "note_verdicts"]

#: What the controller of xdist tells its workers: the entries that are taken up.
_WORKER_ENTRIES = "forge_taken_up"
#: Of the report of an item: its entry for the journal, as JSON text.
_MADE = "forge_made"

_taken_up_key = pytest.StashKey["TakenUp"]()
_made_key = pytest.StashKey[str]()
_told_key = pytest.StashKey[list[str]]()
_begun_key = pytest.StashKey[bool]()

#: Exit codes of a run that has reported. After an interruption a part of it is missing.
_DONE = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Begin the journal, in the process that reports."""
    config = session.config
    options = config.stash[options_key]
    if hasattr(config, "workerinput") or config.option.collectonly:
        return
    if options.resume and options.store == "off":
        raise pytest.UsageError(
            "--forge-resume needs the verdicts of a run, and --forge-store off keeps none. Leave one of them out."
        )
    if options.resume and options.replay:
        raise pytest.UsageError(
            "--forge-resume goes on with a whole run, and --forge-replay repeats one finding. Leave one of them out."
        )
    targets = named_targets(config)
    if not targets:
        return
    selected_checks(config)
    run = check_run(config)
    with usage_errors():
        run.begin(targets)
    if run.journal is None:
        return
    config.stash[_begun_key] = True
    config.pluginmanager.register(_Listener(config), "forge-journal")
    config.stash[_taken_up_key] = run.journal.taken_up
    if options.resume:
        from ..findings.journal import taken_up_lines

        config.stash[_told_key] = taken_up_lines(*run.taken_up)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of xdist what is taken up."""
    taken_up = node.config.stash.get(_taken_up_key, None)
    if taken_up:
        node.workerinput[_WORKER_ENTRIES] = json.dumps([entry.as_json() for entry in taken_up.entries])


def known_verdicts(config: pytest.Config, tool: ToolFacts, index: int) -> KeptTool:
    """Return the verdicts on a tool of a target that are taken up."""
    return _taken_up(config).known(tool, index)


def _taken_up(config: pytest.Config) -> TakenUp:
    from ..findings.journal_entry import JournalEntry, TakenUp

    if _taken_up_key not in config.stash:
        text = getattr(config, "workerinput", {}).get(_WORKER_ENTRIES, "[]")
        config.stash[_taken_up_key] = TakenUp(map(JournalEntry.from_json, json.loads(text)))
    return config.stash[_taken_up_key]


def note_verdicts(
    item: pytest.Item,
    tool: ToolFacts,
    index: int,
    check: str,
    results: Sequence[CheckResult],
    covered: Collection[str],
) -> None:
    """Have the process that reports keep what an item has shown."""
    from ..findings.journal_entry import JournalEntry, tool_mark

    place = (tool.target, index, tool_mark(tool))
    entry = JournalEntry(place, check, tuple(results), tuple(covered))
    item.stash[_made_key] = json.dumps(entry.as_json(), default=repr)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Attach the entry to the report of an item; xdist sends such attributes."""
    report = yield
    if call.when == "call" and _made_key in item.stash:
        setattr(report, _MADE, item.stash[_made_key])
    return report


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Forget the verdicts of a run that has reported, and keep those of one that was interrupted."""
    config = session.config
    if _journal(config) is None:
        return
    is_done = exitstatus in _DONE
    if not is_done:
        config.stash[_told_key] = ["The same command with --forge-resume goes on with this run."]
    if warning := check_run(config).close(is_done=is_done):
        config.stash[_told_key] = [warning]


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what was taken up, or how to go on."""
    for line in config.stash.get(_told_key, ()):
        terminalreporter.line(f"forge: {line}")


def _journal(config: pytest.Config) -> Journal | None:
    # Without targets there is none, and the harness is not imported.
    return check_run(config).journal if _begun_key in config.stash else None


class _Listener:
    """Receives every test report, including those of xdist's workers."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    # First: what other plugins make of a report may take its time.
    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        journal, made = _journal(self._config), getattr(report, _MADE, None)
        if journal is None or made is None:
            return
        from ..findings.journal_entry import JournalEntry

        journal.keep_entry(JournalEntry.from_json(json.loads(made)))
