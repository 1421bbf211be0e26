"""Attack paths, odd strings and honest file names of the corpus, judged by what is on the disk afterwards."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from turns import in_turn

from forge_harness.errors import WorkspaceError
from forge_harness.workspace.beneath import Backend, has_openat2
from forge_harness.workspace.workspace import Workspace

PAYLOADS = [
    "pat_deep_traversal.txt",
    "pat_directory_traversal.txt",
    "pat_dotdotpwn_part1.txt",
    "pat_jhaddix_lfi.txt",
    "pat_lfi_fd_check.txt",
    "pat_linux_files.txt",
    "pat_simple_check.txt",
    "pat_traversal_part1.txt",
    "pat_windows_files.txt",
]
CANARY = b"canary"
INSIDE = b"inside"


@pytest.fixture(autouse=True)
def writes_need_not_survive_a_power_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    # Thousands of files are written; waiting for the disk each time would take minutes.
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A workspace five folders down, and on every floor above it what the payloads look for."""
    root = tmp_path / "one" / "two" / "three" / "four" / "work"
    root.mkdir(parents=True)
    for floor in [*root.parents[:5], root.with_name("work-evil")]:
        for name in ("etc/passwd", "etc/shadow", "windows/win.ini", "boot.ini", "canary.txt", "proc/self/environ"):
            (floor / name).parent.mkdir(parents=True, exist_ok=True)
            (floor / name).write_bytes(CANARY)
    (root / "notes.txt").write_bytes(INSIDE)
    os.symlink("../../canary.txt", root / "link")
    os.symlink("..", root / "up")
    return root


def lines(file: Path) -> list[str]:
    return [line.decode("utf-8", "surrogateescape") for line in file.read_bytes().split(b"\n") if line]


def snapshot(root: Path) -> dict[str, tuple[int, int, int]]:
    """Every file outside of *root*, and those of this machine that payloads aim at; by identity, size and time."""
    top = root.parents[4]
    places = [path for path in top.rglob("*") if not path.is_relative_to(root)]
    places += [Path("/etc/passwd"), Path("/etc/hosts"), Path("/etc"), Path("/")]
    found = [(path, path.lstat()) for path in places if os.path.lexists(path)]
    return {str(path): (status.st_ino, status.st_size, status.st_mtime_ns) for path, status in found}


def attempts(workspace: Workspace, path: str) -> Iterator[Callable[[], object]]:
    yield lambda: workspace.read_bytes(path)
    yield lambda: workspace.list_directory(path)
    yield lambda: list(workspace.walk(path))
    yield lambda: workspace.exists(path)
    yield lambda: workspace.write_bytes(path, INSIDE, make_parents=True)
    yield lambda: workspace.read_bytes(path)
    yield lambda: workspace.move(path, "moved", overwrite=True)
    yield lambda: workspace.move("notes.txt", path)
    yield lambda: workspace.write_bytes("notes.txt", INSIDE)
    yield lambda: workspace.delete(path)
    yield lambda: workspace.make_directory(path)


def storm(root: Path, backend: Backend, paths: list[str]) -> list[tuple[str, object]]:
    """Use every path in every way; return what came from outside, which should be nothing."""
    leaks: list[tuple[str, object]] = []
    kept = set(os.listdir(root))
    with Workspace(root, backend=backend) as workspace:
        for number, path in enumerate(paths):
            if number % 50 == 0:
                tidy(root, kept)
            for attempt in attempts(workspace, path):
                with contextlib.suppress(WorkspaceError):
                    result = attempt()
                    if isinstance(result, bytes) and result != INSIDE:
                        leaks.append((path, result))
                    if isinstance(result, list) and any("canary" in str(entry) for entry in result):
                        leaks.append((path, result))
    return leaks


def tidy(root: Path, kept: set[str]) -> None:
    """Remove what was made in the root: every write lists its folder, and thousands of names take most of the time."""
    for entry in root.iterdir():
        if entry.name not in kept and entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)


@pytest.mark.in_turns
@pytest.mark.parametrize("name", PAYLOADS)
def test_an_attack_path_reaches_nothing_outside(corpus: Path, tree: Path, backend: Backend, name: str) -> None:
    # The long lists are divided between the backends, and between commits: each line takes eleven calls.
    paths = lines(corpus / "path_payloads" / name)
    paths = paths if len(paths) < 1_000 else in_turn(paths[backend == "walk" :: 2])
    before = snapshot(tree)

    leaks = storm(tree, backend, paths)

    assert paths
    assert leaks == []
    assert snapshot(tree) == before


@pytest.mark.in_turns
@pytest.mark.parametrize("name", PAYLOADS)
def test_an_attack_path_behind_a_folder_or_a_link_reaches_nothing_outside(
    corpus: Path, tree: Path, backend: Backend, name: str
) -> None:
    paths = in_turn(lines(corpus / "path_payloads" / name)[::7])
    before = snapshot(tree)

    leaks = storm(
        tree, backend, [prefix + path for path in paths for prefix in ("notes.txt/", "up/", f"{tree}/", "x/")]
    )

    assert leaks == []
    assert snapshot(tree) == before


def test_a_naughty_string_neither_escapes_nor_crashes(corpus: Path, tree: Path, backend: Backend) -> None:
    strings = json.loads((corpus / "path_payloads" / "naughty_strings.json").read_text("utf-8"))
    before = snapshot(tree)

    leaks = storm(tree, backend, strings)

    assert leaks == []
    assert snapshot(tree) == before


def test_an_honest_file_name_is_written_and_read_back(corpus: Path, tree: Path, backend: Backend) -> None:
    text = (corpus / "path_payloads" / "benign_repo_paths.jsonl").read_text("utf-8")
    paths = [json.loads(line)["path"] for line in text.splitlines()]
    unequal = []
    with Workspace(tree, backend=backend) as workspace:
        for path in paths:
            workspace.write_text(path, path, make_parents=True)
        for path in paths:
            if workspace.read_text(path) != path or workspace.relative(path) != path:
                unequal.append(path)
        walked = set(workspace.walk(max_entries=100_000))

    assert unequal == []
    assert walked == {*paths, "notes.txt"}


@pytest.mark.parametrize("name", PAYLOADS)
def test_both_backends_answer_alike(corpus: Path, tree: Path, name: str) -> None:
    if not has_openat2():
        pytest.skip("this kernel or its sandbox has no openat2 to compare with")
    paths = lines(corpus / "path_payloads" / name)

    assert answers(tree, "openat2", paths) == answers(tree, "walk", paths)


def answers(root: Path, backend: Backend, paths: list[str]) -> list[str]:
    found = []
    with Workspace(root, backend=backend) as workspace:
        for path in [prefix + line for line in paths for prefix in ("", "up/", "link/")]:
            try:
                found.append(f"{path}: {workspace.read_bytes(path)!r}")
            except WorkspaceError as error:
                found.append(f"{path}: {type(error).__name__} {error}")
    return found
