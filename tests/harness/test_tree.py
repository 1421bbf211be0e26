from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from forge_harness import ForbiddenPathError, PathNotFoundError, PathTraversalError
from forge_harness.workspace.beneath import Backend, has_openat2
from forge_harness.workspace.tree import STANDARD_FOLDERS
from forge_harness.workspace.workspace import Workspace

from .unprivileged import unprivileged

BACKENDS = ["walk", *(["openat2"] if has_openat2() else [])]


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Backend:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    for path in ("b.txt", "a/x.py", "a/deep/y.py", "node_modules/m/index.js", "a/vendor/z.py", ".git/config", ".env"):
        (made / path).parent.mkdir(parents=True, exist_ok=True)
        (made / path).write_text(path)
    return made


@pytest.fixture
def workspace(root: Path, backend: Backend) -> Iterator[Workspace]:
    with Workspace(root, backend=backend) as opened:
        yield opened


def paths(workspace: Workspace, path: str = ".", **options: Any) -> list[str]:
    with workspace.tree(path, **options) as tree:
        return [entry.path for entry in tree]


def test_a_tree_is_walked_by_name_each_folder_before_what_it_holds(workspace: Workspace) -> None:
    expected = [".env", "a", "a/deep", "a/deep/y.py", "a/x.py", "b.txt"]

    assert paths(workspace, skip=STANDARD_FOLDERS) == expected
    assert paths(workspace, "a/deep") == ["y.py"]
    assert paths(workspace, skip=STANDARD_FOLDERS, hidden=False) == expected[1:]


def test_an_entry_tells_kind_size_and_time(workspace: Workspace, root: Path) -> None:
    os.utime(root / "b.txt", ns=(5, 1_000_000_007))
    os.symlink("b.txt", root / "link")
    os.mkfifo(root / "pipe")

    with workspace.tree() as tree:
        found = {entry.path: entry for entry in tree}

    assert found["b.txt"][1:] == ("file", 5, 1_000_000_007)
    assert [found[name].kind for name in ("a", "link", "pipe")] == ["directory", "link", "other"]


def test_skipped_folders_do_not_count_against_the_limit(workspace: Workspace, root: Path) -> None:
    for number in range(20):
        (root / "node_modules" / str(number)).write_text("")

    with workspace.tree(skip=STANDARD_FOLDERS, max_entries=6) as tree:
        assert len(list(tree)) == 6
        assert not tree.truncated


def test_a_file_with_the_name_of_a_skipped_folder_is_kept(workspace: Workspace, root: Path) -> None:
    (root / "a" / "build").write_text("")

    assert "a/build" in paths(workspace, skip=STANDARD_FOLDERS)


@pytest.mark.parametrize(
    ("limit", "expected"), [(0, []), (2, ["a", "b"]), (3, ["a", "b", "c"]), (4, ["a", "a/1", "b", "c"])]
)
def test_a_limit_keeps_the_upper_levels_and_the_first_names(
    tmp_path: Path, backend: Backend, limit: int, expected: list[str]
) -> None:
    for name in ("c", "b", "a/2", "a/1"):
        (tmp_path / "t" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "t" / name).write_text("")

    with Workspace(tmp_path, backend=backend) as workspace, workspace.tree("t", max_entries=limit) as tree:
        assert [entry.path for entry in tree] == expected
        assert tree.truncated


def test_files_that_are_not_wanted_count_and_are_not_given(workspace: Workspace) -> None:
    with workspace.tree("a", only=lambda path: path.endswith("y.py"), max_entries=4) as tree:
        assert [entry.path for entry in tree if entry.kind == "file"] == ["deep/y.py"]
        assert tree.truncated


def test_a_depth_leaves_deeper_folders_closed(workspace: Workspace) -> None:
    with workspace.tree("a", max_depth=0) as tree:
        assert [entry.path for entry in tree] == ["deep", "vendor", "x.py"]
        assert tree.too_deep


def test_no_link_is_entered(workspace: Workspace, root: Path) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("secret")
    os.symlink("../outside", root / "a" / "out")
    os.symlink("..", root / "a" / "up")
    os.symlink("../outside/secret.txt", root / "a" / "secret")

    with workspace.tree("a") as tree:
        assert [entry.path for entry in tree if entry.kind == "link"] == ["out", "secret", "up"]
        with pytest.raises(OSError, match="symbolic"):
            tree.open_file("secret")


def test_a_folder_swapped_for_a_link_during_the_walk_is_not_entered(workspace: Workspace, root: Path) -> None:
    (root.parent / "outside").mkdir()
    (root.parent / "outside" / "secret.txt").write_text("secret")
    found = []

    with workspace.tree("a", skip=["vendor"]) as tree:
        for entry in tree:
            found.append(entry.path)
            if entry.path == "deep":
                (root / "a" / "deep").rename(root / "moved")
                os.symlink("../../outside", root / "a" / "deep")

        assert found == ["deep", "x.py"]
        assert tree.unreadable == ["deep"]


def test_an_unreadable_folder_is_told(workspace: Workspace, root: Path) -> None:
    (root / "a" / "deep").chmod(0)
    try:
        with unprivileged(), workspace.tree("a") as tree:
            assert [entry.path for entry in tree] == ["deep", "vendor", "vendor/z.py", "x.py"]
            assert tree.unreadable == ["deep"]
    finally:
        (root / "a" / "deep").chmod(0o755)


def test_only_a_regular_file_is_opened(workspace: Workspace, root: Path) -> None:
    os.mkfifo(root / "pipe")

    with workspace.tree() as tree:
        descriptor, size = tree.open_file("a/x.py")
        assert (os.read(descriptor, 100), size) == (b"a/x.py", 6)
        os.close(descriptor)
        for path in ("pipe", "a", "missing"):
            with pytest.raises(OSError):  # noqa: PT011  # the kernel's own, one for each
                tree.open_file(path)


@pytest.mark.parametrize(
    ("path", "error"), [("b.txt", ForbiddenPathError), ("missing", PathNotFoundError), ("..", PathTraversalError)]
)
def test_what_is_no_folder_has_no_tree(workspace: Workspace, path: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        workspace.tree(path)


def test_what_the_workspace_keeps_to_itself_is_left_out(workspace: Workspace, root: Path) -> None:
    temporary, journal = ".forge-0123456789abcdef.tmp", ".forge/changes-0123456789abcdef"
    for path in (f"a/{temporary}", f"{journal}/0.old", ".forge/files/x", "a/changes-0123456789abcdef/x"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(path)
    (root / "link").symlink_to(".forge")

    assert [path for path in paths(workspace) if path.startswith(".forge")] == [
        ".forge",
        ".forge/files",
        ".forge/files/x",
    ]
    assert paths(workspace, "a/changes-0123456789abcdef") == ["x"]
    assert temporary not in paths(workspace, "a")
    assert paths(workspace, "link") == ["files", "files/x"]
    with pytest.raises(ForbiddenPathError, match="kept for the tools"):
        paths(workspace, journal)
