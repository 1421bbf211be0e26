"""The development tools: the recorded rows, and code that ends, hangs or lies in a program of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from forge_harness import FORGE_TOOL_REGISTRY, ToolRegistry, dispatch_tool_call, register_builtins, register_dev_tools

from .deviations import outcomes

DEV_TOOLS = ["debug_console", "local_file_browser", "local_shell", "test_runner"]

LOCAL_SHELL = [
    ("echo hello", {"stdout": "hello", "exit_code": 0}),
    ("exit 3", {"exit_code": 3, "stdout": "", "stderr": "", "error": "exit status 3"}),
    ("echo $HOME", {"stdout": "<W>"}),
    ("echo a; echo", {"stdout": "a"}),
    ("timeout 0 or missing", "30 s"),
]

LOCAL_FILE_BROWSER = [
    ({"path": "test.txt", "operation": "read"}, "content"),
    ({"path": ".", "operation": "list"}, ["a.txt", "empty", "large.txt", "link", "subdir", "test.txt"]),
    ({"path": "../../etc/passwd"}, "PathTraversalError"),
    ({"path": "x", "operation": "write"}, "ToolValidationError"),
    ({"path": "test.txt"}, "content"),
    ({"path": "../wevil/secret"}, "PathTraversalError"),  # as wanted: a folder beside it shares the prefix
    ({"path": "link"}, "PathTraversalError"),  # as wanted
    ({"path": "large.txt"}, "x" * 102_400),
    ({"path": "empty", "operation": "list"}, []),  # as wanted
]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "w"
    (folder / "subdir").mkdir(parents=True)
    (folder / "empty").mkdir()
    (folder / "a.txt").write_text("a")
    (folder / "test.txt").write_text("content")
    (folder / "large.txt").write_text("x" * 102_399 + "éé")
    (tmp_path / "wevil").mkdir()
    (tmp_path / "wevil/secret").write_text("secret")
    (folder / "link").symlink_to(tmp_path / "wevil/secret")
    return folder


@pytest.fixture(autouse=True)
def registered() -> Any:
    with FORGE_TOOL_REGISTRY.restored():
        register_dev_tools()
        yield


def called(name: str, workspace: Path, **arguments: Any) -> Any:
    return dispatch_tool_call(name, arguments, workspace_root=workspace)


@pytest.mark.requirement("dev-tools:only-while-developing")
def test_the_dev_tools_are_registered_on_their_own() -> None:
    registry = ToolRegistry()

    assert not set(DEV_TOOLS) & set(register_builtins(registry))
    assert register_dev_tools(registry) == register_dev_tools(registry) == DEV_TOOLS


@pytest.mark.parametrize(("command", "outcome"), outcomes(LOCAL_SHELL=LOCAL_SHELL))
def test_local_shell(command: str, outcome: Any, workspace: Path) -> None:
    if isinstance(outcome, str):
        schema = FORGE_TOOL_REGISTRY["local_shell"].definition().input_schema
        assert schema["properties"]["timeout"]["default"] == 30
        return
    answer = called("local_shell", workspace, command=command, timeout=0)

    assert {key: answer.get(key) for key in outcome} == {
        key: str(workspace) if value == "<W>" else value for key, value in outcome.items()
    }


def test_the_shell_sees_no_keys_and_no_files_outside(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-user")
    answer = called("local_shell", workspace, command=f"env; cat {workspace.parent}/wevil/secret")

    assert "sk-of-the-user" not in str(answer)
    if answer["confined"]:
        assert "secret" not in answer["stdout"]


def test_a_shell_that_takes_too_long_is_ended_and_what_it_wrote_is_kept(workspace: Path) -> None:
    answer = called("local_shell", workspace, command="echo begun; sleep 60 & sleep 60", timeout=1)

    assert (answer["error"], answer["stdout"], answer["exit_code"]) == ("timeout", "begun", None)


@pytest.mark.parametrize(("arguments", "outcome"), outcomes(LOCAL_FILE_BROWSER=LOCAL_FILE_BROWSER))
def test_local_file_browser(arguments: dict[str, str], outcome: Any, workspace: Path) -> None:
    answer = called("local_file_browser", workspace, **arguments)

    if "error" in answer:
        assert answer["error"] == outcome
        return
    content = answer["content"]
    assert (content if content is not None else [entry["name"] for entry in answer["entries"]]) == (
        "x" * 102_399 if arguments["path"] == "large.txt" else outcome
    )
    assert answer["truncated"] is (arguments["path"] == "large.txt")


def test_a_binary_file_is_not_shown(workspace: Path) -> None:
    (workspace / "b").write_bytes(b"a\0b")
    (workspace / "c").write_bytes(b"\xff\xfe")

    assert [called("local_file_browser", workspace, path=name)["error"] for name in "bc"] == ["binary_file"] * 2


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import os\nprint('hi')\nsum(range(10))", {"value": "45", "raised": None, "stdout": "hi\n", "exit_code": 0}),
        ("x = 1\nx / 0", {"value": None, "raised": "ZeroDivisionError: division by zero (line 2)"}),
        ("raise SystemExit(3)", {"raised": "SystemExit: 3", "exit_code": 0}),
        ("import os; os._exit(7)", {"value": None, "raised": None, "exit_code": 7}),
        ("import helper; helper.__file__", {"value": "'helper.py'"}),
        ("import os, sys; os.symlink('/etc/passwd', sys.argv[1]); os._exit(0)", {"value": None, "raised": None}),
        ("import sys; open(sys.argv[1], 'w').write('[1]'); import os; os._exit(0)", {"value": None}),
        ("class E(Exception):\n  def __str__(self): 1/0\nraise E", {"value": None}),
    ],
)
def test_debug_console(code: str, told: dict[str, Any], workspace: Path) -> None:
    (workspace / "helper.py").write_text("")

    answer = called("debug_console", workspace, code=code)

    assert {key: answer[key] for key in told} == told
    assert set(answer) == {"value", "raised", "stdout", "stderr", "exit_code", "truncated", "confined"}


TESTS = """
import pytest

def test_good(): pass

def test_bad(tmp_path): assert 1 == 2

@pytest.mark.skip
def test_later(): pass

@pytest.fixture
def broken(): raise OSError

def test_broken(broken): pass
"""


def test_test_runner_tells_counts_and_failures(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    (workspace / "test_it.py").write_text(TESTS)
    # One above: pytest looks for its settings there as well.
    (workspace.parent / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")

    answer = called("test_runner", workspace)

    counts = ("passed", "failed", "errors", "skipped", "xfailed", "xpassed", "exit_code")
    assert [answer[key] for key in counts] == [1, 1, 1, 1, 0, 0, 1]
    assert [failure["test"] for failure in answer["failures"]] == ["test_it.py::test_bad", "test_it.py::test_broken"]
    assert "assert 1 == 2" in answer["failures"][0]["message"]
    assert str(workspace) not in str(answer)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"paths": ["../x"]}, "PathTraversalError"),
        ({"paths": ["none.py"]}, "not_found"),
        ({"paths": ["large.txt"]}, "UnsupportedFileTypeError"),
        ({"keyword": "((("}, "bad_argument"),
    ],
)
def test_what_pytest_cannot_run_is_refused(
    arguments: Any, error: str, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    # The tool passes it on: an option of this run, such as --junitxml, is none of that one.
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    (workspace / "test_it.py").write_text("def test_good(): pass")

    assert called("test_runner", workspace, **arguments)["error"] == error
