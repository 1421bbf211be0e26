"""The workspace, on both backends, judged by the file system."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import forge_harness.workspace.workspace
from forge_harness.errors import (
    FileTooLargeError,
    ForbiddenPathError,
    PathNotFoundError,
    PathTraversalError,
    UnsupportedFileTypeError,
    WorkspaceError,
)
from forge_harness.workspace.beneath import Backend
from forge_harness.workspace.workspace import Entry, Workspace

from .unprivileged import unprivileged

CANARY = "canary: nobody reads this through a workspace"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace's folder, with things beside it that must stay unseen."""
    for place in ("outside", "work-evil"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "secret.txt").write_text(CANARY)
    (tmp_path / "secret.txt").write_text(CANARY)
    (tmp_path / "work" / "data").mkdir(parents=True)
    (tmp_path / "work" / "data" / "orders.csv").write_text("id\n1\n")
    (tmp_path / "work" / "notes.txt").write_text("inside")
    return tmp_path / "work"


@pytest.fixture
def workspace(root: Path, backend: Backend) -> Iterator[Workspace]:
    with Workspace(root, backend=backend) as opened:
        yield opened


Use = Callable[[Workspace, str], object]

READERS: dict[str, Use] = {
    "read_bytes": lambda workspace, path: workspace.read_bytes(path),
    "read_text": lambda workspace, path: workspace.read_text(path),
    "open_read": lambda workspace, path: workspace.open_read(path),
}
WRITERS: dict[str, Use] = {
    "write_bytes": lambda workspace, path: workspace.write_bytes(path, b"evil"),
    "write_text": lambda workspace, path: workspace.write_text(path, "evil", make_parents=True),
    "delete": lambda workspace, path: workspace.delete(path),
    "move from": lambda workspace, path: workspace.move(path, "moved.txt"),
    "move to": lambda workspace, path: workspace.move("notes.txt", path, overwrite=True),
}
LISTERS: dict[str, Use] = {
    "list_directory": lambda workspace, path: workspace.list_directory(path),
    "walk": lambda workspace, path: list(workspace.walk(path)),
}
OTHERS: dict[str, Use] = {
    "make_directory": lambda workspace, path: workspace.make_directory(path),
    "make_directory alone": lambda workspace, path: workspace.make_directory(path, parents=False),
    "exists": lambda workspace, path: workspace.exists(path),
    "is_file": lambda workspace, path: workspace.is_file(path),
}
EVERY_USE = READERS | WRITERS | LISTERS | OTHERS


