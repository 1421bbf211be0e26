"""The private folder of a program: made, used, and removed whatever the program has left in it."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from forge_harness.programs.private_folder import private_folder


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def test_a_folder_is_for_its_owner_and_removed_with_its_files(temporary: Path) -> None:
    with private_folder() as folder:
        (folder / "file").write_text("x")
        (folder / "sub").mkdir()
        (folder / "sub/file").write_text("x")
        (folder / "link").symlink_to(temporary.parent)

        assert folder.is_relative_to(temporary.resolve())
        assert folder.stat().st_mode & 0o077 == 0

    assert list(temporary.iterdir()) == []
    assert temporary.exists()


@pytest.fixture
def shallow() -> Iterator[None]:
    """Python recurses a hundred calls deep."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 100)
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.usefixtures("shallow")
def test_folders_nested_deeper_than_python_recurses_are_removed(temporary: Path) -> None:
    with private_folder() as folder:
        at = os.open(folder, os.O_RDONLY)
        for _ in range(200):
            os.mkdir("d", dir_fd=at)
            deeper = os.open("d", os.O_RDONLY, dir_fd=at)
            os.close(at)
            at = deeper
        os.close(at)

    assert list(temporary.iterdir()) == []


def test_folders_without_rights_are_removed_and_others_left_as_they_are(temporary: Path) -> None:
    outside = temporary.parent / "outside"
    outside.mkdir(mode=0o755)
    (outside / "kept").write_text("x")
    with private_folder() as folder:
        (folder / "closed/inner").mkdir(parents=True)
        (folder / "closed/link").symlink_to(outside)
        (folder / "closed/inner").chmod(0)
        (folder / "closed").chmod(0)

    assert list(temporary.iterdir()) == []
    assert (outside / "kept").read_text() == "x"


def test_a_folder_that_its_program_has_removed_is_no_error(temporary: Path) -> None:
    with private_folder() as folder:
        folder.rmdir()

    assert list(temporary.iterdir()) == []
