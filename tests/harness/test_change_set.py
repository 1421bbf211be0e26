"""Sets of changes: all of them or none, whatever fails and whenever the process dies; judged by what is on the disk."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from forge_harness.errors import (
    FileChangedError,
    ForbiddenPathError,
    PathExistsError,
    PathNotFoundError,
    PathTraversalError,
    UnsupportedFileTypeError,
    WorkspaceError,
)
from forge_harness.workspace.beneath import Backend
from forge_harness.workspace.change_set import Change
from forge_harness.workspace.workspace import Workspace


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("outside")
    root = tmp_path / "work"
    for folder in ("sub", "empty", "full"):
        (root / folder).mkdir(parents=True)
    (root / "a.txt").write_text("A")
    (root / "a.txt").chmod(0o751)
    (root / "sub" / "b.txt").write_text("B")
    (root / "full" / "c.txt").write_text("C")
    (root / "empty").chmod(0o711)
    (root / "in").symlink_to("sub")
    (root / "up").symlink_to("..")
    (root / "link").symlink_to("a.txt")
    return root


@pytest.fixture
def workspace(root: Path, backend: Backend) -> Iterator[Workspace]:
    with Workspace(root, backend=backend) as opened:
        yield opened


def add(path: str, content: str = "new") -> Change:
    return Change("add", path, content)


def update(path: str, content: str = "new") -> Change:
    return Change("update", path, content)


def delete(path: str) -> Change:
    return Change("delete", path)


def move(path: str, new_path: str) -> Change:
    return Change("move", path, new_path=new_path)


def tree(root: Path) -> dict[str, tuple[int, str]]:
    """Everything below *root*: kind and permissions, and the content or the target."""
    found = {}
    for path in root.rglob("*"):
        mode = path.lstat().st_mode
        text = path.readlink().as_posix() if path.is_symlink() else path.read_text() if path.is_file() else ""
        found[path.relative_to(root).as_posix()] = (mode, text)
    return found


def texts(root: Path) -> dict[str, str]:
    return {path: text for path, (mode, text) in tree(root).items() if stat.S_ISREG(mode)}


def test_every_kind_of_change_is_made_and_told(workspace: Workspace, root: Path) -> None:
    made = workspace.apply(
        [
            add("new/deep/n.txt"),
            update("./a.txt", "A2"),
            move("sub/b.txt", "moved/b.txt"),
            delete("full/c.txt"),
            delete("full"),
        ]
    )

    assert texts(root) == {"new/deep/n.txt": "new", "a.txt": "A2", "moved/b.txt": "B"}
    assert [(change.action, change.path, change.new_path, change.status) for change in made] == [
        ("add", "new/deep/n.txt", None, "created"),
        ("update", "a.txt", None, "updated"),
        ("move", "sub/b.txt", "moved/b.txt", "moved"),
        ("delete", "full/c.txt", None, "deleted"),
        ("delete", "full", None, "deleted"),
    ]
    assert stat.S_IMODE((root / "a.txt").stat().st_mode) == 0o751
    assert not (root / "full").exists()
    assert not (root / ".forge").exists()


def test_a_moved_file_is_the_same_file(workspace: Workspace, root: Path) -> None:
    before = (root / "a.txt").stat()

    workspace.apply([move("a.txt", "b/c.txt")])

    after = (root / "b" / "c.txt").stat()
    assert (after.st_ino, after.st_mode, after.st_mtime_ns, after.st_nlink) == (
        before.st_ino, before.st_mode, before.st_mtime_ns, 1,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "left"),
    [
        ([add("x"), update("x", "2"), move("x", "y")], {"y": "2"}),
        ([add("x"), delete("x")], {}),
        ([delete("a.txt"), add("a.txt", "again")], {"a.txt": "again"}),
        ([move("a.txt", "x"), move("x", "a.txt")], {"a.txt": "A"}),
        ([move("a.txt", "t"), move("sub/b.txt", "a.txt"), move("t", "sub/b.txt")], {"a.txt": "B", "sub/b.txt": "A"}),
        ([update("a.txt", "2"), move("a.txt", "x"), update("x", "3")], {"x": "3"}),
        ([delete("a.txt"), add("a.txt/x")], {"a.txt/x": "new"}),
        ([delete("full/c.txt"), delete("full"), add("full")], {"full": "new"}),
        ([delete("full/c.txt"), delete("full"), add("full/x/y")], {"full/x/y": "new"}),
        ([delete("empty"), add("empty/x")], {"empty/x": "new"}),
        ([add("in/x"), update("sub/x", "2"), move("in/b.txt", "sub/d")], {"sub/x": "2", "sub/d": "B"}),
        ([add("p/x"), move("a.txt", "p/y"), delete("p/x"), delete("p/y"), delete("p")], {}),
    ],
)  # fmt: skip
def test_changes_of_one_path_act_in_order(
    workspace: Workspace, root: Path, changes: list[Change], left: dict[str, str]
) -> None:
    touched = {path.replace("in/", "sub/") for change in changes for path in (change.path, change.new_path)}
    untouched = {path: text for path, text in texts(root).items() if path not in touched}

    workspace.apply(changes)

    assert texts(root) == untouched | left
    assert not (root / ".forge").exists()


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (add("a.txt"), PathExistsError, "'a.txt' already exists"),
        (add("link"), PathExistsError, "already exists"),
        (add("first"), PathExistsError, "already exists"),
        (add("empty"), PathExistsError, "already exists"),
        (add("a.txt/x"), ForbiddenPathError, "uses a file as a folder"),
        (add("."), ForbiddenPathError, "is the workspace itself"),
        (add("../x"), PathTraversalError, "outside"),
        (add("up/x"), PathTraversalError, "outside"),
        (update("missing"), PathNotFoundError, "Nothing exists at the path 'missing'"),
        (update("missing/x"), PathNotFoundError, "Nothing exists"),
        (update("empty"), ForbiddenPathError, "is a folder"),
        (update("link"), ForbiddenPathError, "is a link"),
        (update("a.txt", "half of \ud83d"), WorkspaceError, "cannot encode"),
        (update(""), ForbiddenPathError, "is the workspace itself"),
        (update("up/secret.txt"), PathTraversalError, "outside"),
        (delete("missing"), PathNotFoundError, "Nothing exists"),
        (delete("full"), ForbiddenPathError, "is not an empty folder"),
        (delete("new"), ForbiddenPathError, "is not an empty folder"),
        (delete("link"), ForbiddenPathError, "is a link"),
        (delete("sub/b.txt"), PathNotFoundError, "Nothing exists"),
        (delete("."), ForbiddenPathError, "is the workspace itself"),
        (delete("sub/.."), ForbiddenPathError, "is the workspace itself"),
        (delete("../work"), PathTraversalError, "outside"),
        (delete("up/work"), PathTraversalError, "outside"),
        (move(".", "x"), ForbiddenPathError, "is the workspace itself"),
        (move("a.txt", "."), ForbiddenPathError, "is the workspace itself"),
        (move("a.txt", "full/c.txt"), PathExistsError, "'full/c.txt' already exists"),
        (move("a.txt", "a.txt"), PathExistsError, "already exists"),
        (move("a.txt", "empty"), PathExistsError, "already exists"),
        (move("a.txt", "a.txt/x"), ForbiddenPathError, "uses a file as a folder"),
        (move("a.txt", "../x"), PathTraversalError, "outside"),
        (move("a.txt", "up/x"), PathTraversalError, "outside"),
        (move("full", "x"), ForbiddenPathError, "is a folder"),
        (move("link", "x"), ForbiddenPathError, "is a link"),
        (move("missing", "x"), PathNotFoundError, "Nothing exists"),
    ],
)
def test_a_refused_change_leaves_everything_as_it_was(
    workspace: Workspace, root: Path, change: Change, error: type[WorkspaceError], message: str
) -> None:
    before = tree(root.parent)

    with pytest.raises(error, match=message) as caught:
        workspace.apply([add("first"), add("new/x"), delete("sub/b.txt"), change])

    assert tree(root.parent) == before
    assert caught.value.context["operation"] == 3


def test_an_extension_that_is_not_accepted_is_refused_in_every_change(root: Path) -> None:
    with Workspace(root, suffixes=[".txt"]) as workspace:
        for change in (add("x.sh"), move("a.txt", "x.sh")):
            with pytest.raises(UnsupportedFileTypeError):
                workspace.apply([change])
        workspace.apply([move("a.txt", "x.txt")])

    assert (root / "x.txt").exists()


MANY = [
    add("new/deep/n.txt"),
    update("a.txt", "A2"),
    move("sub/b.txt", "moved/b.txt"),
    delete("full/c.txt"),
    delete("full"),
    delete("empty"),
    add("empty", "a file"),
    add("full/again/x"),
    move("a.txt", "new/a.txt"),
    add("a.txt/inside"),
]
CALLS = ["rename", "unlink", "mkdir", "rmdir", "link", "fsync", "open"]


@pytest.mark.parametrize("call", CALLS)
def test_a_change_that_fails_takes_every_earlier_one_back(
    root: Path, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree(root.parent)
    real = getattr(os, call)
    refused = 0
    with Workspace(root) as workspace:
        for number in range(200):
            seen = 0

            def fails_once(*arguments: Any, number: int = number, **keywords: Any) -> Any:
                nonlocal seen
                seen += 1
                if seen == number + 1:
                    raise OSError(errno.ENOSPC, "No space left on device", str(root))
                return real(*arguments, **keywords)

            monkeypatch.setattr(os, call, fails_once)
            try:
                workspace.apply(MANY)
            except WorkspaceError as error:
                assert str(root) not in str(error)  # noqa: PT017  # of every one of them
            else:
                break
            finally:
                monkeypatch.undo()
            refused += 1
            workspace.apply([])  # the next call, if not all could be taken back at once
            assert tree(root.parent) == before, number

        workspace.apply([])

    assert refused >= 1
    assert texts(root)["new/a.txt"] == "A2"
    assert not (root / ".forge").exists()


def test_a_file_that_an_editor_changes_meanwhile_is_kept_and_the_rest_taken_back(
    workspace: Workspace, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.mkdir
    before = tree(root)

    def edited(name: str, *arguments: Any, **keywords: Any) -> None:
        if name.startswith("changes-"):
            (root / "a.txt").write_text("theirs")
        real(name, *arguments, **keywords)

    monkeypatch.setattr(os, "mkdir", edited)
    with pytest.raises(FileChangedError):
        workspace.apply([delete("full/c.txt"), update("a.txt", "ours"), add("new/x")])

    assert tree(root) == before | {"a.txt": (before["a.txt"][0], "theirs")}


@pytest.mark.parametrize("hard_links", [True, False])
def test_a_process_that_dies_at_any_point_leaves_all_or_nothing(tmp_path: Path, hard_links: bool) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", DYING, str(tmp_path), str(int(hard_links))], capture_output=True, text=True, check=True
    )
    outcomes = json.loads(answer.stdout)

    assert set(outcomes) == {"before", "after"}
    assert outcomes["before"] > (40 if hard_links else 8)
    assert outcomes["after"] >= 1


#: For every number of system calls: a child applies the changes and is killed there, a second child that takes them
#: back is killed as well, then somebody writes. Prints how often everything was as before, as after, or neither.
DYING = """
import errno, itertools, json, os, shutil, signal, sys
from pathlib import Path
from forge_harness.workspace.change_set import Change
from forge_harness.workspace.workspace import Workspace

