from __future__ import annotations

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from forge_harness import dispatch_forge_tool
from forge_harness.tools.code.file_write import file_write

from .deviations import outcomes

FILE_WRITE = [  # (arguments, keys of the result or the error)
    ({"path": "new_file.go", "content": "package main\n"}, {"action": "created", "bytes": 13}),
    ({"path": "existing.txt", "content": "new content"}, {"action": "updated", "bytes": 11}),
    ({"path": "", "content": "x"}, "ToolValidationError"),
    ({"path": "   ", "content": "x"}, "is_directory"),
    ({"path": ".", "content": "x"}, "is_directory"),
    ({"path": "folder", "content": "x"}, "is_directory"),
    ({"path": "new.txt"}, "ToolValidationError"),  # a forgotten content must not empty the file
]
FILE_WRITE_MORE = [  # of the same classes
    ({"path": "a/b/../c.txt", "content": ""}, {"path": "a/c.txt", "action": "created", "bytes": 0}),
    ({"path": "./existing.txt", "content": "é\r\n"}, {"path": "existing.txt", "action": "updated", "bytes": 4}),
    ({"path": "existing.txt/x", "content": "x"}, "not_a_directory"),
    ({"path": "existing.txt/", "content": "x"}, "is_directory"),
    ({"path": "new/folder/", "content": "x"}, "is_directory"),
    ({"path": "new/.", "content": "x"}, "is_directory"),
    ({"path": "../../escape.txt", "content": "evil"}, "PathTraversalError"),
    ({"path": "/etc/forge", "content": "evil"}, "PathTraversalError"),
    ({"path": "a\0b", "content": "x"}, "ForbiddenPathError"),
    ({"path": "x" * 300, "content": "x"}, "name_too_long"),
    ({"path": "existing.txt", "content": None}, "ToolValidationError"),
]
FILE_WRITE_WANT = [  # (situation, the error)
    ("the disk is full", "WorkspaceError"),
    ("the file is executable", None),
    ("a link to a file outside", "link"),
    ("a link to a file inside", "link"),
    ("a link to a folder outside", "PathTraversalError"),
]


def call(root: Path, **arguments: Any) -> Any:
    return dispatch_forge_tool(file_write, arguments, workspace_root=root).llm_payload()


@pytest.mark.requirement("file_write:creates-or-overwrites")
@pytest.mark.parametrize(("arguments", "outcome"), [*outcomes(FILE_WRITE=FILE_WRITE), *FILE_WRITE_MORE])
def test_file_write(arguments: dict[str, Any], outcome: Any, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "existing.txt").write_text("old")

    answer = call(tmp_path, **arguments)

    if isinstance(outcome, str):
        assert answer["error"] == outcome
        assert (tmp_path / "existing.txt").read_text() == "old"
        assert sorted(os.listdir(tmp_path)) == ["existing.txt", "folder"]
        return
    assert answer == {"path": arguments["path"], **outcome}
    assert (tmp_path / answer["path"]).read_bytes() == arguments["content"].encode()


@pytest.mark.parametrize(("situation", "outcome"), FILE_WRITE_WANT)
def test_a_file_is_replaced_whole_or_not_at_all(
    situation: str, outcome: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "outside.txt").write_text("old")
    (root / "inside.txt").write_text("old")
    path = "x.txt"
    if "to a file" in situation:
        (root / path).symlink_to("inside.txt" if "inside" in situation else "../outside.txt")
    elif "folder" in situation:
        (root / "out").symlink_to(tmp_path)
        path = "out/outside.txt"
    else:
        (root / path).write_text("old")
        (root / path).chmod(0o755)
    if "full" in situation:

        def full(descriptor: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "fsync", full)
    names = sorted(os.listdir(root))

    answer = call(root, path=path, content="new")

    assert answer.get("error") == outcome
    assert (root / path).read_text() == ("old" if outcome else "new")
    assert {file.read_text() for file in (tmp_path / "outside.txt", root / "inside.txt")} == {"old"}
    assert sorted(os.listdir(root)) == names
    assert outcome or (root / path).stat().st_mode & 0o777 == 0o755


def test_of_calls_at_once_one_creates_the_file(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: call(tmp_path, path="x.txt", content=str(number)), range(24)))

    assert [answer["action"] for answer in answers].count("created") == 1
