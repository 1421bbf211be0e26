"""Attack paths and honest names of the corpus through every file tool, judged by what is on the disk afterwards."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from forge_harness import ToolSettings, dispatch_forge_tool
from forge_harness.tools.catalog import builtin_tools, code_agent_tools

TOOLS = {tool.name: tool for tool in (*builtin_tools(ToolSettings()), *code_agent_tools(ToolSettings()))}
#: A tool, and the arguments of a call for each way in which it takes a path.
ATTEMPTS: list[tuple[str, Any]] = [
    ("file_read", lambda path: {"path": path}),
    ("file_edit", lambda path: {"path": path, "old_text": "canary", "new_text": "evil"}),
    ("glob_search", lambda path: {"pattern": "*", "path": path}),
    ("glob_search", lambda path: {"pattern": path}),
    ("grep_search", lambda path: {"pattern": "canary", "path": path}),
    ("directory_tree", lambda path: {"path": path}),
    ("file_write", lambda path: {"path": path, "content": "inside"}),
    ("file_create", lambda path: {"filename": f"{path}.txt", "content": "inside"}),
    # The second operation is always refused: the path is judged, and nothing is written.
    ("file_patch", lambda path: {"operations": [{"action": "add", "path": path, "content": "inside"}, REFUSED]}),
    ("file_patch", lambda path: {"operations": [{"action": "move", "path": "notes.txt", "new_path": path}, REFUSED]}),
    ("file_patch", lambda path: {"operations": [{"action": "update", "path": path, "content": "evil"}]}),
    ("file_patch", lambda path: {"operations": [{"action": "add", "path": path, "content": "inside"}]}),
    ("file_patch", lambda path: {"operations": [{"action": "delete", "path": path}]}),
]
REFUSED = {"action": "delete", "path": "is missing"}
#: Each path goes through `file_read` and, in turn, one of the other ways: all of them take minutes on a busy machine.
#: The workspace itself gets every path in every way; see test_workspace_payloads.py. FORGE_EVERY_PATH=1 tries all.
TURNS = 1 if os.environ.get("FORGE_EVERY_PATH") else len(ATTEMPTS) - 1


@pytest.fixture(autouse=True)
def neither_logging_nor_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace five folders down, and on every floor above it what the payloads look for."""
    root = tmp_path / "one" / "two" / "three" / "four" / "work"
    root.mkdir(parents=True)
    for floor in [*root.parents[:5], root.with_name("work-evil")]:
        for name in ("etc/passwd", "windows/win.ini", "boot.ini", "canary.txt", "proc/self/environ"):
            (floor / name).parent.mkdir(parents=True, exist_ok=True)
            (floor / name).write_text("canary")
    (root / "notes.txt").write_text("inside")
    (root / "up").symlink_to("..")
    return root


def attack_paths(corpus: Path) -> list[str]:
    folder = corpus / "path_payloads"
    lines = [line for file in sorted(folder.glob("pat_*.txt")) for line in file.read_bytes().split(b"\n")]
    found = [line.decode("utf-8", "surrogateescape") for line in lines if line]
    strings: list[str] = json.loads((folder / "naughty_strings.json").read_text("utf-8"))
    return list(dict.fromkeys([*found, *strings]))


def snapshot(root: Path) -> dict[str, tuple[int, int, int]]:
    """Everything outside of *root*, and what payloads aim at on this machine; by identity, size and time."""
    top = root.parents[4]
    places = [path for path in top.rglob("*") if not path.is_relative_to(root)]
    places += [Path("/etc/passwd"), Path("/etc/hosts"), Path("/etc"), Path("/")]
    found = [(path, path.lstat()) for path in places if os.path.lexists(path)]
    return {str(path): (status.st_ino, status.st_size, status.st_mtime_ns) for path, status in found}


def call(name: str, arguments: dict[str, Any], root: Path) -> dict[str, Any]:
    payload = dispatch_forge_tool(TOOLS[name], arguments, workspace_root=root).llm_payload()
    assert isinstance(payload, dict)
    return payload


@pytest.mark.requirement("code-tools:stay-inside")
@pytest.mark.parametrize("prefix", ["", "up/"])
def test_an_attack_path_reaches_nothing_outside_through_any_tool(corpus: Path, root: Path, prefix: str) -> None:
    # Behind a link to the outside, every path is refused by the same few lines; a sample is enough.
    paths = [prefix + path for path in attack_paths(corpus)[:: 1 if prefix == "" else 10]]
    before = snapshot(root)

    leaks = []
    for turn, (name, arguments) in enumerate(ATTEMPTS):
        for path in paths if turn == 0 else paths[turn % TURNS :: TURNS]:
            payload = call(name, arguments(path), root)
            if "error" not in payload and ("canary" in str(payload) or "root:x" in str(payload)):
                leaks.append((name, path, payload))

    assert len(paths) > 500
    assert leaks == []
    assert snapshot(root) == before


def test_an_honest_file_name_is_accepted_by_every_tool(corpus: Path, root: Path) -> None:
    text = (corpus / "path_payloads" / "benign_repo_paths.jsonl").read_text("utf-8")
    paths = list(dict.fromkeys(json.loads(line)["path"] for line in text.splitlines()))
    refused = []

    def used(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        payload = call(name, arguments, root)
        if "error" in payload:
            refused.append((name, arguments, payload))
        return payload

    for path in paths[:: min(TURNS, 6)]:
        used("file_write", {"path": path, "content": "one"})
        used("file_edit", {"path": path, "old_text": "one", "new_text": path})
        used("file_patch", {"operations": [{"action": "delete", "path": path}]})
    for start in range(0, len(paths), 100):
        adds = [{"action": "add", "path": path, "content": path} for path in paths[start : start + 100]]
        used("file_patch", {"operations": adds})
    for path in paths:
        assert used("file_read", {"path": path})["text"] == path
    for path in dict.fromkeys(str(Path(path).parent) for path in paths):
        used("directory_tree", {"path": path, "max_depth": 1})
        used("glob_search", {"pattern": "*", "path": path, "max_results": 1})
        used("grep_search", {"pattern": ".", "path": path, "max_results": 1})

    assert len(paths) > 1000
    assert refused == []
