from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from forge_harness import Workspace, dispatch_forge_tool
from forge_harness.tools.code.file_edit import file_edit

from .deviations import outcomes

FILE_EDIT = [  # (the file before, old text, new text, (the error, the file after))
    ("foo bar foo", "foo", "baz", ("ambiguous", "foo bar foo")),
    ("foo", "foo", "foo", ("identical", "foo")),
    ("foo", "", "b", ("ToolValidationError", "foo")),
    ("a\r\nb", "a\nb", "c", (None, "c")),
    ("<a directory>", "a", "b", ("is_directory", None)),
]
FILE_EDIT_MORE = [  # of the same classes
    ("foo", "bar", "b", ("not_found", "foo")),
    ("", "a", "b", ("not_found", "")),
    ("a\r\nb\r\nc\r\n", "b", "x\ny", (None, "a\r\nx\r\ny\r\nc\r\n")),
    ("a\r\nb\r\nc\r\n", "a\nb\n", "x\n", (None, "x\r\nc\r\n")),
    ("a\r\nb\r\nc\r\n", "\nb", "\nx", (None, "a\r\nx\r\nc\r\n")),
    ("a\r\nb", "a\r\nb", "a\nb", ("identical", "a\r\nb")),
    ("a\r\nb\r\n", "a\r\nb", "x\ny", (None, "x\r\ny\r\n")),
    ("a\r\nb\nc\n", "b\nc", "x\ny", (None, "a\r\nx\ny\n")),
    ("a\nb\n", "a\r\nb", "x\r\ny", (None, "x\ny\n")),
    ("a\r\r\nb", "a\r\nb", "x", ("not_found", "a\r\r\nb")),
    ("a\r\nb\na\r\nb", "a\nb", "x", ("ambiguous", "a\r\nb\na\r\nb")),
    ("a\r\nb\r\n", "a\nb", "a\r\nb", ("identical", "a\r\nb\r\n")),
    ("a\0b", "a", "b", ("binary_file", "a\0b")),
    ("é€😀", "€", "", (None, "é😀")),
]
FILE_EDIT_OUTPUT = [  # (path, old text, new text, diff)
    ("ed.go", "return 1", "return 42", "--- ed.go\n+++ ed.go\n@@ -1 +1 @@\n-return 1\n+return 42\n"),
    ("ed.go", "return 42", "", "--- ed.go\n+++ ed.go\n@@ -1 +1 @@\n-return 42\n+\n"),
]
FILE_EDIT_WANT = [  # (the file before, old text, new text, the error, a part of the message)
    ("aaa", "aa", "b", "ambiguous", "lines 1 and 1"),
    ("x\ny\nx\n\nx", "x", "b", "ambiguous", "3 places: lines 1, 3 and 5"),
    ("x\n" * 999, "x", "b", "ambiguous", "more than 20 places"),
    ("x", "x", None, "ToolValidationError", ""),
]


def call(root: Path, **arguments: Any) -> Any:
    return dispatch_forge_tool(file_edit, arguments, workspace_root=root).llm_payload()


@pytest.mark.parametrize(("before", "old", "new", "outcome"), [*outcomes(FILE_EDIT=FILE_EDIT), *FILE_EDIT_MORE])
def test_file_edit(before: str, old: str, new: str, outcome: tuple[str | None, str | None], tmp_path: Path) -> None:
    error, after = outcome
    file = tmp_path / "x.txt"
    if after is None:
        file.mkdir()
    else:
        file.write_bytes(before.encode())

    answer = call(tmp_path, path="x.txt", old_text=old, new_text=new)

    assert answer.get("error") == error
    assert after is None or file.read_bytes() == after.encode()
    assert error or answer.keys() == {"path", "diff"}


@pytest.mark.requirement("file_edit:exact-match-and-unified-diff")
@pytest.mark.parametrize(("path", "old", "new", "diff"), outcomes(FILE_EDIT_OUTPUT=FILE_EDIT_OUTPUT))
def test_an_edit_answers_with_a_unified_diff(path: str, old: str, new: str, diff: str, tmp_path: Path) -> None:
    (tmp_path / path).write_text(f"{old}\n")

    assert call(tmp_path, path=path, old_text=old, new_text=new) == {"path": path, "diff": diff}


@pytest.mark.parametrize(("before", "old", "new", "error", "words"), FILE_EDIT_WANT)
def test_an_edit_that_is_not_clear_says_why(
    before: str, old: str, new: str | None, error: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "x.txt").write_text(before)
    arguments = {"path": "x.txt", "old_text": old} | ({} if new is None else {"new_text": new})

    answer = call(tmp_path, **arguments)

    assert answer["error"] == error
    assert words in answer["message"]
    assert (tmp_path / "x.txt").read_text() == before


