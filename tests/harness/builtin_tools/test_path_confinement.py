"""Where the paths of a model lead: a place in the workspace, or nowhere."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from forge_harness import ToolSettings, Workspace, WorkspaceError, dispatch_forge_tool
from forge_harness.tools.catalog import builtin_tools, code_agent_tools

from .deviations import outcomes

PATH_RESOLVE = [  # (path, what exists, the place)
    ("", [], "<W>"),
    (".", [], "<W>"),
    ("  ", [], "<W>"),
    ("<W>/src/main.go", [], "<W>/src/main.go"),
    ("foo/../bar.txt", [], "<W>/bar.txt"),
    ("./a.txt", [], "<W>/a.txt"),
    ("foo/./a", [], "<W>/foo/a"),
    ("<W>/", [], "<W>"),
    ("../../../etc/passwd", [], None),
    ("/etc/passwd", [], None),
    ("foo/../../..", [], None),
    ("../x", [], None),
    ("foo/../../x", [], None),
    ("<W>/../x", [], None),
    ("<W>evil/x", [], None),
    ("myrepo", ["workspace/myrepo/"], "<W>/workspace/myrepo"),
    ("workspace/myrepo", ["workspace/myrepo/"], "<W>/workspace/myrepo"),
    ("~", [], "<W>/~"),
    ("~/x", [], "<W>/~/x"),
    ("%2e%2e/x", [], "<W>/%2e%2e/x"),
    ("....//x", [], "<W>/..../x"),
    ("..\\x", [], "<W>/..\\x"),
    ("C:\\x", [], "<W>/C:\\x"),
    (" a.txt", [], "<W>/ a.txt"),
    ("a\x00b", [], "<W>/a\x00b"),
]
PATH_RESOLVE_WANT = [  # (the tool, its arguments, the error)
    ("file_read", {"path": "link/secret.txt"}, "PathTraversalError"),
    ("file_read", {"path": "slink"}, "PathTraversalError"),
    ("file_write", {"path": "link/new.txt", "content": "evil"}, "PathTraversalError"),
    ("file_write", {"path": "../e.txt", "content": "evil"}, "PathTraversalError"),
    ("file_edit", {"path": "../x", "old_text": "a", "new_text": "b"}, "PathTraversalError"),
    ("file_read", {"path": "<real>/e.txt"}, None),
    ("file_read", {"path": "<linked>/e.txt"}, None),
    ("file_edit", {"path": "<linked>/e.txt", "old_text": "inside", "new_text": "new"}, None),
]
PATH_RESOLVE_MORE = [  # of the same classes
    ("file_edit", {"path": "slink", "old_text": "outside", "new_text": "evil"}, "link"),
    ("file_write", {"path": "slink", "content": "evil"}, "link"),
    ("file_write", {"path": "absolute/new.txt", "content": "evil"}, "PathTraversalError"),
    ("file_read", {"path": "absolute/secret.txt"}, "PathTraversalError"),
    ("file_read", {"path": "up"}, "PathTraversalError"),
    ("glob_search", {"pattern": "*", "path": "link"}, "PathTraversalError"),
    ("glob_search", {"pattern": "*", "path": "<real>evil"}, "PathTraversalError"),
    ("grep_search", {"pattern": "outside", "path": "link"}, "PathTraversalError"),
    ("grep_search", {"pattern": "outside", "path": "slink"}, "PathTraversalError"),
    ("directory_tree", {"path": "absolute"}, "PathTraversalError"),
    ("file_patch", {"operations": [{"action": "add", "path": "link/x", "content": "evil"}]}, "PathTraversalError"),
    ("file_patch", {"operations": [{"action": "delete", "path": "link/secret.txt"}]}, "PathTraversalError"),
    ("file_patch", {"operations": [{"action": "delete", "path": "slink"}]}, "link"),
    ("file_patch", {"operations": [{"action": "update", "path": "slink", "content": "e"}]}, "link"),
    ("file_patch", {"operations": [{"action": "move", "path": "e.txt", "new_path": "link/e"}]}, "PathTraversalError"),
    (
        "file_patch",
        {"operations": [{"action": "move", "path": "link/s", "new_path": "s"}]},
        "PathTraversalError",
    ),
]
TRAVERSAL_EVERY_TOOL = [  # (the tool, its arguments); each is refused before anything is touched
    ("file_read", {"path": "../../../../../../etc/passwd"}),
    ("file_write", {"path": "../../../../../../etc/passwd", "content": "x"}),
    (
        "file_patch",
        {"operations": [{"action": "move", "path": "src.txt", "new_path": "../../../../../../etc/cron.d/x"}]},
    ),
    ("file_write", {"path": "../../escape.txt", "content": "evil"}),
    ("glob_search", {"pattern": "*.go", "path": "../"}),
    ("directory_tree", {"path": "../.."}),
    ("grep_search", {"pattern": "x", "path": "../.."}),
    ("file_edit", {"path": "../../escape.txt", "old_text": "a", "new_text": "b"}),
    ("file_patch", {"operations": [{"action": "add", "path": "/etc/cron.d/x", "content": "x"}]}),
    ("glob_search", {"pattern": "../*"}),
]

TOOLS = {tool.name: tool for tool in (*builtin_tools(ToolSettings()), *code_agent_tools(ToolSettings()))}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace that is reached through a link, and what must stay unseen beside it."""
    for place in ("outside", "workevil"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "secret.txt").write_text("outside")
    (tmp_path / "e.txt").write_text("outside")
    work = tmp_path / "work"
    (work / "x").mkdir(parents=True)
    (work / "e.txt").write_text("inside")
    (work / "src.txt").write_text("inside")
    (work / "link").symlink_to("../outside")
    (work / "slink").symlink_to("../outside/secret.txt")
    (work / "absolute").symlink_to(tmp_path / "outside")
    (work / "up").symlink_to("..")
    (tmp_path / "linked").symlink_to("work")
    return work