def every(uses: dict[str, Use]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("use", uses.values(), ids=uses)


def outside_of(root: Path) -> dict[str, object]:
    """Everything beside the workspace: names, content, times."""
    return {
        str(path): (path.lstat().st_mtime_ns, path.read_bytes() if path.is_file() else None)
        for path in sorted(root.parent.rglob("*"))
        if not path.is_relative_to(root)
    }


# The text of a path


@pytest.mark.parametrize(
    ("path", "relative"),
    [
        ("", "."), (".", "."), ("  ", "."), ("./", "."),
        ("foo/../bar.txt", "bar.txt"), ("./a.txt", "a.txt"), ("foo/./a", "foo/a"), ("foo//a/", "foo/a"),
        ("{root}", "."), ("{root}/", "."), ("{root}/src/main.go", "src/main.go"), ("//{root}//src/../b", "b"),
        ("~", "~"), ("~/x", "~/x"), ("$HOME/x", "$HOME/x"), ("%2e%2e/x", "%2e%2e/x"), ("....//x", "..../x"),
        ("..\\x", "..\\x"), ("C:\\x", "C:\\x"), (" a.txt", " a.txt"), ("\uff0e\uff0e/x", "\uff0e\uff0e/x"),
        ("\u2025/x", "\u2025/x"), ("..;/x", "..;/x"), ("...", "..."), ("a..b", "a..b"), (".hidden/x", ".hidden/x"),
    ],
)  # fmt: skip
def test_a_path_is_normalised_as_text(workspace: Workspace, root: Path, path: str, relative: str) -> None:
    assert workspace.relative(path.replace("{root}", str(root))) == relative


@pytest.mark.in_turns("forge_harness/workspace")
@pytest.mark.requirement("confinement:resolve-before-checking")
@pytest.mark.parametrize(
    "path",
    [
        "..", "../x", "../../../etc/passwd", "foo/../../..", "foo/../../x", "/", "/etc/passwd", "{root}/../x",
        "{root}/../work/notes.txt", "../work/notes.txt", "{root}-evil/secret.txt", "../work-evil/secret.txt",
        "{parent}", "{parent}/secret.txt", "//etc/passwd", "/proc/self/cwd/notes.txt", "/dev/stdin", "../notes.txt",
    ],
)  # fmt: skip
@every(EVERY_USE)
def test_a_path_that_leads_outside_is_refused(workspace: Workspace, root: Path, path: str, use: Use) -> None:
    before = outside_of(root)

    with pytest.raises(PathTraversalError):
        use(workspace, path.replace("{root}", str(root)).replace("{parent}", str(root.parent)))
    assert outside_of(root) == before
    assert (root / "notes.txt").read_text() == "inside"


@pytest.mark.parametrize(
    "path", ["a\0b", "notes.txt\0.csv", "\ud800", "x/\udfff", "n" * 256, "d/" * 3000 + "x", "n" * 10**6]
)
@every(EVERY_USE)
def test_a_malformed_path_is_refused(workspace: Workspace, path: str, use: Use) -> None:
    with pytest.raises(ForbiddenPathError):
        use(workspace, path)


@pytest.mark.parametrize("path", ["", ".", "  ", "data/.."])
@every(READERS | WRITERS)
def test_the_root_is_no_file(workspace: Workspace, path: str, use: Use) -> None:
    with pytest.raises(ForbiddenPathError):
        use(workspace, path)


@pytest.mark.parametrize(
    "name",
    ["~", "$HOME", "%2e%2e", "..\\x", "C:\\x", " a b ", "\uff0e\uff0e", "a\nb", "-rf", "\udc80", "...", "é", "e\u0301"],
)
def test_an_odd_name_is_an_ordinary_file(workspace: Workspace, root: Path, name: str) -> None:
    workspace.write_text(name, "odd")

    assert workspace.read_text(name) == "odd"
    assert [entry.name for entry in workspace.list_directory()] == sorted(["data", "notes.txt", name])
    assert set(os.listdir(root)) == {"data", "notes.txt", name}


@pytest.mark.requirement("confinement:absolute-or-relative")
def test_an_absolute_path_inside_is_accepted(workspace: Workspace, root: Path) -> None:
    assert workspace.read_text(str(root / "notes.txt")) == "inside"


def test_a_root_behind_a_link_knows_both_of_its_names(root: Path, backend: Backend) -> None:
    os.symlink(root, root.parent / "alias")

    with Workspace(root.parent / "alias", backend=backend) as workspace:
        assert workspace.root == root.resolve()
        assert workspace.read_text(str(root.parent / "alias" / "notes.txt")) == "inside"
        assert workspace.read_text(str(root.resolve() / "notes.txt")) == "inside"


def test_a_relative_root_is_resolved_once(root: Path, backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root.parent)
    with Workspace("work", backend=backend) as workspace:
        monkeypatch.chdir("/")

        assert workspace.read_text("notes.txt") == "inside"
        assert workspace.read_text(str(root / "notes.txt")) == "inside"


@pytest.mark.parametrize("name", ["notes.txt", "missing", "loop", "nul\0"])
def test_a_root_that_is_no_folder_is_refused(root: Path, name: str) -> None:
    os.symlink("loop", root / "loop")

    with pytest.raises(ForbiddenPathError, match=r"^The workspace root '.*' is not a folder.*\. Pass .*\.$") as caught:
        Workspace(root / name)
    assert str(root) not in str(caught.value)


def test_a_closed_workspace_says_so(root: Path) -> None:
    workspace = Workspace(root)
    workspace.close()
    workspace.close()

    with pytest.raises(WorkspaceError, match="closed"):
        workspace.read_text("notes.txt")


def test_an_unavailable_backend_is_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forge_harness.workspace.workspace, "has_openat2", lambda: False)

    with pytest.raises(WorkspaceError, match="openat2"):
        Workspace(root, backend="openat2")
    with Workspace(root) as workspace:
        assert workspace.read_text("notes.txt") == "inside"


