"""Cassettes as test items ask for them: the file's place, what options, hook and markers say, and how a test ends."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ..cassettes.use.recording_run import begin_run, current_run
from ..cassettes.use.settings import CassetteSettings
from .live_run import live_verifier, note_drift
from .miss_report import miss_report
from .options import options_key

if TYPE_CHECKING:
    from ..cassettes.use.cassette import Cassette

__all__ = ["cassette_of", "cassette_path", "item_cassette", "owned_cassette", "replayed_settings"]

_MARKER = "forge_cassette"
_FIXTURE = "forge_cassette"
_SUFFIXES = (".yaml", ".yml", ".json")
#: What pytest-recording writes as a hyphen.
_FORBIDDEN = re.compile(r"""[<>?%*:|"'/\\]""")
_UNSAFE = re.compile(r"[^A-Za-z0-9_.,=+@\[\]-]+")
_MAX_NAME = 120
#: What a marker may say beside the settings.
_PLACE_WORDS = ("name", "folder")

_LOST = (
    "The test failed, so that nothing of what it asked ({count}) was written. "
    "Mark it forge_cassette(keep_on_failure=True) to keep that, too."
)

_cassette_key = pytest.StashKey["Cassette"]()
_failed_key = pytest.StashKey[bool]()
_items_key = pytest.StashKey[list[pytest.Item]]()


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker, and have cassettes that no test owns follow the run."""
    config.add_cleanup(begin_run(lambda: config.stash[options_key].record or "none", lambda: _run_folder(config)))
    config.addinivalue_line(
        "markers",
        "forge_cassette(name=None, *, mode, folder, ignore, parts, roots, redact, allowed_hosts, faults, rechunk, "
        "timings, keep_on_failure, drift): answer the test's requests from a cassette (Forge Harness)",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Give a test its cassette before any fixture of its own that might send a request."""
    names = getattr(item, "fixturenames", None)
    if names is None or (_FIXTURE not in names and item.get_closest_marker(_MARKER) is None):
        return
    if _FIXTURE in names:
        names.remove(_FIXTURE)
    # What is made once for several tests is no part of one test's cassette, and comes before it.
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
    """Fail a test whose client swallowed that there was no answer, or that left answers unasked for."""
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
    """Say of a failed test what was not in its cassette, whatever error a client has made of it."""
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
    """Yield the cassette of the test that asks for it."""
    from ..cassettes.foreign.document import CassetteError
    from ..cassettes.redaction.redact import RedactionError

    try:
        with _used_by(request) as cassette:
            yield cassette
    except (CassetteError, RedactionError, ValueError, pytest.UsageError) as error:
        # What a user can mend is told without our code.
        raise pytest.fail.Exception(str(error), pytrace=False) from None


@contextmanager
def _used_by(request: pytest.FixtureRequest) -> Iterator[Cassette]:
    from ..cassettes.use.cassette import used

    item = request.node
    config = request.config
    said = _marker(item)
    settings = _settings(config, said)
    path = cassette_path(item, name=said.get("name"), folder=said.get("folder"))
    run = None
    if settings.mode != "none" and said.get("name") is not None:
        run = current_run()
    with used(
        path,
        settings,
        run=run,
        is_shared=said.get("name") is not None,
        name=_shown(path, config),
        node_id=item.nodeid,
        is_block=False,
        renaming=_renaming(item, path) if said.get("name") is None else "",
        has_failed=lambda: item.stash.get(_failed_key, False),
        verify=live_verifier(item) if settings.mode == "none" else None,
    ) as cassette:
        item.stash[_cassette_key] = cassette
        try:
            yield cassette
        finally:
            note_drift(item, len(cassette.drift))


def cassette_of(item: pytest.Item) -> Cassette | None:
    """Return the cassette that a test uses; None before it is set up, and for a test without one."""
    return item.stash.get(_cassette_key, None)


def owned_cassette(item: pytest.Item) -> Path | None:
    """Return the file that a collected test will use; None if it asks for no cassette, or its marker is wrong."""
    if _FIXTURE not in getattr(item, "fixturenames", ()) and item.get_closest_marker(_MARKER) is None:
        return None
    try:
        said = _marker(item)
    except pytest.UsageError:
        # The test itself says so.
        return None
    return cassette_path(item, name=said.get("name"), folder=said.get("folder"))


def cassette_path(item: pytest.Item, *, name: str | None = None, folder: str | None = None) -> Path:
    """Return the file of a test.

    ::

        tests/test_chat.py::TestChat::test_hi[a b]    ->  tests/cassettes/test_chat/TestChat.test_hi[a-b]-1f2e3d4c.yaml
        the same, marked forge_cassette("greetings")  ->  tests/cassettes/greetings.yaml

    Args:
        item: The test.
        name: What a marker says; several tests may share a name.
        folder: What a marker says; that of the options unless given. A relative one stands beside the test's file, an
            absolute one holds the folders of the test files.
    """
    told = Path(folder or item.config.stash[options_key].cassette_folder)
    home = item.path.parent
    place = told if told.is_absolute() else home / told
    if name is not None:
        return place / (name if name.endswith(_SUFFIXES) else f"{name}.yaml")
    if told.is_absolute() and home.is_relative_to(item.config.rootpath):
        place /= home.relative_to(item.config.rootpath)
    folder_of_module = place / item.path.stem
    own = folder_of_module / f"{_own_name(item)}.yaml"
    if _name_by_recording(item) != own.stem and not _may_be_anothers(item) and not own.exists():
        elsewhere = folder_of_module / f"{_name_by_recording(item)}.yaml"
        return elsewhere if elsewhere.exists() else own
    return own


