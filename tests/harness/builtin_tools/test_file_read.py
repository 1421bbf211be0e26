from __future__ import annotations

import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from forge_harness import dispatch_forge_tool
from forge_harness.tools.code.file_read import file_read

from .deviations import outcomes

FIVE = "line1\nline2\nline3\nline4\nline5\n"
WHOLE = {"text": FIVE, "first_line": 1, "last_line": 5, "total_lines": 5, "truncated": False}
PAST_THE_END = {"text": "", "first_line": None, "last_line": None, "total_lines": 5, "truncated": False}

FILE_READ = [  # (arguments, keys of the result or the error)
    ({"path": "t.txt"}, WHOLE),
    ({"path": "t.txt", "offset": 6}, PAST_THE_END),
    ({"path": "t.txt", "offset": 7}, PAST_THE_END),
    ({"path": "t.txt", "offset": -5, "limit": 1}, {"text": "line1\n", "last_line": 1, "truncated": True}),
    ({"path": "t.txt", "offset": 0, "limit": 0}, WHOLE),
    ({"path": "t.txt", "limit": -1}, WHOLE),
    ({"path": "e.txt"}, {"text": "", "first_line": None, "last_line": None, "total_lines": 0, "truncated": False}),
    ({"path": "bin"}, "binary_file"),
    ({"path": ""}, "ToolValidationError"),
    ({"path": "../../../etc/passwd"}, "PathTraversalError"),
    ({"path": "/etc/passwd"}, "PathTraversalError"),
    ({"path": "t.txt", "offset": "3"}, "ToolValidationError"),
    ({"path": "2500.txt"}, {"last_line": 2_000, "total_lines": 2_500, "truncated": True}),
    ({"path": "2500.txt", "relaxed": True}, {"last_line": 2_500, "truncated": False}),
]
FILE_READ_MORE = [  # of the same classes
    ({"path": "t.txt", "offset": 2, "limit": 2}, {"text": "line2\nline3\n", "first_line": 2, "last_line": 3}),
    ({"path": "t.txt", "offset": 5, "limit": 9}, {"text": "line5\n", "total_lines": 5, "truncated": False}),
    ({"path": "t.txt", "limit": 5}, WHOLE),
    ({"path": "n.txt"}, {"text": "a\nb\nc", "last_line": 3, "total_lines": 3, "truncated": False}),
    ({"path": "n.txt", "offset": 3}, {"text": "c", "first_line": 3, "total_lines": 3}),
    ({"path": "n.txt", "offset": 4}, {"text": "", "first_line": None, "total_lines": 3}),
    ({"path": "crlf.txt"}, {"text": "a\r\nb\r\n", "total_lines": 2}),
    ({"path": "separators.txt"}, {"text": "a\rb\x0bc\x0cd\x85e\u2028f\n", "total_lines": 1}),
    ({"path": "latin.txt"}, "UnsupportedFileTypeError"),
    ({"path": "latin.txt", "offset": 2}, {"text": "plain\n", "total_lines": 2}),
    ({"path": "2500.txt", "offset": 2_001, "limit": 10_000}, {"last_line": 2_500, "truncated": False}),
    ({"path": "t.txt", "offset": 10**30}, PAST_THE_END),
    ({"path": "t.txt", "limit": True}, "ToolValidationError"),
    ({"path": "missing.txt"}, "PathNotFoundError"),
    ({"path": "t.txt/"}, "ForbiddenPathError"),
    ({"path": "t.txt/x"}, "ForbiddenPathError"),
    ({"path": "fifo"}, "ForbiddenPathError"),
    ({"path": "out"}, "PathTraversalError"),
    ({"path": "a\0b"}, "ForbiddenPathError"),
]
FILE_READ_WANT = [  # (arguments, keys of the result)
    ({"path": "t.txt"}, {"total_lines": 5}),
    ({"path": "5 GB", "limit": 2}, {"text": "a\nb\n", "last_line": 2, "total_lines": None, "truncated": True}),
    ({"path": "euros.txt"}, {"text": "€" * (51_200 // 3), "last_line": 1, "total_lines": 1, "truncated": True}),
]
TRUNCATE = [  # (piece, how often, in relaxed mode, whether the text is truncated)
    ("short string", 1, False, False),
    ("", 1, False, False),
    ("line\n", 2_100, False, True),
    ("x", 52_200, False, True),
    ("x", 102_400, True, False),
    ("line\n", 5_000, True, False),
    ("x", 820_224, True, True),
    ("line\n", 2_000, False, False),
    ("line\n", 1_999, False, False),
]
TRUNCATION_NOTE = "\n\n... (output truncated)"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("files")
    files = {
        "t.txt": FIVE.encode(),
        "n.txt": b"a\nb\nc",
        "e.txt": b"",
        "crlf.txt": b"a\r\nb\r\n",
        "bin": b"a\x00\xff\xfeb\n",
        "separators.txt": "a\rb\x0bc\x0cd\x85e\u2028f\n".encode(),
        "latin.txt": b"caf\xe9\nplain\n",
        "2500.txt": b"line\n" * 2_500,
        "euros.txt": ("€" * 60_000).encode(),
        "5 GB": b"a\nb\nc\n" * 100_000,
        "folder/b.txt": b"",
        "folder/c/d.txt": b"",
    }
    for name, data in files.items():
        (root / name).parent.mkdir(exist_ok=True, parents=True)
        (root / name).write_bytes(data)
    os.truncate(root / "5 GB", 5 * 10**9)
    os.mkfifo(root / "fifo")
    (root / "out").symlink_to("/etc/passwd")
    (root / "folder/a").symlink_to("b.txt")
    return root


def call(root: Path, **arguments: Any) -> Any:
    return dispatch_forge_tool(file_read, arguments, workspace_root=root).llm_payload()


@pytest.mark.requirement("file_read:lines-or-entries")
@pytest.mark.parametrize(("arguments", "outcome"), [*outcomes(FILE_READ=FILE_READ), *FILE_READ_MORE])
def test_file_read(arguments: dict[str, Any], outcome: Any, root: Path) -> None:
    answer = call(root, **arguments)

    if isinstance(outcome, str):
        assert answer["error"] == outcome
        return
    assert {key: answer[key] for key in outcome} == outcome
    assert (answer["path"], answer["kind"], answer["entries"]) == (arguments["path"], "file", None)
    assert list(answer) == ["path", "kind", "text", "first_line", "last_line", "total_lines", "entries", "truncated"]


@pytest.mark.parametrize(("arguments", "outcome"), FILE_READ_WANT)
def test_a_file_is_read_as_a_stream(arguments: dict[str, Any], outcome: dict[str, Any], root: Path) -> None:
    tracemalloc.start()
    try:
        answer = call(root, **arguments)
        _, most_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert {key: answer[key] for key in outcome} == outcome
    assert most_bytes < 4_000_000


@pytest.mark.parametrize(("piece", "times", "is_relaxed", "outcome"), outcomes(TRUNCATE=TRUNCATE))
def test_long_text_is_truncated(piece: str, times: int, is_relaxed: bool, outcome: bool, tmp_path: Path) -> None:
    text = piece * times
    (tmp_path / "x.txt").write_text(text)

    answer = call(tmp_path, path="x.txt")

    assert answer["truncated"] is outcome
    assert text.startswith(answer["text"])
    assert outcome or answer["text"] == text
    assert TRUNCATION_NOTE not in answer["text"]


def test_reading_on_leaves_nothing_out(tmp_path: Path) -> None:
    text = "".join(f"{number} {'é' * (number % 300)}\n" for number in range(5_000))
    (tmp_path / "x.txt").write_text(text)
    parts = [call(tmp_path, path="x.txt")]
    while parts[-1]["truncated"]:
        parts.append(call(tmp_path, path="x.txt", offset=parts[-1]["last_line"] + 1))

    assert "".join(part["text"] for part in parts) == text
    assert {part["total_lines"] for part in parts} == {5_000}


def test_a_folder_is_listed(root: Path) -> None:
    whole = call(root, path="./folder/")
    part = call(root, path="folder", offset=2, limit=1)

    assert whole == {
        "path": "folder",
        "kind": "directory",
        "text": None,
        "first_line": 1,
        "last_line": 3,
        "total_lines": 3,
        "entries": ["a", "b.txt", "c/"],
        "truncated": False,
    }
    assert (part["entries"], part["truncated"]) == (["b.txt"], True)


def test_a_name_that_is_not_text_is_listed_with_escapes(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff.txt")).touch()

    assert call(tmp_path, path=".")["entries"] == ["\\xff.txt"]


def test_an_error_does_not_tell_where_the_workspace_lies(root: Path) -> None:
    assert str(root) not in str(call(root, path="missing.txt"))
