"""Updates of a file that others use at the same time, and removal of folders; judged by what is on the disk."""

from __future__ import annotations

import asyncio
import fcntl
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from forge_harness import forge_tool
from forge_harness.dispatch import Dispatcher
from forge_harness.errors import (
    FileChangedError,
    ForbiddenPathError,
    PathExistsError,
    PathNotFoundError,
    PathTraversalError,
    UnsupportedFileTypeError,
    WorkspaceError,
)
from forge_harness.workspace import folder_lock
from forge_harness.workspace.beneath import Backend
from forge_harness.workspace.workspace import Workspace

TURNS = 25


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("outside")
    (tmp_path / "work" / "sub").mkdir(parents=True)
    (tmp_path / "work" / "notes.txt").write_bytes(b"one\r\ntwo\nthree")
    return tmp_path / "work"


@pytest.fixture
def workspace(root: Path, backend: Backend) -> Iterator[Workspace]:
    with Workspace(root, backend=backend) as opened:
        yield opened


def line_added(line: str) -> Callable[[str], str]:
    return lambda text: text + line


def test_an_update_changes_the_text_and_keeps_line_ends_and_permissions(workspace: Workspace, root: Path) -> None:
    (root / "notes.txt").chmod(0o751)

    returned = workspace.update_text("notes.txt", lambda text: text.replace("two", "2"))

    assert (root / "notes.txt").read_bytes() == b"one\r\n2\nthree"
    assert returned == "one\r\n2\nthree"
    assert stat.S_IMODE((root / "notes.txt").stat().st_mode) == 0o751
    assert sorted(os.listdir(root)) == ["notes.txt", "sub"]


def test_a_text_that_stays_the_same_is_not_written(workspace: Workspace, root: Path) -> None:
    before = (root / "notes.txt").stat()

    workspace.update_text("notes.txt", str)

    assert (root / "notes.txt").stat() == before


def test_updates_of_threads_lose_nothing(workspace: Workspace, root: Path) -> None:
    (root / "notes.txt").write_text("")

    def update(number: int) -> None:
        for turn in range(TURNS):
            workspace.update_text("notes.txt", line_added(f"{number} {turn}\n"))

    run_together(*[lambda number=number: update(number) for number in range(4)])

    assert sorted((root / "notes.txt").read_text().splitlines()) == expected(4)


def test_updates_of_processes_lose_nothing(root: Path) -> None:
    (root / "notes.txt").write_text("")
    program = (
        "import sys; from forge_harness.workspace.workspace import Workspace\n"
        "workspace = Workspace(sys.argv[1]); print('ready', flush=True); sys.stdin.readline()\n"
        f"for turn in range({TURNS}):\n"
        "    workspace.update_text(sys.argv[2], lambda text: text + f'{sys.argv[3]} {turn}\\n')\n"
    )
    # Roots that differ lock the same folder.
    places = [(root, "notes.txt"), (root.parent, "work/notes.txt")]
    commands = [[sys.executable, "-c", program, str(top), path, str(n)] for n, (top, path) in enumerate(places)]
    started = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for command in commands]
    for process in started:
        assert process.stdout is not None
        process.stdout.readline()
    for process in started:
        process.communicate(b"go\n")

    assert sorted((root / "notes.txt").read_text().splitlines()) == expected(2)


def test_updates_of_async_calls_lose_nothing(workspace: Workspace, root: Path) -> None:
    (root / "notes.txt").write_text("")

    async def update(number: int) -> None:
        for turn in range(TURNS):
            await asyncio.to_thread(workspace.update_text, "notes.txt", line_added(f"{number} {turn}\n"))

    async def both() -> None:
        await asyncio.gather(update(0), update(1))

    asyncio.run(both())

    assert sorted((root / "notes.txt").read_text().splitlines()) == expected(2)