CALLS = "open mkdir rmdir link unlink rename fsync fchmod chmod utime".split()
real = {name: getattr(os, name) for name in CALLS}
os.fsync = real["fsync"] = lambda descriptor: None

def killed_after(number):
    left = [number]
    def counted(name):
        def call(*arguments, **keywords):
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left[0] -= 1
            if name == "link" and sys.argv[2] == "0":
                raise OSError(errno.EPERM, "Operation not permitted")
            return real[name](*arguments, **keywords)
        return call
    for name in CALLS:
        setattr(os, name, counted(name))

def in_child(number, work):
    child = os.fork()
    if child == 0:
        killed_after(number)
        work()
        os._exit(0)
    return os.WEXITSTATUS(status) if os.WIFEXITED(status := os.waitpid(child, 0)[1]) else -1

def planted(root):
    for folder in ("sub", "empty", "full"):
        (root / folder).mkdir(parents=True)
    (root / "a.txt").write_text("A")
    (root / "a.txt").chmod(0o751)
    (root / "sub/b.txt").write_text("B")
    (root / "full/c.txt").write_text("C")
    (root / "empty").chmod(0o711)

def tree(root):
    return {str(path.relative_to(root)): (path.lstat().st_mode, path.read_text() if path.is_file() else "")
            for path in root.rglob("*")}