#: FORGE_EDITS=1000 asks for more.
EDITS = int(os.environ.get("FORGE_EDITS", "60"))


@pytest.mark.skipif(shutil.which("patch") is None, reason="the program patch is not installed")
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_patch_makes_the_same_edit(newline: str, tmp_path: Path) -> None:
    chosen = random.Random(newline)
    for number in range(EDITS // 2):
        name = f"x {number}.txt" if number % 5 == 0 else 'x"\t.txt' if number % 5 == 1 else "x.txt"
        lines = [chosen.choice(["a", "b", "", "-- é", "+++ z", "\\ No", "  c"]) for _ in range(chosen.randrange(1, 14))]
        text = newline.join(lines) + newline * chosen.randrange(2)
        start = chosen.randrange(len(text) + 1)
        end = chosen.randrange(start, min(len(text), start + 12) + 1)
        # The marks make the place unique.
        before = f"{text[:start]}«{text[start:end]}»{text[end:]}"
        new = "".join(chosen.choice(["a", newline, newline, "é", "- "]) for _ in range(chosen.randrange(8)))
        (tmp_path / name).write_bytes(before.encode())
        answer = call(tmp_path, path=name, old_text=before[start : end + 2], new_text=new)
        after = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(before.encode())

        patched = subprocess.run(["patch", "-p0"], input=answer["diff"].encode(), cwd=tmp_path, capture_output=True)

        assert (patched.returncode, (tmp_path / name).read_bytes()) == (0, after), (before, answer["diff"])
        # It makes this copy if it had to look for the place.
        assert not (tmp_path / f"{name}.orig").exists()


def test_a_long_diff_is_cut(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("a" * 200_000 + "b")

    answer = call(tmp_path, path="x.txt", old_text="b", new_text="c")

    assert len(answer["diff"]) < 51_200
    assert answer["diff"].endswith("\n... (the rest of the diff is not shown)\n")
    assert (tmp_path / "x.txt").read_text().endswith("ac")


def test_the_mode_of_an_edited_file_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "x.sh"
    file.write_text("echo a")
    file.chmod(0o750)

    call(tmp_path, path="x.sh", old_text="a", new_text="b")

    assert (file.read_text(), file.stat().st_mode & 0o777) == ("echo b", 0o750)


def test_edits_at_once_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text("".join(f"<{number}>\n" for number in range(16)))
    with ThreadPoolExecutor(8) as pool:
        edits = pool.map(
            lambda number: call(tmp_path, path="x.txt", old_text=f"<{number}>", new_text=f"[{number}]"), range(16)
        )

    assert not any("error" in answer for answer in edits)
    assert file.read_text() == "".join(f"[{number}]\n" for number in range(16))


def test_what_an_editor_wrote_meanwhile_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x.txt"
    file.write_text("a")
    fsync = os.fsync

    def saved_by_an_editor(descriptor: int) -> None:
        fsync(descriptor)
        file.write_text("saved")

    monkeypatch.setattr(os, "fsync", saved_by_an_editor)

    answer = call(tmp_path, path="x.txt", old_text="a", new_text="b")

    assert answer["error"] == "changed_meanwhile"
    assert file.read_text() == "saved"


@pytest.mark.parametrize(
    ("path", "error"), [("../x", "PathTraversalError"), ("link", "link"), ("link/", "is_directory")]
)
def test_an_edit_stays_in_the_workspace(path: str, error: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("a")
    root = tmp_path / "root"
    root.mkdir()
    (root / "link").symlink_to("../x")

    answer = call(root, path=path, old_text="a", new_text="b")

    assert answer["error"] == error
    assert (tmp_path / "x").read_text() == "a"
    with Workspace(root) as workspace:
        assert [entry.name for entry in workspace.list_directory()] == ["link"]


def test_lines_that_recur_do_not_slow_an_edit(tmp_path: Path) -> None:
    lines = [f"{number % 120}\n" for number in range(60_000)]
    lines[30_000] = "here\n"
    (tmp_path / "x.txt").write_text("".join(lines))
    began = time.process_time()

    answer = call(tmp_path, path="x.txt", old_text="here", new_text="there")

    assert answer["diff"].splitlines()[2] == "@@ -29998,7 +29998,7 @@"
    assert time.process_time() - began < 2