@pytest.mark.parametrize("use", ["write_text", "delete", "move", "move onto"])
def test_every_other_writer_waits_for_an_update(workspace: Workspace, root: Path, use: str) -> None:
    (root / "sub" / "other.txt").write_text("other")
    uses: dict[str, Callable[[], Any]] = {
        "write_text": lambda: workspace.write_text("notes.txt", "written"),
        "delete": lambda: workspace.delete("notes.txt"),
        "move": lambda: workspace.move("notes.txt", "sub/moved.txt"),
        "move onto": lambda: workspace.move("sub/other.txt", "notes.txt", overwrite=True),
    }
    other = threading.Thread(target=uses[use], daemon=True)

    def change(text: str) -> str:
        other.start()
        other.join(0.05)
        assert (root / "notes.txt").read_text() == text
        return "updated"

    (root / "notes.txt").write_text("before")
    workspace.update_text("notes.txt", change)
    other.join(10)

    left = {str(path.relative_to(root)): path.read_text() for path in root.rglob("*.txt")}
    assert (
        left
        == {
            "write_text": {"notes.txt": "written", "sub/other.txt": "other"},
            "delete": {"sub/other.txt": "other"},
            "move": {"sub/moved.txt": "updated", "sub/other.txt": "other"},
            "move onto": {"notes.txt": "other"},
        }[use]
    )


def in_place(file: Path) -> None:
    # The same length, the same inode, and the time set back: only the content tells.
    before = file.stat()
    file.write_text(file.read_text().swapcase())
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def replaced(file: Path) -> None:
    file.with_name("new").write_text("theirs")
    file.with_name("new").rename(file)


def linked(file: Path) -> None:
    file.unlink()
    file.symlink_to("../secret.txt")


@pytest.mark.parametrize("interference", [in_place, replaced, linked, Path.unlink])
def test_a_change_of_somebody_who_does_not_lock_is_kept(
    workspace: Workspace, root: Path, interference: Callable[[Path], None]
) -> None:
    file = root / "notes.txt"

    def change(text: str) -> str:
        interference(file)
        return text + "ours"

    with pytest.raises(FileChangedError, match=r"changed by another program meanwhile\. Read it again"):
        workspace.update_text("notes.txt", change)

    assert not file.exists() or "ours" not in file.read_text()
    assert (root.parent / "secret.txt").read_text() == "outside"
    assert not [name for name in os.listdir(root) if name.startswith(".forge")]


def test_the_model_is_told_the_code_of_a_change_meanwhile(root: Path) -> None:
    class EditArgs(BaseModel):
        """None."""

    @forge_tool(register=False, args_schema=EditArgs, workspace_root_aware=True)
    def edit(args: EditArgs, *, workspace_root: Path | None = None) -> str:
        """Edit the notes."""

        def change(text: str) -> str:
            replaced(root / "notes.txt")
            return text + "ours"

        with Workspace(str(workspace_root)) as workspace:
            return workspace.update_text("notes.txt", change)

    answer = Dispatcher().dispatch(edit, {}, workspace_root=root).llm_payload()

    assert answer["error"] == "changed_meanwhile"
    assert "'notes.txt' was changed by another program" in answer["message"]


def test_a_failing_change_leaves_the_file_and_the_lock(workspace: Workspace, root: Path) -> None:
    def change(text: str) -> str:
        raise KeyError(text)

    with pytest.raises(KeyError):
        workspace.update_text("notes.txt", change)
    workspace.update_text("notes.txt", lambda text: "next")

    assert (root / "notes.txt").read_text() == "next"


@pytest.mark.parametrize(
    ("path", "error"),
    [
        ("../secret.txt", PathTraversalError),
        ("up/secret.txt", PathTraversalError),
        ("link", ForbiddenPathError),
        ("sub", ForbiddenPathError),
        ("pipe", ForbiddenPathError),
        (".", ForbiddenPathError),
        ("missing.txt", PathNotFoundError),
        ("notes.bin", UnsupportedFileTypeError),
    ],
)
def test_what_is_not_a_text_file_inside_is_not_updated(
    workspace: Workspace, root: Path, path: str, error: type[WorkspaceError]
) -> None:
    (root / "up").symlink_to("..")
    (root / "link").symlink_to("notes.txt")
    (root / "notes.bin").write_bytes(b"\xff\xfe")
    os.mkfifo(root / "pipe")

    with pytest.raises(error):
        workspace.update_text(path, lambda text: "evil")

    assert (root.parent / "secret.txt").read_text() == "outside"
    assert (root / "notes.txt").read_bytes() == b"one\r\ntwo\nthree"


