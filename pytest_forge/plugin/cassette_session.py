"""The cassettes of a whole run: unplayed interactions of shared ones, orphans, and unreadable files.

    each test        its report carries its cassette and the unplayed interactions       (in xdist's workers too)
    use_cassette     notes the same for its file in the process where it ends, in a test or in a fixture
    each worker      sends at its end its notes, the collected tests, and the cassettes that they own
    the controller   merges, judges in strict mode, and writes the requested record

Unplayed interactions are known only if all tests of the cassette passed. Shared cassettes and orphans are judged only
if whole folders ran and no test was deselected. The tests that open a file with `use_cassette` are known only once
they have run, so all tests of their modules must have passed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .cassette_items import cassette_of
from .cassette_tally import CassetteTally, played_part
from .options import options_key

if TYPE_CHECKING:
    from ..cassettes.hygiene.suite_cassettes import SuiteCassettes

__all__: list[str] = []

_session_key = pytest.StashKey["CassetteTally"]()
_WORKER_OUTPUT = "forge_cassettes"
#: Exit codes of a complete run.
_COMPLETE = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Start the tally if an option needs it."""
    options = config.stash[options_key]
    if options.are_cassettes_strict or options.cassette_report is not None:
        # A named file, or a test in it, may share its cassette with others that do not run.
        is_partial = not all((config.invocation_params.dir / word).is_dir() for word in config.args)
        session = CassetteTally(is_partial=is_partial)
        config.stash[_session_key] = session
        from ..cassettes.use.cassette import watch_cassettes

        config.add_cleanup(watch_cassettes(session.left_block))
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(_Listener(session), "forge-cassette-session")


class _Listener:
    """Receives every test report, including those of xdist's workers."""

    def __init__(self, session: CassetteTally) -> None:
        self._session = session

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self._session.shaky.add(report.nodeid.partition("::")[0])
        told = getattr(report, "forge_cassette", None)
        if told is not None:
            self._session.played(told)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Note the test before anything can deselect it."""
    session = item.config.stash.get(_session_key, None)
    if session is not None:
        session.collected(item)


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Note that not every test runs."""
    for item in items[:1]:
        session = item.config.stash.get(_session_key, None)
        if session is not None:
            session.is_partial = True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Add the unplayed interactions of a passed test to its report."""
    report: Any = yield
    cassette = cassette_of(item) if call.when == "call" and _session_key in item.config.stash else None
    if cassette is not None and report.passed:
        report.forge_cassette = played_part(str(cassette.path), cassette, is_shared=cassette.is_shared)
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Merge the tally of a worker; a hook of xdist."""
    session = node.config.stash.get(_session_key, None)
    told = getattr(node, "workeroutput", {}).get(_WORKER_OUTPUT)
    if session is not None and told is not None:
        session.merge(told)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """In a worker, send the tally; elsewhere, judge it and write the record."""
    config = session.config
    known = config.stash.get(_session_key, None)
    if known is None or config.option.collectonly:
        return
    if hasattr(config, "workerinput"):
        config.workeroutput[_WORKER_OUTPUT] = known.to_tell()  # type: ignore[attr-defined]  # xdist's
        return
    # After any other end, the requests of the remaining tests are unknown.
    known.is_partial = known.is_partial or exitstatus not in _COMPLETE
    options = config.stash[options_key]
    suite = _suite(config, known)
    if options.are_cassettes_strict:
        known.problems += _problems(known, suite)
    if options.cassette_report is not None:
        known.problems += _written(options.cassette_report, known, suite)
    if known.problems and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Show the problems, and whether some cassettes could not be judged."""
    known = config.stash.get(_session_key, None)
    if known is None or hasattr(config, "workerinput"):
        return
    is_unjudged = config.stash[options_key].are_cassettes_strict and known.is_partial
    if not known.problems and not is_unjudged:
        return
    from ..report.printable import printable

    terminalreporter.section("forge cassettes")
    for problem in known.problems:
        terminalreporter.line(printable(problem), red=True)
    if is_unjudged:
        terminalreporter.line(
            "Orphans and shared cassettes are not judged: not every test has run. Run whole folders to judge them."
        )


def _suite(config: pytest.Config, known: CassetteTally) -> SuiteCassettes:
    from ..cassettes.hygiene.suite_cassettes import SuiteCassettes

    return SuiteCassettes(
        root=config.rootpath,
        folder=Path(config.stash[options_key].cassette_folder),
        modules={Path(module): foreign for module, foreign in known.modules.items() if module.endswith(".py")},
        owned={Path(path) for path in (*known.owners, *known.blocks)},
    )


def _problems(known: CassetteTally, suite: SuiteCassettes) -> Iterator[str]:
    for path in sorted(known.shared):
        left = known.unplayed[path]
        if left and known.is_judged(path):
            numbers = ", ".join(str(number + 1) for number in sorted(left)[:10]) + ("…" if len(left) > 10 else "")
            count = known.counts[path]
            yield (
                f"{suite.shown(Path(path))}: its tests played {count - len(left)} of {count} interactions "
                f"(not {numbers}). Record it again, or trim it."
            )
    played_out = {Path(path) for path, left in known.unplayed.items() if not left}
    unreadable = dict(suite.unreadable(known=played_out))
    yield from unreadable.values()
    if not known.is_partial:
        yield from (problem for file, problem in suite.orphans() if file not in unreadable)


def _written(place: Path, known: CassetteTally, suite: SuiteCassettes) -> Iterator[str]:
    from forge_harness import CommandError

    from ..report.output import json_text, write_output

    record = {
        "version": 1,
        "complete": not known.is_partial,
        "root": str(suite.root),
        "cassettes": [
            {
                "path": suite.shown(Path(path)),
                "unplayed": [number + 1 for number in sorted(left)],
                "judged": known.is_judged(path),
            }
            for path, left in sorted(known.unplayed.items())
        ],
        "owned": sorted(suite.shown(path) for path in suite.owned),
        "modules": [suite.shown(folder) for folder in suite.module_folders()],
    }
    try:
        write_output(json_text(record), place=place)
    except CommandError as error:
        yield str(error)