def _own_name(item: pytest.Item) -> str:
    return _file_name(item.nodeid.partition("::")[2])


def _name_by_recording(item: pytest.Item) -> str:
    """Return what pytest-recording calls the cassette of a test, whose suite may have come from there."""
    owner = getattr(item, "cls", None)
    name = item.name if owner is None else f"{owner.__name__}.{item.name}"
    return _FORBIDDEN.sub("-", name)


def _may_be_anothers(item: pytest.Item) -> bool:
    """Whether pytest-recording's name of a test's cassette is what we call that of another test."""
    name = _name_by_recording(item)
    return name == _file_name(name.replace(".", "::"))


def _renaming(item: pytest.Item, path: Path) -> str:
    """Return the command that makes a file that is missing out of one of pytest-recording's; empty if there is none."""
    elsewhere = path.with_name(f"{_name_by_recording(item)}.yaml")
    if path.exists() or elsewhere == path or not elsewhere.exists():
        return ""
    return shlex.join(["mv", _shown(elsewhere, item.config), _shown(path, item.config)])


def _file_name(inner: str) -> str:
    dotted = inner.replace("::", ".")
    safe = _UNSAFE.sub("-", dotted)[:_MAX_NAME]
    parameters = inner.partition("[")[2]
    # Two names that would be one file, on any system, are told apart.
    if safe != dotted or parameters != parameters.lower():
        safe = f"{safe}-{hashlib.sha256(inner.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
    return safe


def _marker(item: pytest.Item) -> dict[str, Any]:
    """What the markers say; a nearer one has the last word, word by word."""
    said: dict[str, Any] = {}
    known = {*_PLACE_WORDS, *(field.name for field in fields(CassetteSettings))}
    for marker in reversed(list(item.iter_markers(_MARKER))):
        if len(marker.args) > 1 or (marker.args and not isinstance(marker.args[0], str)):
            raise pytest.UsageError(
                f"The marker forge_cassette of {item.nodeid!r} has the arguments {marker.args!r}. "
                "Give one name at most, and the rest as keywords."
            )
        for word in marker.kwargs:
            if word not in known:
                raise pytest.UsageError(
                    f"The marker forge_cassette of {item.nodeid!r} has the keyword {word!r}. "
                    f"Use one of {', '.join(sorted(known))}."
                )
        said |= {"name": marker.args[0]} if marker.args else {}
        said |= marker.kwargs
    for word in _PLACE_WORDS:
        value = said.get(word)
        if value is not None and not (isinstance(value, str | os.PathLike) and str(value)):
            raise pytest.UsageError(
                f"The marker forge_cassette of {item.nodeid!r} has the {word} {value!r}. Give a text, or nothing."
            )
    return {word: str(value) if word in _PLACE_WORDS and value is not None else value for word, value in said.items()}


def _settings(config: pytest.Config, said: dict[str, Any]) -> CassetteSettings:
    options = config.stash[options_key]
    settings = CassetteSettings(allowed_hosts=options.allowed_hosts, rechunk=options.rechunk)
    if options.record is not None:
        settings.mode = options.record
    config.hook.pytest_forge_configure_vcr(config=config, settings=settings)
    for word, value in said.items():
        if word == "redact" and isinstance(value, list | tuple):
            settings.redact = [*settings.redact, *value]
        elif word == "redact":
            # One rule, or what is none and is refused as such.
            settings.redact = [*settings.redact, value]
        elif word not in _PLACE_WORDS:
            setattr(settings, word, value)
    if options.is_record_given and options.record is not None:
        # Who types a mode means every test of the run.
        settings.mode = options.record
    return settings


def replayed_settings(item: pytest.Item) -> CassetteSettings | None:
    """Return the settings of a test that replays its cassette; None if it records, or what is said means nothing."""
    try:
        said = _marker(item)
        settings = _settings(item.config, said).settled()
    except (pytest.UsageError, ValueError):
        # The test itself says so.
        return None
    path = cassette_path(item, name=said.get("name"), folder=said.get("folder"))
    return settings if settings.mode == "none" or (settings.mode == "once" and path.exists()) else None


def _run_folder(config: pytest.Config) -> Path | None:
    """Return a folder that the workers of a run share, and no other run."""
    factory = getattr(config, "_tmp_path_factory", None)
    if factory is None:
        return None
    base: Path = factory.getbasetemp()
    # A worker's folder stands in that of its run.
    return base.parent if hasattr(config, "workerinput") else base


def _shown(path: Path, config: pytest.Config) -> str:
    return str(path.relative_to(config.rootpath)) if path.is_relative_to(config.rootpath) else str(path)


def _judge(item: pytest.Item, cassette: Cassette) -> None:
    __tracebackhide__ = True
    if cassette.misses:
        raise cassette.misses[0]
    options = item.config.stash[options_key]
    left = cassette.unplayed()
    if options.are_cassettes_strict and left and not cassette.is_recording and not cassette.is_shared:
        numbers = ", ".join(str(number + 1) for number in left[:10]) + ("…" if len(left) > 10 else "")
        child = (
            f" It started {cassette.children[0]!r}, and what a process of its own asks is not replayed."
            if cassette.children
            else ""
        )
        pytest.fail(
            f"{cassette.name}: played {cassette.played} of {cassette.played + len(left)} interactions (not {numbers}); "
            f"re-record or trim it.{child}",
            pytrace=False,
        )