# Links


@pytest.mark.requirement("confinement:resolve-before-checking")
@pytest.mark.parametrize("target", ["../outside/secret.txt", "data/../../outside/secret.txt", "{absolute}"])
@every(READERS | {"exists": OTHERS["exists"], "is_file": OTHERS["is_file"]})
def test_a_link_to_a_file_outside_is_refused(workspace: Workspace, root: Path, target: str, use: Use) -> None:
    os.symlink(target.replace("{absolute}", str(root.parent / "outside" / "secret.txt")), root / "link.txt")

    with pytest.raises(PathTraversalError):
        use(workspace, "link.txt")


@pytest.mark.in_turns("forge_harness/workspace")
@pytest.mark.requirement("confinement:resolve-before-checking")
@pytest.mark.parametrize("target", ["../outside", "{absolute}"])
@pytest.mark.parametrize("leaf", ["secret.txt", "missing.txt", "new/deep.txt"])
@every(EVERY_USE)
def test_a_folder_linked_to_the_outside_is_refused(
    workspace: Workspace, root: Path, target: str, leaf: str, use: Use
) -> None:
    os.symlink(target.replace("{absolute}", str(root.parent / "outside")), root / "link")
    before = outside_of(root)

    with pytest.raises(PathTraversalError):
        use(workspace, f"link/{leaf}")
    assert outside_of(root) == before


def test_an_absolute_link_is_refused_even_if_it_leads_inside(workspace: Workspace, root: Path) -> None:
    os.symlink(root / "notes.txt", root / "link.txt")

    with pytest.raises(PathTraversalError):
        workspace.read_text("link.txt")


def test_a_link_that_stays_inside_is_read(workspace: Workspace, root: Path) -> None:
    os.symlink("../notes.txt", root / "data" / "link.txt")
    os.symlink("data", root / "folder")

    assert workspace.read_text("folder/link.txt") == "inside"
    assert workspace.is_file("folder/link.txt")
    assert [entry.name for entry in workspace.list_directory("folder")] == ["link.txt", "orders.csv"]


@every(EVERY_USE)
def test_a_link_loop_is_refused(workspace: Workspace, root: Path, use: Use) -> None:
    os.symlink("loop", root / "loop")

    with pytest.raises(ForbiddenPathError):
        use(workspace, "loop/x")


@pytest.mark.in_turns("forge_harness/workspace")
@every(WRITERS)
@pytest.mark.parametrize("target", ["notes.txt", "../outside/secret.txt", "../outside/new.txt", "missing"])
def test_a_link_is_never_written_moved_or_deleted(workspace: Workspace, root: Path, target: str, use: Use) -> None:
    os.symlink(target, root / "link.txt")
    before = outside_of(root)

    with pytest.raises(ForbiddenPathError):
        use(workspace, "link.txt")
    assert (root / "link.txt").readlink() == Path(target)
    assert outside_of(root) == before


def test_a_file_is_written_through_a_folder_linked_inside(workspace: Workspace, root: Path) -> None:
    os.symlink("data", root / "folder")

    workspace.write_text("folder/new/deep.txt", "new", make_parents=True)

    assert (root / "data" / "new" / "deep.txt").read_text() == "new"