add, update = lambda path, text: Change("add", path, text), lambda path, text: Change("update", path, text)
delete, move = lambda path: Change("delete", path), lambda path, other: Change("move", path, new_path=other)
CHANGES = [add("new/deep/n.txt", "N"), update("a.txt", "A2"), move("sub/b.txt", "moved/b.txt"), delete("full/c.txt"),
           delete("full"), delete("empty"), add("empty", "a file"), add("full/again/x", "X"),
           move("a.txt", "new/a.txt"), add("a.txt/inside", "I")]

def apply(root):
    with Workspace(root) as workspace:
        workspace.apply(CHANGES)

def take_back(root):
    with Workspace(root) as workspace:
        workspace.apply([])

def write(root):
    with Workspace(root) as workspace:
        workspace.write_text("witness", "w")

top = Path(sys.argv[1])
planted(top / "before"); planted(top / "after")
write(top / "before"); apply(top / "after"); write(top / "after")
expected = {"before": tree(top / "before"), "after": tree(top / "after")}
outcomes = {}
# Without hard links, every fifth point: the steps are the same.
for number in itertools.count(step=1 if sys.argv[2] == "1" else 5):
    root = top / "work"
    planted(root)
    ended = in_child(number, lambda: apply(root)) == 0
    if number % 2:
        in_child((number * 7) % 60, lambda: take_back(root))
    write(root)
    found = tree(root)
    names = [name for name, wanted in expected.items() if wanted == found] or [f"{number}: {sorted(found)}"]
    outcomes[names[0]] = outcomes.get(names[0], 0) + 1
    shutil.rmtree(root)
    if ended:
        break
