"""Cassettes of test items: opened before the test's own fixtures, judged when the test ends."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ..cassettes.use.recording_run import begin_run, current_run
from .cassette_marker import asks_for_cassette, marked, replayed_settings, settings_of
from .cassette_place import cassette_path, note_siblings, renaming_of, shown_path
from .live_run import live_verifier, note_drift
from .miss_report import miss_report
from .options import options_key

if TYPE_CHECKING:
    from ..cassettes.use.cassette import Cassette

__all__ = ["cassette_of", "item_cassette"]

_FIXTURE = "forge_cassette"

_LOST = (
    "The test failed, so its recorded requests ({count}) were not written. "
    "Mark it forge_cassette(keep_on_failure=True) to keep them."
)

_cassette_key = pytest.StashKey["Cassette"]()
_failed_key = pytest.StashKey[bool]()
_items_key = pytest.StashKey[list[pytest.Item]]()


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker, and give cassettes outside tests the settings of the run."""
    config.add_cleanup(begin_run(lambda: config.stash[options_key].record or "none", lambda: _run_folder(config)))
    config.addinivalue_line(
        "markers",
        "forge_cassette(name=None, *, mode, folder, ignore, parts, roots, redact, allowed_hosts, faults, rechunk, "
        "timings, keep_on_failure, drift): answer the test's requests from a cassette (Forge Harness)\n"
        "    name: of the file in the folder of cassettes, which tests may share (default: <module>/<test>)\n"
        "    mode: none, once, new_episodes or all; --forge-record on the command line overrides it\n"
        "    folder: the folder of cassettes, instead of forge_cassette_folder\n"
        "    ignore: JSON paths in bodies that need not match, such as ['$.metadata']; 'dates' for dates in texts\n"
        "    parts: what must match: method, host, path, query, body\n"
        "    roots: folders whose location need not match\n"
        "    redact: functions that return the secret parts of a text\n"
        "    allowed_hosts: hosts that stay reachable and are not recorded\n"
        "    faults: of the replayed responses, in order: '429', 'cut:100', 'reset', 'slow', 'timeout', None, ...\n"
        "    rechunk: a seed to split replayed streams into other chunks\n"
        "    timings: record and replay the pauses of streams\n"
        "    keep_on_failure: write the recording of a failed test, too\n"
        "    drift: 'fail' (default) or 'report', if a tool returns something other than recorded",
    )


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem() -> Generator[None, Any, Any]:
    """Note the tests of a parametrised function, also those that are not selected."""
    made = yield
    if isinstance(made, list) and made and isinstance(made[0], pytest.Item) and asks_for_cassette(made[0]):
        note_siblings(made)
    return made


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Set up the cassette of a test before its own fixtures, which may send requests."""
    names = getattr(item, "fixturenames", None)
    if names is None or not asks_for_cassette(item):
        return
    if _FIXTURE in names:
        names.remove(_FIXTURE)
    # Fixtures shared by several tests are not part of one test's cassette, and come before it.
    known = item._fixtureinfo.name2fixturedefs  # type: ignore[attr-defined]  # noqa: SLF001  # it has no other name
    wide = [name for name in names if name in known and known[name][-1].scope != "function"]
    names.insert(max((names.index(name) + 1 for name in wide), default=0), _FIXTURE)
    items = item.config.stash.setdefault(_items_key, [])
    if not items:
        from .wide_fixtures import WideFixtures

        item.config.pluginmanager.register(WideFixtures(items, replayed_settings), "forge-wide-fixtures")
    items.append(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Fail a test whose client swallowed a cassette miss, or, in strict mode, that left interactions unplayed."""
    try:
        result = yield
    except BaseException:
        item.stash[_failed_key] = True
        raise
    cassette = item.stash.get(_cassette_key, None)
    if cassette is not None:
        try:
            _judge(item, cassette)
        except BaseException:
            item.stash[_failed_key] = True
            raise
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Show the cassette misses of a failed test, whatever exception its client raised."""
    report: Any = yield
    if not report.failed or call.excinfo is None:
        return report
    told = str(call.excinfo.value)
    found = miss_report(item, call.excinfo)
    if found is not None:
        report.longrepr = found[1]
        told += str(found[0])
    cassette = item.stash.get(_cassette_key, None)
    if cassette is not None:
        text = "\n\n".join(str(miss) for miss in cassette.misses if str(miss) not in told)
        if text:
            report.sections.append(("not in the cassette", text))
        if call.when == "call" and cassette.recorded and not cassette.keeps_on_failure:
            report.sections.append(("not recorded", _LOST.format(count=cassette.recorded)))
    return report


@contextmanager
def item_cassette(request: pytest.FixtureRequest) -> Iterator[Cassette]:
    """Yield the cassette of the requesting test."""
    from ..cassettes.foreign.document import CassetteError
    from ..cassettes.redaction.redact import RedactionError

    try:
        with _used_by(request) as cassette:
            yield cassette
    except (CassetteError, RedactionError, ValueError, pytest.UsageError) as error:
        # Mistakes of the user are shown without our code.
        raise pytest.fail.Exception(str(error), pytrace=False) from None


@contextmanager
def _used_by(request: pytest.FixtureRequest) -> Iterator[Cassette]:
    from ..cassettes.use.cassette import used

    item = request.node
    config = request.config
    said = marked(item)
    settings = settings_of(config, said)
    path = cassette_path(item, name=said.get("name"), folder=said.get("folder"))
    run = None
    if settings.mode != "none" and said.get("name") is not None:
        run = current_run()
    with used(
        path,
        settings,
        run=run,
        is_shared=said.get("name") is not None,
        name=shown_path(path, config),
        node_id=item.nodeid,
        is_block=False,
        renaming=renaming_of(item, path) if said.get("name") is None else "",
        has_failed=lambda: item.stash.get(_failed_key, False),
        verify=live_verifier(item) if settings.mode == "none" else None,
    ) as cassette:
        item.stash[_cassette_key] = cassette
        try:
            yield cassette
        finally:
            note_drift(item, len(cassette.drift))


def cassette_of(item: pytest.Item) -> Cassette | None:
    """Return the cassette of a test; None before it is set up, and for a test without one."""
    return item.stash.get(_cassette_key, None)


def _run_folder(config: pytest.Config) -> Path | None:
    """Return a folder shared by the workers of this run only."""
    factory = getattr(config, "_tmp_path_factory", None)
    if factory is None:
        return None
    base: Path = factory.getbasetemp()
    # A worker's folder is in that of its run.
    return base.parent if hasattr(config, "workerinput") else base


def _judge(item: pytest.Item, cassette: Cassette) -> None:
    __tracebackhide__ = True
    if cassette.misses:
        raise cassette.misses[0]
    options = item.config.stash[options_key]
    left = cassette.unplayed()
    if options.are_cassettes_strict and left and not cassette.is_recording and not cassette.is_shared:
        numbers = ", ".join(str(number + 1) for number in left[:10]) + ("…" if len(left) > 10 else "")
        child = (
            f" It started {cassette.children[0]!r}; requests of child processes are not replayed."
            if cassette.children
            else ""
        )
        pytest.fail(
            f"{cassette.name}: played {cassette.played} of {cassette.played + len(left)} interactions (not {numbers}); "
            f"re-record or trim it.{child}",
            pytrace=False,
        )
