from __future__ import annotations

import os
import re
import sys
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from forge_harness import dispatch_forge_tool
from forge_harness.tools.code.grep_search import grep_search

from ..unprivileged import unprivileged
from .deviations import outcomes
from .searched_project import make_project

LEFT_OUT = "ToolValidationError"

GREP = [  # (arguments, the text or the error)
    ({"pattern": ""}, LEFT_OUT),
    ({"pattern": "  "}, LEFT_OUT),
    (
        {"pattern": "main", "include": "*.go"},
        ".hidden.go:1:func main(){}\nlib.go:1:package main\nmain.go:1:package main\nmain.go:3:func main() {\n",
    ),
    ({"pattern": "x", "include": "*.ts", "exclude": "*.test.ts"}, "src/app.ts:1:const x = 1\n"),
    ({"pattern": "apiKey", "exclude": "*_test.go"}, "keys/main.go:1:apiKey\n"),
    (
        {"pattern": "hit", "path": "ctx.txt", "context": 1},
        "ctx.txt:2-l2\nctx.txt:3:hit\nctx.txt:4-l4\n--\nctx.txt:7-l7\nctx.txt:8:hit\nctx.txt:9-l9\n",
    ),
    (
        {"pattern": "hit", "path": "ctx.txt", "context": 3},
        "".join(f"ctx.txt:{number}{':hit' if number in (3, 8) else f'-l{number}'}\n" for number in range(1, 10)),
    ),
    ({"pattern": "hit", "path": "ctx.txt", "max_results": 1}, "ctx.txt:3:hit\n"),
    ({"pattern": "(?i)MAIN", "include": "README*"}, "README.md:2:main doc\n"),
    ({"pattern": "main", "include": "{*.go,*.md}"}, ""),
    ({"pattern": "match", "max_results": 10}, "".join(f"100.txt:{number}:match\n" for number in range(1, 11))),
    ({"pattern": "match", "max_results": 10, "relaxed": True}, "at most 10"),
]
GREP_MORE = [  # of the same classes
    ({"pattern": "hit", "path": "ctx.txt", "context": -1, "max_results": 0}, "ctx.txt:3:hit\nctx.txt:8:hit\n"),
    ({"pattern": "hit", "path": "ctx.txt", "context": 2, "max_results": 1}, "ctx.txt:3:hit\n"),
    (
        {"pattern": "hit", "path": "ctx.txt", "context": 1, "max_results": 4},
        "ctx.txt:2-l2\nctx.txt:3:hit\nctx.txt:4-l4\n",
    ),
    (
        {"pattern": "l[14]|hit", "path": "ctx.txt", "context": 1, "max_results": 5},
        "ctx.txt:1:l1\nctx.txt:2-l2\nctx.txt:3:hit\nctx.txt:4:l4\nctx.txt:5-l5\n",
    ),
    (
        {"pattern": "const", "path": "src", "context": 1},
        "src/app.test.ts:1:const x = 2\n--\nsrc/app.ts:1:const x = 1\n",
    ),
    ({"pattern": "main", "include": "src/**"}, ""),
    (
        {"pattern": "match$", "include": "", "exclude": "[!k]*/**", "max_results": 2},
        "100.txt:1:match\n100.txt:2:match\n",
    ),
    ({"pattern": "apiKey", "include": None, "exclude": " "}, "keys/main.go:1:apiKey\nkeys/main_test.go:1:apiKey\n"),
    ({"pattern": "pkg$", "include": "pkg/*", "path": "src"}, "src/pkg/deep.go:1:package pkg\n"),
    ({"pattern": "pkg$", "exclude": "src"}, ""),
    ({"pattern": "package pkg", "exclude": "pkg"}, ""),
    ({"pattern": "const x", "path": "src/app.ts", "include": "*.go"}, ""),
    ({"pattern": "func main("}, "bad_pattern"),
    ({"pattern": r"func main\(\) \{"}, "main.go:3:func main() {\n"),
    ({"pattern": "(?=main)"}, "bad_pattern"),
    ({"pattern": r"(a)\1"}, "bad_pattern"),
    ({"pattern": "package\nmain"}, "bad_pattern"),
    ({"pattern": "((a{100}){100}){100}"}, "bad_pattern"),
    ({"pattern": r"\pL{60}"}, "bad_pattern"),
    ({"pattern": "main", "include": "[bad"}, "bad_pattern"),
    ({"pattern": "main", "path": "missing"}, "PathNotFoundError"),
    ({"pattern": "main", "path": "../"}, "PathTraversalError"),
    ({"pattern": "root", "path": "out"}, "PathTraversalError"),
    ({"pattern": "root"}, ""),
    ({"pattern": "main", "path": "vendor"}, "vendor/x.go:1:package main // hit\n"),
]
GREP_WANT = [  # (pattern, the text of a file with it and others in it)
    ("--pre=bash", "f.txt:1:--pre=bash\n"),
    ("--files", "f.txt:2:--files\n"),
    ("-f<file>", "f.txt:3:-f<file>\n"),
    ("(a+)+$", ""),
]
GREP_ENGINE = [("rg is installed", "rg")]  # (situation, what searches)
SKIP_DIRS = [".git", "node_modules", "vendor", "__pycache__", ".venv", "dist", "build"]
BINARY_RULE = [(0, 1), (511, 1), (512, 0)]  # (where the first NUL stands, files that are skipped)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    make_project(root)
    (root / "keys").mkdir()
    (root / "keys" / "main.go").write_text("apiKey\n")
    (root / "keys" / "main_test.go").write_text("apiKey\n")
    (root / "100.txt").write_text("match\n" * 100)
    (root / "out").symlink_to("/etc/passwd")
    return root


