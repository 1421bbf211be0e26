from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from forge_harness import dispatch_forge_tool
from forge_harness.tools.code.glob_search import glob_search

from .deviations import outcomes
from .searched_project import NEWEST_FIRST, SKIPPED_FOLDERS, make_project

GO = ["lib.go", "src/pkg/deep.go", "main.go", ".hidden.go"]
TS = ["src/app.test.ts", "src/app.ts"]

GLOB = [  # (arguments, paths or the error)
    ({"pattern": "**/*.go"}, GO),
    ({"pattern": "src/*.ts"}, TS),
    ({"pattern": "src/**/*.ts"}, TS),
    ({"pattern": "**/deep.go"}, ["src/pkg/deep.go"]),
    ({"pattern": "*.ts", "path": "src"}, TS),
    ({"pattern": "[bad"}, []),
    ({"pattern": "**/pkg/*.go"}, ["src/pkg/deep.go"]),
    ({"pattern": "src/**/*.go"}, GO),
]
GLOB_MORE = [  # of the same classes
    ({"pattern": "*.go"}, GO),
    ({"pattern": "/*.go"}, ["lib.go", "main.go", ".hidden.go"]),
    ({"pattern": "**"}, list(NEWEST_FIRST)),
    ({"pattern": "src/pkg/**"}, ["src/pkg/deep.go"]),
    ({"pattern": "pkg/**", "path": "./src/"}, ["src/pkg/deep.go"]),
    ({"pattern": ".*"}, [".hidden.go"]),
    ({"pattern": ".git*/**"}, [".github/wf.yml"]),
    ({"pattern": "{src,.github}/**/*.{ts,yml}"}, [".github/wf.yml", *TS]),
    ({"pattern": "*.GO"}, []),
    ({"pattern": "src"}, []),
    ({"pattern": "*.go", "path": "vendor"}, ["vendor/x.go"]),
    ({"pattern": "{*.go"}, "bad_pattern"),
    ({"pattern": "../*"}, "bad_pattern"),
    ({"pattern": " "}, "ToolValidationError"),
    ({"pattern": "*.go", "max_results": "3"}, "ToolValidationError"),
    ({"pattern": "*.go", "path": "main.go"}, "not_a_directory"),
    ({"pattern": "*.go", "path": "../"}, "PathTraversalError"),
    ({"pattern": "*", "path": "out"}, "PathTraversalError"),
]
GLOB_WANT = [  # (arguments, paths or the error)
    ({"pattern": "**/pkg/*.go"}, ["src/pkg/deep.go"]),
    ({"pattern": "*.{go,ts}"}, [path for path in NEWEST_FIRST if path in GO + TS]),
    ({"pattern": "*.go", "path": "missing"}, "PathNotFoundError"),
    ({"pattern": "*.go", "max_results": 1}, GO[:1]),
    ({"pattern": "equal-*"}, ["equal-1", "equal-2", "equal-3"]),
]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    make_project(root)
    (root / "out").symlink_to("/")
    return root


def call(root: Path, **arguments: Any) -> Any:
    return dispatch_forge_tool(glob_search, arguments, workspace_root=root).llm_payload()


@pytest.mark.requirement("glob_search:newest-first")
@pytest.mark.parametrize(("arguments", "outcome"), [*outcomes(GLOB=GLOB), *GLOB_MORE, *outcomes(GLOB_WANT=GLOB_WANT)])
def test_glob_search(arguments: dict[str, Any], outcome: Any, root: Path, tmp_path: Path) -> None:
    if "equal" in arguments["pattern"]:
        root = tmp_path
        for name in ("equal-2", "equal-3", "equal-1"):
            (root / name).touch()
            os.utime(root / name, (1, 1))

    answer = call(root, **arguments)

    if isinstance(outcome, str):
        assert answer["error"] == outcome
    else:
        assert answer == {"paths": outcome, "truncated": "max_results" in arguments}


@pytest.mark.requirement("code-tools:skip-the-standard-folders")
def test_the_standard_folders_are_not_entered(root: Path) -> None:
    found = call(root, pattern="**/x.go")["paths"]

    assert found == []
    assert all((root / name / "x.go").exists() for name in SKIPPED_FOLDERS)


@pytest.mark.parametrize(("limit", "found"), [(0, 100), (-1, 100), (101, 101), (10**9, 120)])
def test_the_number_of_paths_is_limited(tmp_path: Path, limit: int, found: int) -> None:
    for number in range(120):
        (tmp_path / f"{number:03}").touch()
        os.utime(tmp_path / f"{number:03}", (1, 1))

    answer = call(tmp_path, pattern="*", max_results=limit)

    assert answer == {"paths": [f"{number:03}" for number in range(found)], "truncated": found < 120}


def test_long_paths_leave_the_answer_an_object(tmp_path: Path) -> None:
    folder = tmp_path / Path(*["é" * 120] * 8)
    folder.mkdir(parents=True)
    for number in range(300):
        (folder / f"{number}").touch()

    answer = call(tmp_path, pattern="**", max_results=1_000)

    assert answer["truncated"]
    assert 50 < len(answer["paths"]) < 300


def test_a_name_that_is_not_text_is_shown_with_escapes(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff.txt")).touch()

    assert call(tmp_path, pattern="*.txt")["paths"] == ["\\xff.txt"]


def test_links_are_neither_followed_nor_listed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.txt").touch()
    (tmp_path / "loop").symlink_to(".")
    (tmp_path / "a.txt").symlink_to("real/a.txt")

    assert call(tmp_path, pattern="**")["paths"] == ["real/a.txt"]