def test_a_hard_link_is_read_but_writing_leaves_the_outside_file_alone(workspace: Workspace, root: Path) -> None:
    os.link(root.parent / "secret.txt", root / "hard.txt")

    assert workspace.read_text("hard.txt") == CANARY
    workspace.write_text("hard.txt", "new")
    assert (root.parent / "secret.txt").read_text() == CANARY
    assert "hard link" in str(forge_harness.workspace.workspace.__doc__)


def test_a_folder_swapped_for_a_link_never_shows_the_outside(workspace: Workspace, root: Path) -> None:
    (root.parent / "outside" / "orders.csv").write_text(CANARY)
    stop = threading.Event()

    def swap() -> None:
        while not stop.is_set():
            os.rename(root / "data", root / "aside")
            os.symlink("../outside", root / "data")
            os.unlink(root / "data")
            os.rename(root / "aside", root / "data")

    seen: set[object] = set()
    before = outside_of(root)
    swapper = threading.Thread(target=swap, daemon=True)
    swapper.start()
    try:
        for _ in range(3000):
            with contextlib.suppress(WorkspaceError):
                seen.add(workspace.read_text("data/orders.csv"))
            with contextlib.suppress(WorkspaceError):
                seen.update(entry.name for entry in workspace.list_directory("data"))
        for _ in range(200):
            with contextlib.suppress(WorkspaceError):
                workspace.write_text("data/evil.txt", "evil")
            with contextlib.suppress(WorkspaceError):
                workspace.delete("data/orders.csv.none")
    finally:
        stop.set()
        swapper.join()

    assert seen <= {"id\n1\n", "orders.csv"}
    assert outside_of(root) == before


# What is no ordinary file