def test_a_folder_that_stays_locked_is_told(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_lock, "_PATIENCE_S", 0.05)
    refused: list[str] = []

    def second() -> None:
        try:
            workspace.write_text("notes.txt", "x")
        except WorkspaceError as error:
            refused.append(str(error))

    def change(text: str) -> str:
        other = threading.Thread(target=second, daemon=True)
        other.start()
        other.join(10)
        return text + "!"

    workspace.update_text("notes.txt", change)

    assert refused == [
        "The folder of 'notes.txt' is kept locked by another program. Try again when that program has finished."
    ]


def test_a_file_system_without_locks_still_serves_threads_in_turn(
    workspace: Workspace, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(descriptor: int, operation: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(folder_lock.fcntl, "flock", no_locks)
    (root / "notes.txt").write_text("")

    def update(number: int) -> None:
        for turn in range(TURNS):
            workspace.update_text("notes.txt", line_added(f"{number} {turn}\n"))

    run_together(lambda: update(0), lambda: update(1))

    assert sorted((root / "notes.txt").read_text().splitlines()) == expected(2)


def test_a_path_that_exists_has_an_error_of_its_own(workspace: Workspace) -> None:
    with pytest.raises(PathExistsError, match="already exists"):
        workspace.write_text("notes.txt", "x", overwrite=False)


# Folders


def test_an_empty_folder_is_removed(workspace: Workspace, root: Path) -> None:
    workspace.remove_directory("sub/")

    assert os.listdir(root) == ["notes.txt"]


@pytest.mark.parametrize(
    ("path", "error", "message"),
    [
        (".", ForbiddenPathError, "is the workspace itself"),
        ("", ForbiddenPathError, "is the workspace itself"),
        ("sub/..", ForbiddenPathError, "is the workspace itself"),
        ("{root}", ForbiddenPathError, "is the workspace itself"),
        ("self", ForbiddenPathError, "is not a folder"),
        ("self/.", ForbiddenPathError, "is not a folder"),
        ("sub", ForbiddenPathError, "is not an empty folder"),
        ("notes.txt", ForbiddenPathError, "is not a folder"),
        ("missing", PathNotFoundError, "Nothing exists"),
        ("../work", PathTraversalError, "outside"),
        ("sub/up/work", PathTraversalError, "outside"),
    ],
)
def test_what_is_not_an_empty_folder_below_the_root_is_not_removed(
    workspace: Workspace, root: Path, path: str, error: type[WorkspaceError], message: str
) -> None:
    (root / "self").symlink_to(".")
    (root / "sub" / "up").symlink_to("../..")

    with pytest.raises(error, match=message):
        workspace.remove_directory(path.format(root=root))

    assert sorted(os.listdir(root)) == ["notes.txt", "self", "sub"]


def expected(writers: int) -> list[str]:
    return sorted(f"{number} {turn}" for number in range(writers) for turn in range(TURNS))


def run_together(*calls: Callable[[], None]) -> None:
    threads = [threading.Thread(target=call, daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_what_a_killed_process_left_is_removed_by_the_next_write_in_its_folder(
    workspace: Workspace, root: Path
) -> None:
    left, fresh, of_user = ".forge-0123456789abcdef.tmp", ".forge-0123456789abcde0.tmp", ".forge-notes.tmp"
    for name in (left, fresh, of_user, f"sub/{left}"):
        (root / name).write_text("half")
        if name != fresh:
            os.utime(root / name, (0, 0))

    workspace.update_text("notes.txt", line_added("!"))

    assert sorted(os.listdir(root)) == [fresh, of_user, "notes.txt", "sub"]
    assert os.listdir(root / "sub") == [left]


@pytest.mark.parametrize(
    "path",
    [".forge/changes-0123456789abcdef/0.old", ".forge/changes-0123456789abcde0/x", "in/changes-0123456789abcdef/new/x"],
)
def test_nobody_writes_into_a_journal(workspace: Workspace, root: Path, path: str) -> None:
    journal = root / ".forge" / "changes-0123456789abcdef"
    journal.mkdir(parents=True)
    (root / "in").symlink_to(".forge")
    # Held, so that it is not taken for one whose process has died.
    with (journal / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)

        with pytest.raises(ForbiddenPathError, match="kept for the tools"):
            workspace.write_text(path, "evil", make_parents=True)

    assert os.listdir(journal) == ["lock"]
    assert os.listdir(root / ".forge") == [journal.name]
