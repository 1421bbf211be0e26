"""The file of a test's cassette: next to the test's file, named after the test or by a marker."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

from ..regex import regex
from .options import options_key

__all__ = ["cassette_path", "note_siblings", "renaming_of", "shown_path"]

_SUFFIXES = (".yaml", ".yml", ".json")
#: Characters that pytest-recording replaces by a hyphen.
_FORBIDDEN = regex(r"""[<>?%*:|"'/\\]""")
_UNSAFE = regex(r"[^A-Za-z0-9_.,=+@\[\]-]+")
_MAX_NAME = 120
#: The other tests that one function makes, selected or not.
_siblings_key = pytest.StashKey[tuple[pytest.Item, ...]]()


def cassette_path(item: pytest.Item, *, name: str | None = None, folder: str | None = None) -> Path:
    """Return the file of a test.

    ::

        tests/test_chat.py::TestChat::test_hi[a b]    ->  tests/cassettes/test_chat/TestChat.test_hi[a-b]-1f2e3d4c.yaml
        the same, marked forge_cassette("greetings")  ->  tests/cassettes/greetings.yaml

    Args:
        item: The test.
        name: The name in the marker; several tests may share a name.
        folder: The folder in the marker; that of the options unless given. A relative one is next to the test's file,
            an absolute one holds the folders of the test files.
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


def note_siblings(items: Sequence[pytest.Item]) -> None:
    """Tell the tests that one function makes of each other, so that none takes the file of another."""
    together = tuple(items)
    for item in together:
        item.stash[_siblings_key] = together


def _own_name(item: pytest.Item) -> str:
    return _file_name(item.nodeid.partition("::")[2])


def _name_by_recording(item: pytest.Item) -> str:
    """Return pytest-recording's name of a test's cassette, for suites that come from there."""
    owner = getattr(item, "cls", None)
    name = item.name if owner is None else f"{owner.__name__}.{item.name}"
    return _FORBIDDEN.sub("-", name)


def _may_be_anothers(item: pytest.Item) -> bool:
    """Whether pytest-recording's name of a test's cassette is the name of another test's."""
    name = _name_by_recording(item)
    owner, siblings = getattr(item, "cls", None), item.stash.get(_siblings_key, None)
    if owner is not None and owner.__qualname__ != owner.__name__:
        # It leaves out the outer classes.
        namesake = getattr(getattr(item, "module", None), owner.__name__, None)
        return isinstance(namesake, type) and namesake is not owner
    if siblings is None:
        return name == _file_name(name.replace(".", "::"))
    return any(name in (_own_name(other), _name_by_recording(other)) for other in siblings if other is not item)


def renaming_of(item: pytest.Item, path: Path) -> str:
    """Return the command that renames pytest-recording's file to the missing one; empty if there is none."""
    elsewhere = path.with_name(f"{_name_by_recording(item)}.yaml")
    if path.exists() or elsewhere == path or not elsewhere.exists():
        return ""
    return shlex.join(["mv", shown_path(elsewhere, item.config), shown_path(path, item.config)])


def _file_name(inner: str) -> str:
    dotted = inner.replace("::", ".")
    safe = _UNSAFE.sub("-", dotted)[:_MAX_NAME]
    parameters = inner.partition("[")[2]
    # Two names must not become one file, also where case is ignored.
    if safe != dotted or parameters != parameters.lower():
        safe = f"{safe}-{hashlib.sha256(inner.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
    return safe


def shown_path(path: Path, config: pytest.Config) -> str:
    """Return the path for messages, relative to the root folder of the run if it is below it."""
    return str(path.relative_to(config.rootpath)) if path.is_relative_to(config.rootpath) else str(path)
