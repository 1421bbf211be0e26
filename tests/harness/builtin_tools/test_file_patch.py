from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from forge_harness import FORGE_TOOL_REGISTRY, dispatch_tool_call
from forge_harness.tools.code.file_patch import file_patch

from .deviations import outcomes

FILE_PATCH = [  # files before, operations, (statuses or the error, files after)
    (
        {"a.txt": "content A"},
        [
            {"action": "add", "path": "b.txt", "content": "content B"},
            {"action": "update", "path": "a.txt", "content": "updated A"},
            {"action": "move", "path": "b.txt", "new_path": "c.txt"},
        ],
        (["created", "updated", "moved"], {"a.txt": "updated A", "c.txt": "content B"}),
    ),
    ({"d.txt": "goodbye"}, [{"action": "delete", "path": "d.txt"}], (["deleted"], {})),
    ({}, None, ("ToolValidationError", {})),
    ({}, [], ("empty", {})),
    ({"a": "1"}, [{"action": "move", "path": "a"}], ("missing", {"a": "1"})),
    ({"ex": "1"}, [{"action": "chmod", "path": "ex"}], ("unknown_action", {"ex": "1"})),
    ({}, [{"action": "add", "path": ""}], ("ToolValidationError", {})),
    ({}, [{"action": "add", "path": "nocontent.txt"}], ("missing", {})),
    ({"p/x": "1"}, [{"action": "delete", "path": "p"}], ("not_empty", {"p/x": "1"})),
    ({"p/x": "1"}, [{"action": "delete", "path": "."}], ("ForbiddenPathError", {"p/x": "1"})),
    ({}, [{"action": "delete", "path": "."}], ("ForbiddenPathError", {})),
    (
        {},
        [{"action": "add", "path": "two", "content": "1"}, {"action": "bogus", "path": "x"}],
        ("unknown_action", {}),
    ),
    (
        {},
        [{"action": "add", "path": "one", "content": "1"}, {"action": "delete", "path": "missing"}],
        ("missing", {}),
    ),
]
FILE_PATCH_WANT = [
    # A failing operation restores every earlier one.
    (
        {"a": "1", "b": "2", "c": "3"},
        [
            {"action": "update", "path": "a", "content": "changed"},
            {"action": "delete", "path": "b"},
            {"action": "move", "path": "c", "new_path": "new/folder/c"},
            {"action": "add", "path": "deep/er/d", "content": ""},
            {"action": "update", "path": "none", "content": ""},
        ],
        ("missing", {"a": "1", "b": "2", "c": "3"}),
    ),
    # The root itself is never deleted, moved or replaced.
    ({"a": "1"}, [{"action": "move", "path": ".", "new_path": "b"}], ("ForbiddenPathError", {"a": "1"})),
    ({"a": "1"}, [{"action": "move", "path": "a", "new_path": "."}], ("ForbiddenPathError", {"a": "1"})),
    ({}, [{"action": "update", "path": ".", "content": ""}], ("ForbiddenPathError", {})),
    # Operations that name a path twice act in order, and are checked against what was planned before.
    (
        {"a": "1"},
        [{"action": "delete", "path": "a"}, {"action": "add", "path": "a", "content": "2"}],
        (["deleted", "created"], {"a": "2"}),
    ),
    (
        {"a": "1"},
        [{"action": "move", "path": "a", "new_path": "b"}, {"action": "update", "path": "a", "content": "2"}],
        ("missing", {"a": "1"}),
    ),
    (
        {},
        [{"action": "add", "path": "a", "content": "1"}, {"action": "add", "path": "./a", "content": "2"}],
        ("exists", {}),
    ),
    (
        {"a": "1", "b": "2"},
        [
            {"action": "move", "path": "a", "new_path": "c"},
            {"action": "move", "path": "b", "new_path": "a"},
            {"action": "move", "path": "c", "new_path": "b"},
        ],
        (["moved", "moved", "moved"], {"a": "2", "b": "1"}),
    ),
    ({"a": "1", "b": "2"}, [{"action": "move", "path": "a", "new_path": "b"}], ("exists", {"a": "1", "b": "2"})),
    ({}, [{"action": "add", "path": "../a", "content": ""}], ("PathTraversalError", {})),
    (
        {"src.txt": "1"},
        [{"action": "move", "path": "src.txt", "new_path": "../../../../../../etc/cron.d/x"}],
        ("PathTraversalError", {"src.txt": "1"}),
    ),
]


def call(operations: Any, root: Path) -> Any:
    arguments = {} if operations is None else {"operations": operations}
    with FORGE_TOOL_REGISTRY.restored():
        FORGE_TOOL_REGISTRY.register(file_patch)
        return dispatch_tool_call("file_patch", arguments, workspace_root=root)


def files(root: Path) -> dict[str, str]:
    """Every file below *root*, and every empty folder with a slash at its end."""
    found = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_file():
            found[name] = path.read_text()
        elif not any(path.iterdir()):
            found[f"{name}/"] = ""
    return found


@pytest.mark.requirement("file_patch:batch-in-one-call")
@pytest.mark.parametrize(
    ("before", "operations", "outcome"),
    [*outcomes(FILE_PATCH=FILE_PATCH), *outcomes(FILE_PATCH_WANT=FILE_PATCH_WANT)],
)
def test_a_patch_happens_whole_or_not_at_all(
    before: dict[str, str], operations: Any, outcome: tuple[Any, dict[str, str]], tmp_path: Path
) -> None:
    for name, text in before.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    answer = call(operations, tmp_path)

    told = answer.get("error") or [operation["status"] for operation in answer["operations"]]
    assert (told, files(tmp_path)) == outcome


