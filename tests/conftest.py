"""What every test of the house may ask for."""

from __future__ import annotations

import compileall
import gc
import os
import py_compile
import sys
import zlib
from collections import Counter
from collections.abc import Generator
from contextlib import suppress
from importlib import metadata
from pathlib import Path

# pytester's in-process runs forget modules that were first imported inside them; a second import would make new
# classes, which are not those that C extensions and registries still hold. So whatever an inner run imports lazily is
# imported here, first.
import hypothesis
import jsonschema  # noqa: F401
import pytest
import vcr  # noqa: F401
import yaml  # noqa: F401
from turns import TURNS, git, turn

import forge_harness
import pytest_forge.engine.session
import pytest_forge.findings.run
from pytest_forge.engine import loaded_target

pytest_plugins = ["pytester"]

# A busy machine is slow at making examples, which says nothing of the tests.
hypothesis.settings.register_profile("busy", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("busy")

#: Where tests take seconds; they go first, so that no worker is left with them when the others are done.
SLOW = ("test_readme.py", "mcp", "checks", "engine", "plugin", "commands")

#: The words for pytest that leave a plugin out; they change nothing where it is not installed.
LEFT_OUT = "-p no:langsmith_plugin"

_read_entry_points = vars(metadata.Distribution)["entry_points"].fget
_known_entry_points: dict[object, metadata.EntryPoints] = {}


def pytest_configure(config: pytest.Config) -> None:
    """Compile both packages, once a run: the tests start hundreds of interpreters, which may not be let to write."""
    if not hasattr(config, "workerinput"):
        for package in (forge_harness, pytest_forge):
            compileall.compile_dir(package.__path__[0], quiet=2, workers=0)
        _compile_imported()

    # An inner run reads the entry points of every installed package some fifteen times.
    type.__setattr__(metadata.Distribution, "entry_points", property(_entry_points))
    # Nothing that a test writes need outlast the machine, and a disk takes milliseconds for each file.
    os.fsync = os.fdatasync = lambda _: None


def _entry_points(package: metadata.Distribution) -> metadata.EntryPoints:
    """Return the entry points of a package, which are read once from its folder."""
    folder = getattr(package, "_path", None)
    if folder is None:
        return _read_entry_points(package)
    if folder not in _known_entry_points:
        _known_entry_points[folder] = _read_entry_points(package)
    return _known_entry_points[folder]


def _compile_imported() -> None:
    """Compile the libraries that are imported now; not every installer does, and an import may not write."""
    for module in list(sys.modules.values()):
        source, compiled = getattr(module, "__file__", None), getattr(module, "__cached__", None)
        if source and compiled and source.endswith(".py") and not Path(compiled).exists():
            # A folder of the system cannot be written; it is compiled in memory then, as before.
            with suppress(OSError, py_compile.PyCompileError):
                py_compile.compile(source, doraise=True)


@pytest.fixture
def quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of pytest that a test starts leave out LangSmith's plugin, half of the time that they take to start."""
    monkeypatch.setenv("PYTEST_ADDOPTS", LEFT_OUT)


@pytest.fixture
def pytester(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """As in pytest, with `quick_start`; pytest's own fixture deletes the variable, so it is set after that."""
    monkeypatch.setenv("PYTEST_ADDOPTS", LEFT_OUT)
    return pytester


@pytest.fixture
def started_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hosts are started one by one, as those that get variables from the user."""
    monkeypatch.setattr(loaded_target, "take_host", lambda *_, **__: None)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage while tests are collected: almost all that is made stays, and need not be looked at again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put what takes long first, and tests that share a session of their module into one worker (--dist loadgroup)."""
    here = Path(__file__).parent
    if config.pluginmanager.hasplugin("xdist"):
        for item in items:
            if isinstance(item, pytest.Function) and _shares_a_session(item):
                item.add_marker(pytest.mark.xdist_group(item.path.stem))
    # A worker is told the folder that a run without words takes.
    if all(Path(word).absolute() == here for word in config.args):
        _keep_those_in_turn(config, items)
    rank = {name: number for number, name in enumerate(SLOW)}
    items.sort(key=lambda item: rank.get(item.path.relative_to(here).parts[0], len(rank)))


def _keep_those_in_turn(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect fifteen sixteenths of the cases of tests with the marker `in_turns`.

    A test is left whole if this commit changes its file, or a file or folder that the marker names.
    """
    changed = (git("diff", "--name-only", "HEAD~1") or "").splitlines() if turn() is not None else []
    counted: Counter[str] = Counter()
    left: list[pytest.Item] = []
    for item in items:
        mark = item.get_closest_marker("in_turns")
        if mark is None or turn() is None:
            continue
        name = item.nodeid.partition("[")[0]
        counted[name] += 1
        # Tests of a single case are spread by their names.
        is_due = (counted[name] + zlib.crc32(name.encode())) % TURNS == turn()
        own = (f"tests/{item.path.relative_to(Path(__file__).parent)}", *mark.args)
        if not is_due and not any(one.startswith(own) for one in changed):
            left.append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Where the slowest tests are asked for, tell the seconds of each folder, so that it shows where time goes."""
    if not config.getoption("durations"):
        return
    seconds: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds["/".join(report.nodeid.partition("::")[0].split("/")[:2])] += report.duration
    terminalreporter.section("seconds of tests by folder")
    for folder, spent in seconds.most_common(12):
        terminalreporter.write_line(f"{spent:8.1f} {folder}")


def _shares_a_session(item: pytest.Function) -> bool:
    known = item._fixtureinfo.name2fixturedefs
    return any(known[name][-1].scope == "module" for name in item.fixturenames if name in known)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of recorded schemas, sessions and payloads, which is not part of this repository."""
    if named := os.environ.get("FORGE_CORPUS"):
        folder = Path(named)
        if not folder.is_dir():
            pytest.skip("FORGE_CORPUS names no folder")
        return folder
    found = sorted(Path.home().glob(".cache/forge-corpus/*/corpus"), key=lambda folder: folder.stat().st_mtime)
    if not found:
        pytest.skip("the corpus is not unpacked here; set FORGE_CORPUS to its folder")
    return found[-1]