def call(root: Path, **arguments: Any) -> Any:
    return dispatch_forge_tool(grep_search, arguments, workspace_root=root).llm_payload()


@pytest.mark.requirement("grep_search:regular-expressions")
@pytest.mark.parametrize(("arguments", "outcome"), [*outcomes(GREP=GREP), *GREP_MORE])
def test_grep_search(arguments: dict[str, Any], outcome: str, root: Path) -> None:
    answer = call(root, **arguments)

    if outcome and not outcome.endswith("\n"):
        assert answer["error"] == outcome
        return
    assert answer["text"] == outcome
    assert answer["matches"] == len(re.findall(r"^[^:]+:\d+:", outcome, re.MULTILINE))
    assert answer["truncated"] is (arguments.get("max_results", 0) > 0)
    assert list(answer) == ["text", "matches", "truncated", "skipped"]


@pytest.mark.parametrize(("pattern", "text"), GREP_WANT)
def test_a_pattern_is_neither_an_option_nor_a_trap(pattern: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "f.txt").write_text("--pre=bash\n--files\n-f<file>\n" + "a" * 100_000 + "!\n")

    assert call(tmp_path, pattern=pattern)["text"] == text


@pytest.mark.requirement("grep_search:same-with-and-without-rg")
@pytest.mark.parametrize(("situation", "engine"), outcomes(GREP_ENGINE=GREP_ENGINE))
def test_the_answer_is_the_same_with_and_without_ripgrep(
    situation: str, engine: str, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rg").write_text("#!/bin/sh\necho 'planted:1:main'\n")
    (tmp_path / "rg").chmod(0o755)
    before = call(root, pattern="main")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    assert call(root, pattern="main") == before
    assert (situation, engine) == ("rg is installed", "google-re2")


@pytest.mark.requirement("code-tools:skip-the-standard-folders")
@pytest.mark.parametrize("folder", SKIP_DIRS)
def test_a_standard_folder_is_not_searched(folder: str, tmp_path: Path) -> None:
    for above in ("", "z"):
        (tmp_path / above / folder).mkdir(parents=True)
        (tmp_path / above / folder / "x.go").write_text("hit")
        (tmp_path / above / f"{folder}x").write_text("hit")

    assert call(tmp_path, pattern="hit")["text"] == f"{folder}x:1:hit\nz/{folder}x:1:hit\n"


@pytest.mark.parametrize(("place", "skipped"), BINARY_RULE)
def test_a_binary_file_is_skipped_and_counted(place: int, skipped: int, tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"x" * place + b"\0\nhit\n")

    assert call(tmp_path, pattern="hit")["skipped"] == skipped
    assert call(tmp_path, pattern="hit", path="f")["matches"] == 1 - skipped


def test_what_cannot_be_read_is_counted(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("hit\n")
    (tmp_path / "b").write_text("hit\n")
    (tmp_path / "c").mkdir()
    (tmp_path / "b").chmod(0)
    (tmp_path / "c").chmod(0)
    try:
        with unprivileged():
            answer = call(tmp_path, pattern="hit")
    finally:
        (tmp_path / "c").chmod(0o755)

    assert answer == {"text": "a:1:hit\n", "matches": 1, "truncated": False, "skipped": 2}


def test_without_the_engine_plain_text_is_found(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "re2", None)

    assert call(root, pattern=r"func main\(\) \{")["text"] == "main.go:3:func main() {\n"
    refusal = call(root, pattern="func.main")
    assert refusal["error"] == "bad_pattern"
    assert refusal["message"].startswith("Regular expressions need the package google-re2")


@pytest.mark.parametrize(("length", "is_searched"), [(700_000, True), (2_000_000, False)])
def test_a_long_line_is_cut_between_characters(length: int, is_searched: bool, tmp_path: Path) -> None:
    (tmp_path / "f").write_text("€" * length + "needle\nnext needle\n")

    assert call(tmp_path, pattern="needle") == {
        "text": f"f:1:{'€' * 1_000}…\n" * is_searched + "f:2:next needle\n",
        "matches": 1 + is_searched,
        "truncated": not is_searched,
        "skipped": 0 if is_searched else 1,
    }


def test_a_file_of_any_size_is_searched_as_a_stream(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"a line of text\n" * 100 + b"hit\n")
    os.truncate(tmp_path / "f", 64_000_000)
    tracemalloc.start()
    try:
        answer = call(tmp_path, pattern="hi[t]")
        _, most_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert answer == {"text": "f:101:hit\n", "matches": 1, "truncated": True, "skipped": 1}
    assert most_bytes < 20_000_000


def test_a_file_with_a_line_without_end_is_left(tmp_path: Path) -> None:
    with (tmp_path / "f").open("wb") as file:
        file.write(b"hit\n" * 200)
        file.truncate(100_000_000)
        file.seek(0, os.SEEK_END)
        file.write(b"\nhit\n")
    (tmp_path / "g").write_text("hit\n")

    answer = call(tmp_path, pattern="hit", max_results=1_000)

    assert answer["text"].endswith("f:200:hit\ng:1:hit\n")
    assert (answer["truncated"], answer["skipped"]) == (True, 1)


def test_an_answer_is_bounded_in_bytes(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes((b"hit" + b"\x01" * 900 + b"\n") * 1_000)

    answer = call(tmp_path, pattern="hit", max_results=1_000)

    assert answer["truncated"]
    assert 90_000 < len(answer["text"]) <= 102_400


def test_a_file_name_cannot_forge_a_line(tmp_path: Path) -> None:
    (tmp_path / "a:1:x\nb").write_text("hit\n")
    (tmp_path / os.fsdecode(b"\xff")).write_bytes(b"hit \xff\n")

    assert call(tmp_path, pattern="hit")["text"] == "a:1:x\\nb:1:hit\n\\xff:1:hit \ufffd\n"


def test_a_search_ends_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abc":
        (tmp_path / name).write_text("hit\n")
    moments = iter([0, 0, 5, 30])
    monkeypatch.setattr(time, "monotonic", lambda: next(moments, 40))

    answer = grep_search(grep_search.args_schema(pattern="hit"), workspace_root=tmp_path)

    assert (answer["text"], answer["truncated"]) == ("a:1:hit\nb:1:hit\n", True)