@pytest.mark.parametrize("kind", ["fifo", "socket", "folder", "device"])
@every(READERS | WRITERS)
def test_what_is_no_regular_file_is_refused_at_once(
    workspace: Workspace, root: Path, kind: str, use: Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "fifo":
        os.mkfifo(root / "odd")
    elif kind == "folder":
        (root / "odd").mkdir()
    elif kind == "device":
        try:
            os.mknod(root / "odd", stat.S_IFCHR | 0o666, os.makedev(1, 5))
        except PermissionError:
            pytest.skip("only root makes devices")
    else:
        # The name of a socket may not be long, so it is bound from where it lies.
        monkeypatch.chdir(root)
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("odd")
    before = (root / "odd").lstat()

    with pytest.raises(ForbiddenPathError):
        use(workspace, "odd")
    assert os.path.samestat((root / "odd").lstat(), before)
    assert workspace.exists("odd")
    assert not workspace.is_file("odd")


def test_a_file_used_as_a_folder_is_refused(workspace: Workspace) -> None:
    for use in [*READERS.values(), *WRITERS.values(), *LISTERS.values()]:
        with pytest.raises(ForbiddenPathError):
            use(workspace, "notes.txt/x")
    assert not workspace.exists("notes.txt/x")


@every(READERS | LISTERS | {"delete": WRITERS["delete"], "move from": WRITERS["move from"]})
def test_what_is_missing_is_not_found(workspace: Workspace, use: Use) -> None:
    with pytest.raises(PathNotFoundError):
        use(workspace, "missing.txt")
    assert not workspace.exists("missing.txt")


def test_a_file_that_may_not_be_accessed_is_forbidden(workspace: Workspace, root: Path) -> None:
    (root / "data").chmod(0)
    try:
        for use in EVERY_USE.values():
            with unprivileged(), pytest.raises(ForbiddenPathError):
                use(workspace, "data/x")
    finally:
        (root / "data").chmod(0o755)


# File types and sizes


@pytest.mark.parametrize("name", ["orders.csv", "ORDERS.CSV", "a.b.Csv", ".hidden.csv"])
def test_an_accepted_ending_is_read_and_written(root: Path, backend: Backend, name: str) -> None:
    with Workspace(root, suffixes={".csv"}, backend=backend) as workspace:
        workspace.write_text(name, "id\n")

        assert workspace.read_text(name) == "id\n"


@pytest.mark.requirement("confinement:allow-list-fails-closed")
@pytest.mark.parametrize(
    "name", ["key.pem", "csv", ".csv", "..csv", "Makefile", "a.csv.pem", "a.csv ", "a.csv.", "a.\uff43sv", "a.c\u017fv"]
)
@every(READERS | WRITERS)
def test_any_other_ending_is_refused(root: Path, backend: Backend, name: str, use: Use) -> None:
    (root / name).write_text("secret")
    os.rename(root / "notes.txt", root / "notes.csv")

    with Workspace(root, suffixes=[".csv"], backend=backend) as workspace, pytest.raises(UnsupportedFileTypeError):
        use(workspace, name)
    assert (root / name).read_text() == "secret"


@pytest.mark.requirement("confinement:allow-list-fails-closed")
@pytest.mark.parametrize("suffixes", [[], [""], ["."]])
def test_an_empty_list_accepts_nothing(root: Path, backend: Backend, suffixes: list[str]) -> None:
    with Workspace(root, backend=backend) as workspace, pytest.raises(UnsupportedFileTypeError):
        workspace.read_text("notes.txt", suffixes=suffixes)


@pytest.mark.parametrize("link", ["data.csv", "folder/data.csv"])
def test_a_link_does_not_lend_its_ending(root: Path, backend: Backend, link: str) -> None:
    (root / "data" / "key.pem").write_text("secret")
    os.symlink("data/key.pem", root / "data.csv")
    os.symlink("data", root / "folder")
    os.symlink("key.pem", root / "data" / "data.csv")

    with Workspace(root, suffixes=[".csv"], backend=backend) as workspace, pytest.raises(UnsupportedFileTypeError):
        workspace.read_text(link)


def test_a_move_does_not_lend_an_ending(root: Path, backend: Backend) -> None:
    with Workspace(root, suffixes=[".csv"], backend=backend) as workspace:
        for source, destination in [("data/orders.csv", "orders.pem"), ("notes.txt", "notes.csv")]:
            with pytest.raises(UnsupportedFileTypeError):
                workspace.move(source, destination)

    assert sorted(os.listdir(root)) == ["data", "notes.txt"]


def test_a_link_needs_an_accepted_ending_of_its_own(root: Path, backend: Backend) -> None:
    os.symlink("data/orders.csv", root / "key.pem")

    with Workspace(root, suffixes=[".csv"], backend=backend) as workspace, pytest.raises(UnsupportedFileTypeError):
        workspace.read_text("key.pem")


def test_a_linked_folder_does_not_spoil_an_accepted_ending(root: Path, backend: Backend) -> None:
    os.symlink("data", root / "folder")

    with Workspace(root, suffixes="csv", backend=backend) as workspace:
        assert workspace.read_text("folder/orders.csv") == "id\n1\n"


@pytest.mark.requirement("confinement:size-cap-before-reading")
def test_a_huge_sparse_file_is_refused_before_it_is_read(workspace: Workspace, root: Path) -> None:
    with open(root / "huge.bin", "wb") as file:
        file.truncate(1 << 40)

    with pytest.raises(FileTooLargeError):
        workspace.open_read("huge.bin")


def test_a_file_of_exactly_the_limit_is_read(workspace: Workspace) -> None:
    assert workspace.read_bytes("notes.txt", max_bytes=6) == b"inside"
    with pytest.raises(FileTooLargeError):
        workspace.read_bytes("notes.txt", max_bytes=5)


@pytest.mark.requirement("confinement:size-cap-before-reading")
def test_a_file_that_grows_past_the_limit_fails_while_it_is_read(workspace: Workspace, root: Path) -> None:
    with workspace.open_read("notes.txt", max_bytes=10) as file, open(root / "notes.txt", "a") as writer:
        begin = file.read(3)
        writer.write(" and more than that")
        writer.flush()

        with pytest.raises(FileTooLargeError):
            file.read()
    assert begin == b"ins"


def test_a_file_that_claims_to_be_empty_is_bounded_too(backend: Backend) -> None:
    if not os.path.exists("/proc/self/status"):
        pytest.skip("no procfs here")

    with Workspace("/proc/self", backend=backend) as workspace:
        assert workspace.read_text("status").startswith("Name:")
        with pytest.raises(FileTooLargeError):
            workspace.read_text("status", max_bytes=10)


def test_an_opened_file_is_an_ordinary_reader(workspace: Workspace) -> None:
    with workspace.open_read("data/orders.csv") as file:
        lines = list(file)
        file.seek(1)
        rest = file.read()
        file.seek(100)
        beyond = file.read()

    assert (lines, rest, beyond) == ([b"id\n", b"1\n"], b"d\n1\n", b"")
    assert file.closed


def test_bytes_that_are_no_text_are_refused_as_text(workspace: Workspace) -> None:
    workspace.write_bytes("picture.txt", b"\xff\xd8\xff")

    with pytest.raises(UnsupportedFileTypeError):
        workspace.read_text("picture.txt")
    assert workspace.read_text("picture.txt", errors="replace") == "\ufffd" * 3


def test_text_keeps_its_line_ends(workspace: Workspace) -> None:
    workspace.write_text("mixed.txt", "a\r\nb\nc\r")

    assert workspace.read_text("mixed.txt") == "a\r\nb\nc\r"


def test_text_that_cannot_be_encoded_changes_nothing(workspace: Workspace, root: Path) -> None:
    with pytest.raises(WorkspaceError, match="cannot encode"):
        workspace.write_text("notes.txt", "\ud800")

    assert (root / "notes.txt").read_text() == "inside"


# Writing


def test_missing_folders_are_made_only_when_asked(workspace: Workspace, root: Path) -> None:
    with pytest.raises(PathNotFoundError):
        workspace.write_text("new/deep/file.txt", "x")
    workspace.write_text("new/deep/file.txt", "x", make_parents=True)

    assert (root / "new" / "deep" / "file.txt").read_text() == "x"


def test_make_directory_makes_parents_and_accepts_what_exists(workspace: Workspace, root: Path) -> None:
    workspace.make_directory("one/two/three")
    workspace.make_directory("one/two/three")
    workspace.make_directory("one/four", parents=False)
    workspace.make_directory(".")

    assert sorted(str(path.relative_to(root)) for path in (root / "one").rglob("*")) == [
        "one/four",
        "one/two",
        "one/two/three",
    ]
    with pytest.raises(PathNotFoundError):
        workspace.make_directory("five/six", parents=False)
    for parents in (True, False):
        with pytest.raises(ForbiddenPathError):
            workspace.make_directory("notes.txt", parents=parents)


def test_a_new_file_has_the_mode_and_an_old_one_keeps_its_own(workspace: Workspace, root: Path) -> None:
    workspace.write_text("script.sh", "x", mode=0o700)
    workspace.write_text("script.sh", "y", mode=0o644)

    assert stat.S_IMODE((root / "script.sh").stat().st_mode) == 0o700


def test_a_failed_write_leaves_the_old_content_and_nothing_else(
    workspace: Workspace, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def disk_full(*arguments: object, **keywords: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(root))

    for step in ("fsync", "rename"):
        with monkeypatch.context() as patch:
            patch.setattr(os, step, disk_full)
            with pytest.raises(WorkspaceError, match="ENOSPC") as caught:
                workspace.write_text("notes.txt", "new")
        assert str(root) not in str(caught.value)

    assert (root / "notes.txt").read_text() == "inside"
    assert sorted(os.listdir(root)) == ["data", "notes.txt"]


def test_a_reader_never_sees_half_of_a_write(workspace: Workspace, root: Path) -> None:
    sizes = (1, 50_000, 300_000)
    workspace.write_bytes("shared.bin", b"0")

    def write(number: int) -> None:
        for turn in range(15):
            workspace.write_bytes("shared.bin", str(number).encode() * sizes[turn % 3])

    writers = [threading.Thread(target=write, args=(number,), daemon=True) for number in range(1, 5)]
    for writer in writers:
        writer.start()
    contents = set()
    while any(writer.is_alive() for writer in writers):
        contents.add(workspace.read_bytes("shared.bin"))
    for writer in writers:
        writer.join()

    assert all(len(set(content)) == 1 and len(content) in sizes for content in contents)
    assert sorted(os.listdir(root)) == ["data", "notes.txt", "shared.bin"]


@pytest.mark.parametrize("hard_links", [True, False])
def test_of_many_exclusive_writers_one_wins(
    workspace: Workspace, root: Path, monkeypatch: pytest.MonkeyPatch, hard_links: bool
) -> None:
    def no_hard_links(*arguments: object, **keywords: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    if not hard_links:
        monkeypatch.setattr(os, "link", no_hard_links)
    barrier = threading.Barrier(8)
    winners: list[tuple[int, int]] = []

    def write(number: int) -> None:
        for turn in range(10):
            barrier.wait()
            with contextlib.suppress(ForbiddenPathError):
                workspace.write_text(f"turn{turn}.txt", str(number), overwrite=False)
                winners.append((turn, number))

    writers = [threading.Thread(target=write, args=(number,), daemon=True) for number in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    assert sorted(turn for turn, _ in winners) == list(range(10))
    assert all((root / f"turn{turn}.txt").read_text() == str(number) for turn, number in winners)
    assert len(os.listdir(root)) == 2 + 10


def test_delete_removes_one_file(workspace: Workspace, root: Path) -> None:
    workspace.delete("notes.txt")

    assert os.listdir(root) == ["data"]


@pytest.mark.parametrize("hard_links", [True, False])
def test_move_takes_a_file_to_another_folder(
    workspace: Workspace, root: Path, monkeypatch: pytest.MonkeyPatch, hard_links: bool
) -> None:
    def no_hard_links(*arguments: object, **keywords: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    if not hard_links:
        monkeypatch.setattr(os, "link", no_hard_links)

    workspace.move("notes.txt", "data/moved.txt")

    assert (root / "data" / "moved.txt").read_text() == "inside"
    assert not (root / "notes.txt").exists()


def test_move_replaces_only_when_asked(workspace: Workspace, root: Path) -> None:
    with pytest.raises(ForbiddenPathError, match="already exists"):
        workspace.move("notes.txt", "data/orders.csv")
    workspace.move("notes.txt", "data/orders.csv", overwrite=True)

    assert (root / "data" / "orders.csv").read_text() == "inside"
    assert not (root / "notes.txt").exists()


def test_a_move_that_cannot_finish_leaves_the_file_where_it_was(
    workspace: Workspace, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_unlink = os.unlink

    def read_only(name: str, *, dir_fd: int | None = None) -> None:
        if name == "notes.txt":
            raise OSError(errno.EROFS, "Read-only file system")
        real_unlink(name, dir_fd=dir_fd)

    with monkeypatch.context() as patch:
        patch.setattr(os, "unlink", read_only)
        with pytest.raises(ForbiddenPathError):
            workspace.move("notes.txt", "data/moved.txt")

    assert (root / "notes.txt").read_text() == "inside"
    assert os.listdir(root / "data") == ["orders.csv"]


# Listing


def test_a_listing_shows_kinds_and_sizes(workspace: Workspace, root: Path) -> None:
    os.symlink("../outside", root / "link")
    os.mkfifo(root / "pipe")

    assert workspace.list_directory() == [
        Entry("data", "directory", 0),
        Entry("link", "link", 0),
        Entry("notes.txt", "file", 6),
        Entry("pipe", "other", 0),
    ]


def test_a_walk_yields_files_and_follows_no_link(workspace: Workspace, root: Path) -> None:
    os.symlink("../outside", root / "out")
    os.symlink("data", root / "in")
    os.symlink("notes.txt", root / "alias.txt")
    os.symlink(".", root / "self")
    (root / "data" / "deep").mkdir()
    (root / "data" / "deep" / "x.txt").write_text("x")

    assert list(workspace.walk()) == ["notes.txt", "data/orders.csv", "data/deep/x.txt"]
    assert list(workspace.walk("data")) == ["data/orders.csv", "data/deep/x.txt"]


def test_a_walk_does_not_enter_a_folder_that_became_a_link(workspace: Workspace, root: Path) -> None:
    (root / "other").mkdir()
    files = workspace.walk()

    first = next(files)
    os.rename(root / "data", root / "other" / "data")
    os.symlink("other/data", root / "data")

    assert [first, *files] == ["notes.txt", "other/data/orders.csv"]


@pytest.mark.parametrize(
    ("limits", "expected", "cut"),
    [
        ({}, 12, False),
        ({"max_entries": 5}, 3, True),
        ({"max_entries": 0}, 0, True),
        ({"max_entries": 14}, 12, False),
        ({"max_entries": 13}, 11, True),
        ({"max_depth": 0}, 1, True),
        ({"max_depth": 1}, 2, True),
        ({"max_depth": 2}, 12, False),
    ],
)
def test_a_walk_is_bounded_and_tells(
    workspace: Workspace, root: Path, limits: dict[str, int], expected: int, cut: bool
) -> None:
    (root / "data" / "deep").mkdir()
    for number in range(10):
        (root / "data" / "deep" / f"{number}.txt").write_text("x")
    told: list[bool] = []

    def walk() -> Iterator[str]:
        told.append((yield from workspace.walk(**limits)))

    assert len(list(walk())) == expected
    assert told == [cut]


# What is said, and what is left behind


@pytest.mark.requirement("confinement:messages-name-no-place")
@every(EVERY_USE)
def test_a_message_names_no_place_on_this_machine(workspace: Workspace, root: Path, use: Use) -> None:
    os.symlink(root.parent / "outside", root / "link")
    os.symlink("notes.txt", root / "alias")
    os.mkfifo(root / "pipe")
    for path in ["../x", "link/secret.txt", "missing/x", "notes.txt/x", "pipe/x", "n" * 9000, "a\0b", "\x1b[31m/../.."]:
        with contextlib.suppress(WorkspaceError):
            use(workspace, path)
            continue
        with pytest.raises(WorkspaceError) as caught:
            use(workspace, path)

        assert str(root.parent) not in str(caught.value)
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 400


def test_refusals_leave_no_descriptor_open(workspace: Workspace, root: Path) -> None:
    os.symlink("../outside", root / "link")
    os.symlink("loop", root / "loop")
    os.mkfifo(root / "pipe")
    descriptors = f"/proc/{os.getpid()}/fd" if os.path.isdir("/proc/self/fd") else "/dev/fd"
    before = len(os.listdir(descriptors))
    for path in ["link/x", "loop/x", "pipe", "missing", "data", "notes.txt/x", "data/missing/x", "data/../link/x"]:
        for use in EVERY_USE.values():
            with contextlib.suppress(WorkspaceError):
                use(workspace, path)

    assert len(os.listdir(descriptors)) == before


def test_an_empty_root_is_not_the_current_folder() -> None:
    with pytest.raises(ForbiddenPathError, match="The workspace root is empty"):
        Workspace("")
