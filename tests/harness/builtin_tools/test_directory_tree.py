from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from forge_harness import dispatch_forge_tool
from forge_harness.tools.code.directory_tree import directory_tree

from ..unprivileged import unprivileged
from .deviations import outcomes
from .searched_project import make_project

TOP = """\
<B>/
├── README.md
├── big.txt (2KB)
├── bin.dat
├── ctx.txt
├── lib.go
├── main.go
├── mb.txt (3MB)
└── src/
"""
WHOLE = f"""{TOP}\
    ├── app.test.ts
    ├── app.ts
    └── pkg/
        └── deep.go
"""
SRC = """\
src/
├── app.test.ts
├── app.ts
└── pkg/
    └── deep.go
"""

TREE = [  # (arguments, the tree or the error)
    ({}, WHOLE),
    ({"max_depth": 1}, TOP),
    ({"path": "src", "max_depth": -3}, SRC),
    ({"path": "main.go"}, "not_a_directory"),
    ({"path": "missing"}, "PathNotFoundError"),
    ({"path": "../.."}, "PathTraversalError"),
    ("a .git directory exists", WHOLE),
]
TREE_MORE = [  # of the same classes
    ({"path": "."}, WHOLE),
    ({"path": ""}, WHOLE),
    ({"max_depth": 0}, WHOLE),
    ({"max_depth": 10**30}, WHOLE),
    ({"max_depth": 2}, WHOLE.replace("        └── deep.go\n", "")),
    ({"path": "src/", "max_depth": 1}, SRC.replace("    └── deep.go\n", "")),
    ({"path": "./src/pkg"}, "pkg/\n└── deep.go\n"),
    ({"path": "vendor"}, "vendor/\n└── x.go\n"),
    ({"max_depth": "1"}, "ToolValidationError"),
    ({"depth": 1}, "ToolValidationError"),
    ({"path": "main.go/x"}, "ForbiddenPathError"),
    ({"path": "/etc"}, "PathTraversalError"),
]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    make_project(root)
    return root


def call(root: Path, **arguments: Any) -> Any:
    return dispatch_forge_tool(directory_tree, arguments, workspace_root=root).llm_payload()


@pytest.mark.requirement("directory_tree:three-levels")
@pytest.mark.parametrize(("arguments", "outcome"), [*outcomes(TREE=TREE), *TREE_MORE])
def test_directory_tree(arguments: Any, outcome: str, root: Path) -> None:
    answer = call(root, **(arguments if isinstance(arguments, dict) else {}))

    if "\n" in outcome:
        assert answer == {"tree": outcome.replace("<B>", root.name), "truncated": False}
    else:
        assert answer["error"] == outcome


def test_three_levels_are_drawn_with_the_lines_of_folders_that_go_on(tmp_path: Path) -> None:
    for path in ("a/b/c/d/e", "a/b2/f", "z", "y/only"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()

    assert call(tmp_path)["tree"].splitlines()[1:] == [
        *("├── a/", "│   ├── b/", "│   │   └── c/", "│   └── b2/", "│       └── f"),
        *("├── y/", "│   └── only", "└── z"),
    ]


@pytest.mark.parametrize(
    ("size", "label"),
    [(1023, "x"), (1024, "x (1KB)"), (1024**2 - 1, "x (1023KB)"), (1024**2, "x (1MB)"), (3 * 1024**3, "x (3072MB)")],
)
def test_a_size_is_told_from_a_kilobyte(size: int, label: str, tmp_path: Path) -> None:
    (tmp_path / "x").touch()
    os.truncate(tmp_path / "x", size)

    assert call(tmp_path)["tree"].endswith(f"└── {label}\n")


def test_a_name_cannot_forge_a_line(tmp_path: Path) -> None:
    (tmp_path / "a\n└── b\x1b[2J").touch()
    (tmp_path / os.fsdecode(b"c\xff")).touch()

    assert call(tmp_path)["tree"].splitlines()[1:] == ["├── a\\n└── b\\x1b[2J", "└── c\\xff"]


def test_links_are_named_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to("/etc")
    (tmp_path / "up").symlink_to(".")

    assert call(tmp_path)["tree"].splitlines()[1:] == ["├── out", "└── up"]


@pytest.mark.parametrize(("max_depth", "truncated"), [(19, False), (20, False), (21, True)])
def test_levels_below_the_cap_are_told(max_depth: int, truncated: bool, tmp_path: Path) -> None:
    (tmp_path / "/".join("x" * 21)).mkdir(parents=True)

    assert call(tmp_path, max_depth=max_depth)["truncated"] is truncated


@pytest.mark.parametrize(("number", "length", "lines"), [(2_100, 4, 2_001), (1_000, 200, 243)])
def test_a_large_tree_is_cut_after_a_line(number: int, length: int, lines: int, tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    for name in range(number):
        (tmp_path / "x" / f"{name:0{length}}").touch()

    answer = call(tmp_path, path="x")

    assert answer["truncated"]
    assert answer["tree"].endswith("\n")
    assert answer["tree"].count("\n") == lines
    assert len(answer["tree"].encode()) <= 51_200


def test_an_unreadable_folder_is_marked(tmp_path: Path) -> None:
    (tmp_path / "shut").mkdir()
    (tmp_path / "shut").chmod(0)
    try:
        with unprivileged():
            answer = call(tmp_path)
    finally:
        (tmp_path / "shut").chmod(0o755)

    assert answer == {"tree": f"{tmp_path.name}/\n└── shut/ (cannot be read)\n", "truncated": True}
