from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytest_forge.oracles.file_tree import Change, FileTree


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "file.txt").write_text("one")
    (tmp_path / "link").symlink_to("file.txt")
    return tmp_path


def changed(folder: Path, before: FileTree) -> dict[str, str]:
    changes = FileTree.snapshot(folder).changes_since(before)
    return {str(change.path.relative_to(folder)): change.action for change in changes if change.path != folder}


def test_nothing_has_changed_when_a_file_was_only_read(folder: Path) -> None:
    before = FileTree.snapshot(folder)

    (folder / "file.txt").read_text()
    os.listdir(folder / "sub")

    assert FileTree.snapshot(folder).changes_since(before) == []


def test_a_new_file_is_created_and_its_folder_changed(folder: Path) -> None:
    before = FileTree.snapshot(folder)
    (folder / "sub/new.txt").write_text("new")

    changes = FileTree.snapshot(folder).changes_since(before)

    assert changes == [Change(folder / "sub", "changed", "folder"), Change(folder / "sub/new.txt", "created", "file")]


def test_a_file_made_and_removed_again_leaves_its_folder_changed(folder: Path) -> None:
    before = FileTree.snapshot(folder)
    os.utime(folder / "sub", ns=(1, 1))
    before = FileTree.snapshot(folder)
    (folder / "sub/new.txt").write_text("new")
    (folder / "sub/new.txt").unlink()

    assert changed(folder, before) == {"sub": "changed"}


def test_content_of_the_same_size_and_time_is_a_change(folder: Path) -> None:
    before = FileTree.snapshot(folder)
    status = (folder / "file.txt").stat()
    (folder / "file.txt").write_text("two")
    os.utime(folder / "file.txt", ns=(status.st_atime_ns, status.st_mtime_ns))

    assert changed(folder, before) == {"file.txt": "changed"}


@pytest.mark.parametrize(
    "act",
    [
        lambda file: file.chmod(0o600),
        lambda file: os.utime(file, (5, 5)),
        lambda file: os.link(file, file.parent / "sub/again.txt"),
        lambda file: os.truncate(file, 1),
    ],
    ids=["mode", "time", "hard link", "size"],
)
def test_whatever_happens_to_a_file_is_a_change(folder: Path, act: object) -> None:
    before = FileTree.snapshot(folder)

    act(folder / "file.txt")  # type: ignore[operator]  # a plain callable

    assert changed(folder, before)["file.txt"] == "changed"


def test_a_link_is_told_by_its_target_and_is_not_followed(folder: Path) -> None:
    outside = folder / "sub"
    (folder / "to-sub").symlink_to("sub")
    (outside / "inner.txt").write_text("inner")
    before = FileTree.snapshot(folder)
    (folder / "link").unlink()
    (folder / "link").symlink_to("elsewhere")

    assert changed(folder, before) == {"link": "changed"}
    assert str(folder / "to-sub/inner.txt") not in before.entries


def test_a_moved_file_is_deleted_here_and_created_there(folder: Path) -> None:
    before = FileTree.snapshot(folder)
    (folder / "file.txt").rename(folder / "sub/file.txt")

    assert changed(folder, before) == {"file.txt": "deleted", "sub": "changed", "sub/file.txt": "created"}


def test_a_pipe_is_recorded_without_waiting_for_it(folder: Path) -> None:
    os.mkfifo(folder / "pipe")

    tree = FileTree.snapshot(folder)

    assert tree.entries[str(folder / "pipe")].kind == "fifo"


def test_what_is_left_out_is_not_recorded(folder: Path) -> None:
    tree = FileTree.snapshot(folder, folder / "missing", leave_out={folder / "sub"})

    assert sorted(Path(path).name for path in tree.entries) == sorted([folder.name, "file.txt", "link"])
