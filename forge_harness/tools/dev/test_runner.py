"""`test_runner`: tests of the workspace with pytest, in a program of its own. Source: seed 002, "Development tools".

The name is the seed's; it is a tool, and not a module of tests.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pydantic import Field

from ...errors import ToolError
from ...programs import pytest_child
from ...programs.python_child import run_python_child
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ...workspace.refusals import shown
from ...workspace.workspace import Workspace
from ..program_answer import MARGIN_S, MAX_OUTPUT_BYTES, program_answer, relative_text
from ..tool_arguments import ToolArguments

__all__ = ["test_runner"]

_MAX_TIMEOUT_S = 120
_MAX_PATHS = 100
_MAX_FILE_BYTES = 10 * 1024 * 1024
_COUNTS = ("passed", "failed", "errors", "skipped", "xfailed", "xpassed")
_USAGE_ERROR = 4
#: With these, an operator chooses pytest's plugins and options.
_PASSED_ON = ("PYTEST_ADDOPTS", "PYTEST_DISABLE_PLUGIN_AUTOLOAD", "PYTEST_PLUGINS")
_MAX_FAILURES = 50
#: Where pytest's settings are, and what tells that they are there.
_SETTINGS = (
    *(("pytest.toml", ""), (".pytest.toml", ""), ("pytest.ini", ""), (".pytest.ini", "")),
    *(("pyproject.toml", "[tool.pytest"), ("tox.ini", "[pytest]"), ("setup.cfg", "[tool:pytest]")),
)


class TestRunnerArguments(ToolArguments):
    """Which tests, and their time."""

    __test__ = False  # pytest would collect it by its name

    paths: list[str] = Field(
        default_factory=lambda: ["."],
        description="Python files, folders, or tests as 'file.py::test_name', in the workspace. Default: all of it.",
        max_length=_MAX_PATHS,
        examples=[["tests"]],
    )
    keyword: str = Field(
        default="",
        description="Only tests whose names match this expression of pytest's -k, for example 'login and not slow'.",
        max_length=1_000,
    )
    timeout: int = Field(
        default=_MAX_TIMEOUT_S,
        description=f"Seconds, up to {_MAX_TIMEOUT_S} (default {_MAX_TIMEOUT_S}). Less than 1 means the default.",
        strict=True,
    )


@forge_tool(
    args_schema=TestRunnerArguments,
    workspace_root_aware=True,
    tier=ToolTier.EXECUTE,
    category=ToolCategory.DEV,
    timeout_s=_MAX_TIMEOUT_S + MARGIN_S,
    register=False,
)
def test_runner(arguments: TestRunnerArguments, *, workspace_root: Path) -> dict[str, Any]:
    """Run tests of the workspace with pytest, without a network; returns the counts, and up to 50 failures.

    `exit_code` is pytest's: 0 if all passed, 1 if some failed, 5 if there are no tests.
    """
    workspace = workspace_root.resolve()
    timeout = min(arguments.timeout, _MAX_TIMEOUT_S) if arguments.timeout > 0 else _MAX_TIMEOUT_S
    with Workspace(workspace_root) as files:
        selected = _selected(files, arguments.paths)
        options = ["-q", "--no-header", "-p", "no:cacheprovider", "-c", _settings(files)]
    options += ["--rootdir", str(workspace), "--confcutdir", str(workspace)]
    if arguments.keyword.strip():
        options.append(f"-k{arguments.keyword}")
    done, told = run_python_child(
        Path(pytest_child.__file__),
        *options,
        "--",
        *selected,
        workspace=workspace,
        passthrough=_PASSED_ON,
        timeout_s=timeout,
        max_output_bytes=MAX_OUTPUT_BYTES,
    )
    if done.exit_code == _USAGE_ERROR and not told.get("failures"):
        raise ToolError("pytest does not take these paths or this keyword. Correct them.", code="bad_argument")
    return program_answer(
        done,
        timeout_s=timeout,
        texts={"stdout": relative_text(done.stdout, workspace), "stderr": relative_text(done.stderr, workspace)},
        **{name: value if isinstance(value := told.get(name), int) else 0 for name in _COUNTS},
        failures=_failures(told.get("failures"), workspace),
    )


def _selected(workspace: Workspace, paths: list[str]) -> list[str]:
    """Return the paths as pytest takes them, each in the workspace."""
    selected = []
    for given in paths or ["."]:
        path, mark, test = given.partition("::")
        relative = workspace.relative(path)
        if not workspace.exists(relative):
            raise ToolError(f"There is no {shown(path)} in the workspace. List it first.", code="not_found")
        if workspace.is_file(relative):
            # Of any other file named to it, pytest takes the whole text for a test.
            workspace.open_read(relative, suffixes=(".py",), max_bytes=_MAX_FILE_BYTES).close()
        selected.append(f"{relative}{mark}{test}")
    return selected


def _settings(workspace: Workspace) -> str:
    """Return the file with the workspace's settings of pytest, which else looks for one in the folders above."""
    for name, section in _SETTINGS:
        if workspace.is_file(name) and section in workspace.read_text(name, errors="replace"):
            return name
    return os.devnull


def _failures(told: Any, workspace: Path) -> list[dict[str, str]]:
    """Return the failures that the child tells of. The tests may have written its file themselves."""
    given = told if isinstance(told, list) else []
    return [
        {key: relative_text(str(failure.get(key, "")), workspace) for key in ("test", "message")}
        for failure in given[:_MAX_FAILURES]
        if isinstance(failure, dict)
    ]
