from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from forge_harness import ToolSettings, dispatch_forge_tool
from forge_harness.events import Event, get_event_bus
from forge_harness.tools.builtin.file_create import file_create

from .deviations import outcomes

FILE_CREATE = [  # (filename, content, type or error)
    ("patches.yaml", "---\napiVersion: apps/v1\nkind: Deployment", "text/yaml"),
    ("report.json", '{"key":"value"}', "application/json"),
    ("script.py", "print('hello')", "text/x-python"),
    ("index.ts", "const x: number = 1;", "text/typescript"),
    ("empty.txt", "", "text/plain"),
    ("malware.exe", "bad", "extension_not_allowed"),
    ("", "hello", "ToolValidationError"),
    ("a/b.txt", "x", "bad_filename"),
    (".", "x", "bad_filename"),
    ("..", "x", "bad_filename"),
    ("noext", "x", "extension_not_allowed"),
    ("..txt", "x", "text/plain"),
]
FILE_CREATE_KEYS = {"filename", "content", "mime_type", "path"}
FILE_CREATE_DIR = [  # (is there a workspace, the file's folder or the error)
    (True, ".forge/files"),
    (False, "<TMPDIR>/forge-files"),
]
FILE_CREATE_WANT = [  # (what stands in the place of the file, content, outcome)
    ("a link out", "x", "ForbiddenPathError"),
    ("a file", "x", "overwritten"),
    (None, "x" * 10_000_000, "ToolValidationError"),
]
MORE_NAMES = [  # of the same classes
    ("REPORT.MD", None),
    (".txt", None),
    ("données été.csv", None),
    ("a.tar.txt", None),
    ("a\\b.txt", "bad_filename"),
    ("/etc/x.txt", "bad_filename"),
    ("a..b.txt", "bad_filename"),
    (" ", "bad_filename"),
    ("a\0.txt", "bad_filename"),
    ("a\n.txt", "bad_filename"),
    ("report\u202etxt.md", "bad_filename"),
    ("é" * 130 + ".txt", "bad_filename"),
    ("a" * 300 + ".txt", "ToolValidationError"),
    ("run.txt.exe", "extension_not_allowed"),
    ("a.txt ", "extension_not_allowed"),
    ("a.", "extension_not_allowed"),
]
FILE_CREATE_MIME = {
    ".md": "text/markdown",
    ".json": "application/json",
    ".yaml": "text/yaml",
    ".yml": "text/yaml",
    ".txt": "text/plain",
    ".log": "text/plain",
    ".csv": "text/csv",
    ".sh": "text/x-shellscript",
    ".xml": "text/xml",
    ".html": "text/html",
    ".py": "text/x-python",
    ".ts": "text/typescript",
}


def call(root: Path | None, **arguments: Any) -> Any:
    return dispatch_forge_tool(file_create(ToolSettings()), arguments, workspace_root=root).llm_payload()


@pytest.mark.requirement("file_create:writes-a-file")
@pytest.mark.parametrize(("filename", "content", "outcome"), outcomes(FILE_CREATE=FILE_CREATE))
def test_file_create(filename: str, content: str, outcome: str, tmp_path: Path) -> None:
    answer = call(tmp_path, filename=filename, content=content)

    if "/" not in outcome:
        assert answer["error"] == outcome
        assert not list(tmp_path.iterdir())
        return
    assert answer == {
        "filename": filename,
        "content": content,
        "mime_type": outcome,
        "path": f".forge/files/{filename}",
        "bytes": len(content.encode()),
        "overwritten": False,
    }
    assert answer.keys() >= FILE_CREATE_KEYS
    assert (tmp_path / ".forge/files" / filename).read_bytes() == content.encode()


@pytest.mark.parametrize(("has_root", "outcome"), outcomes(FILE_CREATE_DIR=FILE_CREATE_DIR))
def test_files_are_written_into_the_folder_of_the_agent(has_root: bool, outcome: str, tmp_path: Path) -> None:
    answer = call(tmp_path if has_root else None, filename="x.txt", content="")

    assert answer.get("error", answer.get("path", "").removesuffix("/x.txt")) == outcome
    assert (tmp_path / ".forge/files/x.txt").exists() is has_root


@pytest.mark.parametrize(("present", "content", "outcome"), FILE_CREATE_WANT)
def test_nothing_is_lost_silently(present: str | None, content: str, outcome: str, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("kept")
    files = tmp_path / "work/.forge/files"
    files.mkdir(parents=True)
    if present == "a link out":
        (files / "x.txt").symlink_to(outside)
    elif present:
        (files / "x.txt").write_text("old")

    answer = call(tmp_path / "work", filename="x.txt", content=content)

    assert answer.get("error", "overwritten" if answer.get("overwritten") else "created") == outcome
    assert outside.read_text() == "kept"


@pytest.mark.requirement("file_create:plain-names-only")
@pytest.mark.parametrize(("filename", "error"), MORE_NAMES)
def test_a_name_is_plain_and_ends_in_an_accepted_extension(filename: str, error: str | None, tmp_path: Path) -> None:
    assert call(tmp_path, filename=filename, content="x").get("error") == error


@pytest.mark.requirement("file_create:twelve-extensions")
def test_every_extension_of_the_seed_has_its_type(tmp_path: Path) -> None:
    types = {ending: call(tmp_path, filename=f"x{ending}", content="")["mime_type"] for ending in FILE_CREATE_MIME}

    assert types == FILE_CREATE_MIME


def test_content_is_not_echoed_whole(tmp_path: Path) -> None:
    answer = call(tmp_path, filename="x.txt", content="€" * 3_000)

    assert (answer["content"], answer["bytes"]) == ("€" * 2_000, 9_000)


@pytest.mark.requirement("file_create:tells-the-host-the-place")
def test_the_absolute_path_is_told_on_the_event_bus_alone(tmp_path: Path) -> None:
    heard: list[Event] = []
    unsubscribe = get_event_bus().subscribe(heard.append)
    try:
        answer = call(tmp_path, filename="x.txt", content="é")
    finally:
        unsubscribe()

    payload = next(event.payload for event in heard if event.event_type == "file.created")
    assert payload["path"] == os.path.realpath(tmp_path / ".forge/files/x.txt")
    assert (payload["filename"], payload["mime_type"], payload["bytes"]) == ("x.txt", "text/plain", 2)
    assert str(tmp_path) not in str(answer)


def test_the_folder_is_a_setting(tmp_path: Path) -> None:
    tool = file_create(ToolSettings(files_folder="out/./files"))

    answer = dispatch_forge_tool(tool, {"filename": "x.txt", "content": ""}, workspace_root=tmp_path).llm_payload()

    assert answer["path"] == "out/files/x.txt"
    assert (tmp_path / "out/files/x.txt").exists()