def test_the_result_names_each_operation_by_its_paths(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")

    answer = call([{"action": "move", "path": str(tmp_path / "a"), "new_path": "./x/../b"}], tmp_path)

    assert answer == {
        "operations": [{"action": "move", "path": "a", "new_path": "b", "status": "moved"}],
        "total": 1,
    }


def test_an_update_and_a_move_keep_the_mode(tmp_path: Path) -> None:
    (tmp_path / "run.sh").write_text("old")
    (tmp_path / "run.sh").chmod(0o755)

    call(
        [
            {"action": "update", "path": "run.sh", "content": "new"},
            {"action": "move", "path": "run.sh", "new_path": "go.sh"},
        ],
        tmp_path,
    )

    assert (tmp_path / "go.sh").read_text() == "new"
    assert (tmp_path / "go.sh").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("is_there", [False, True])
def test_the_hidden_folder_takes_files_and_is_itself_left_alone(tmp_path: Path, is_there: bool) -> None:
    (tmp_path / "a").write_text("1")
    if is_there:
        (tmp_path / ".forge").mkdir()

    made = call(
        [
            {"action": "add", "path": ".forge/x", "content": "2"},
            {"action": "add", "path": ".forge/files/y.md", "content": "3"},
            {"action": "move", "path": "a", "new_path": ".forge/a"},
        ],
        tmp_path,
    )
    refused = [
        call([operation], tmp_path)["error"]
        for operation in (
            {"action": "add", "path": ".forge", "content": ""},
            {"action": "move", "path": ".forge/a", "new_path": ".forge"},
            {"action": "delete", "path": ".forge"},
            {"action": "add", "path": ".forge/changes-0123456789abcdef/journal", "content": "{}"},
        )
    ]

    assert [operation["status"] for operation in made["operations"]] == ["created", "created", "moved"]
    assert refused == ["ForbiddenPathError"] * 4
    assert files(tmp_path) == {".forge/x": "2", ".forge/files/y.md": "3", ".forge/a": "1"}


@pytest.mark.parametrize("key", ["old_text", "overwrite", "mode"])
def test_an_unknown_key_of_an_operation_is_refused(tmp_path: Path, key: str) -> None:
    (tmp_path / "a").write_text("1")

    answer = call([{"action": "update", "path": "a", "content": "2", key: "x"}], tmp_path)

    assert answer["error"] == "ToolValidationError"
    assert files(tmp_path) == {"a": "1"}


@pytest.mark.parametrize(
    ("operation", "code", "told"),
    [
        ({"action": "add", "path": "a/x", "content": ""}, "not_a_directory", "uses a file as a folder"),
        ({"action": "update", "path": "p", "content": ""}, "is_directory", "names a folder"),
        ({"action": "move", "path": "p", "new_path": "q"}, "is_directory", "names a folder"),
        ({"action": "delete", "path": "p"}, "not_empty", "not empty"),
        ({"action": "delete", "path": "link"}, "link", "names a link"),
        ({"action": "update", "path": "fifo", "content": ""}, "not_a_file", "not a regular file"),
        ({"action": "add", "path": "x" * 300, "content": ""}, "name_too_long", "too long"),
        ({"action": "delete", "path": "a", "content": "1"}, "unexpected_argument", "cannot take a content"),
        ({"action": "add", "path": "b", "content": "", "new_path": "c"}, "unexpected_argument", "take a new_path"),
        ({"action": "move", "path": "a", "new_path": ""}, "missing", "has no new_path"),
    ],
)
def test_a_refusal_names_the_operation_and_its_cause(
    tmp_path: Path, operation: dict[str, str], code: str, told: str
) -> None:
    (tmp_path / "p").mkdir()
    for name in ("a", "p/x"):
        (tmp_path / name).write_text("1")
    os.symlink("a", tmp_path / "link")
    os.mkfifo(tmp_path / "fifo")

    answer = call([{"action": "add", "path": "first", "content": ""}, operation], tmp_path)

    assert answer["error"] == code
    assert answer["message"].startswith("Operation 2 ")
    assert told in answer["message"]
    assert sorted(os.listdir(tmp_path)) == ["a", "fifo", "link", "p"]


def test_empty_and_null_fields_of_another_action_count_as_absent(tmp_path: Path) -> None:
    answer = call(
        [
            {"action": "add", "path": "a", "content": "1", "new_path": ""},
            {"action": "move", "path": "a", "content": None, "new_path": "b"},
            {"action": "add", "path": "c", "content": "", "new_path": None},
            {"action": "delete", "path": "c", "content": "", "new_path": ""},
        ],
        tmp_path,
    )

    assert answer["total"] == 4
    assert files(tmp_path) == {"b": "1"}


def test_a_link_is_neither_followed_nor_replaced(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside.txt"
    inside.mkdir()
    outside.write_text("outside")
    os.symlink(outside, inside / "link")

    for operation in (
        {"action": "update", "path": "link", "content": "x"},
        {"action": "delete", "path": "link"},
        {"action": "move", "path": "link", "new_path": "b"},
    ):
        assert "error" in call([{"action": "add", "path": "a", "content": ""}, operation], inside)

    assert outside.read_text() == "outside"
    assert sorted(os.listdir(inside)) == ["link"]