def snapshot(folder: Path) -> dict[str, Any]:
    return {
        str(path): (path.lstat().st_mtime_ns, path.read_bytes() if path.is_file() else None)
        for path in sorted(folder.rglob("*"))
    }


def call(name: str, arguments: dict[str, Any], root: Path) -> dict[str, Any]:
    if name not in TOOLS:
        pytest.skip("its tool has not landed")
    payload = dispatch_forge_tool(TOOLS[name], arguments, workspace_root=root).llm_payload()
    assert isinstance(payload, dict)
    return payload


@pytest.mark.parametrize(("path", "exists", "place"), outcomes(PATH_RESOLVE=PATH_RESOLVE))
def test_a_path_leads_to_one_place_or_nowhere(tmp_path: Path, path: str, exists: list[str], place: str | None) -> None:
    root = tmp_path / "work"
    for name in ["", *exists]:
        (root / name).mkdir(parents=True)
    with Workspace(root) as workspace:
        try:
            found: str | None = str(root / workspace.relative(path.replace("<W>", str(root))))
        except WorkspaceError:
            found = None

    assert found == (place and place.replace("<W>", str(root)))


@pytest.mark.requirement("code-tools:stay-inside")
@pytest.mark.parametrize(("name", "arguments", "error"), PATH_RESOLVE_WANT + PATH_RESOLVE_MORE)
def test_a_link_never_leads_outside_and_the_root_has_all_its_names(
    root: Path, name: str, arguments: dict[str, Any], error: str | None
) -> None:
    linked = root.with_name("linked")
    given = {
        key: value.replace("<real>", str(root)).replace("<linked>", str(linked)) if isinstance(value, str) else value
        for key, value in arguments.items()
    }
    before = snapshot(root.parent)

    payload = call(name, given, linked)

    assert payload.get("error") == error
    assert "outside" not in str(payload.get("text", ""))
    if error is not None:
        assert snapshot(root.parent) == before


@pytest.mark.requirement("code-tools:stay-inside")
@pytest.mark.parametrize(("name", "arguments"), TRAVERSAL_EVERY_TOOL)
def test_every_tool_refuses_a_path_outside_and_says_so(root: Path, name: str, arguments: dict[str, Any]) -> None:
    before = snapshot(root.parent)

    payload = call(name, arguments, root)

    assert payload["error"] in ("PathTraversalError", "bad_pattern")
    assert snapshot(root.parent) == before


def test_a_folder_swapped_for_a_link_between_check_and_opening_is_not_left(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "x" / "secret.txt").write_text("inside")
    real = os.open
    swapped: list[str] = []

    def swapping(path: Any, flags: int, *arguments: Any, **keywords: Any) -> int:
        descriptor = real(path, flags, *arguments, **keywords)
        if not swapped and path == "x":
            swapped.append(path)
            (root / "x").rename(root / "aside")
            (root / "x").symlink_to("../outside")
        return descriptor

    monkeypatch.setattr(os, "open", swapping)
    with Workspace(root, backend="walk") as workspace:
        text = workspace.read_text("x/secret.txt")

    assert swapped == ["x"]
    assert text == "inside"