print(json.dumps(outcomes))
"""


def interrupted(root: Path, *changes: Change) -> None:
    """Apply *changes* in a process that is killed when all of them are made, before they are complete."""
    program = (
        "import json, os, signal, sys\n"
        "from forge_harness.workspace import change_set\n"
        "from forge_harness.workspace.workspace import Workspace\n"
        "change_set.Journal.finish = lambda journal: os.kill(os.getpid(), signal.SIGKILL)\n"
        "Workspace(sys.argv[1]).apply([change_set.Change(*change) for change in json.loads(sys.argv[2])])\n"
    )
    arguments = json.dumps([(one.action, one.path, str(one.content or ""), one.new_path) for one in changes])
    subprocess.run([sys.executable, "-c", program, str(root), arguments], check=False)


def test_an_edit_after_a_process_died_is_not_lost(root: Path) -> None:
    interrupted(root, update("a.txt", "half"), add("x", "half"))
    assert (root / "x").exists()

    with Workspace(root) as workspace:
        workspace.update_text("a.txt", lambda text: text + " edited")

    assert texts(root) == {"a.txt": "A edited", "sub/b.txt": "B", "full/c.txt": "C"}
    assert str(root) not in "".join(tree(root))


def test_a_file_that_was_edited_in_place_after_a_process_died_stays(root: Path) -> None:
    (root / "d.txt").write_text("D")
    interrupted(
        root,
        update("a.txt", "half"),
        add("x", "half"),
        add("y", "half"),
        move("sub/b.txt", "moved/b.txt"),
        move("full/c.txt", "moved/c.txt"),
        move("d.txt", "e.txt"),
    )
    for path in ("a.txt", "x", "moved/b.txt", "d.txt"):
        (root / path).write_text("edited")

    with Workspace(root) as workspace:
        workspace.write_text("z", "z")

    assert texts(root) == dict.fromkeys(["a.txt", "x", "moved/b.txt", "d.txt"], "edited") | {
        "full/c.txt": "C",
        "e.txt": "D",
        "z": "z",
    }


def test_a_journal_that_is_not_ours_does_nothing(workspace: Workspace, root: Path) -> None:
    steps = [{"number": 0, "path": path, "before": "file", "after": "file"} for path in ("../secret.txt", "a.txt")]
    for number, content in enumerate(["{", "[]", json.dumps({"folders": [], "steps": steps})]):
        folder = root / ".forge" / f"changes-{number:016}"
        folder.mkdir(parents=True)
        (folder / "journal").write_text(content)
        (folder / "lock").write_text("")
        (folder / "0.old").write_text("evil")
    before = texts(root.parent)

    workspace.apply([add("new")])

    assert texts(root.parent) == before | {"work/new": "new"}


def test_sets_of_changes_and_updates_at_once_lose_nothing(root: Path) -> None:
    turns = 12
    (root / "count.txt").write_text("")
    with Workspace(root) as workspace:

        def edit(number: int) -> None:
            for turn in range(turns):
                workspace.update_text("count.txt", lambda text, line=f"{number} {turn}\n": text + line)

        def patch(number: int) -> None:
            for turn in range(turns):
                workspace.apply([add(f"made{turn % 3}/{number}/{turn}.txt"), add(f"sub/{number}-{turn}")])

        def swap() -> None:
            for turn in range(turns):
                one, other = ("a.txt", "full/a.txt") if turn % 2 == 0 else ("full/a.txt", "a.txt")
                workspace.apply([move(one, other), add(f"full/{turn}")])

        run_together(lambda: edit(0), lambda: edit(1), lambda: patch(0), lambda: patch(1), swap)

    found = texts(root)
    assert len(found.pop("count.txt").splitlines()) == 2 * turns
    assert found.pop("a.txt") == "A"
    assert len([path for path in found if path.startswith("made")]) == 2 * turns
    assert len(found) == 2 * turns + 2 * turns + turns + len(("sub/b.txt", "full/c.txt"))
    assert not (root / ".forge").exists()


def test_what_users_keep_in_the_hidden_folder_stays(workspace: Workspace, root: Path) -> None:
    (root / ".forge" / "files").mkdir(parents=True)

    workspace.apply([add(".forge/files/x"), update("a.txt")])

    assert texts(root / ".forge") == {"files/x": "new"}
    assert os.listdir(root / ".forge") == ["files"]


def run_together(*calls: Callable[[], None]) -> None:
    threads = [threading.Thread(target=call, daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
