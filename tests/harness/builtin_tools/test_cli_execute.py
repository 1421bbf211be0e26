"""cli_execute: programs of an allow list, and the rows that were recorded of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from forge_harness import CliSettings, dispatch_forge_tool
from forge_harness.kinds.typed_tool import ForgeTool
from forge_harness.tools.builtin.cli_execute import cli_execute


def answer(tool: ForgeTool, folder: Path, binary: str, *arguments: str, stdin: str = "") -> Any:
    """Return what the model reads of a call."""
    given = {"binary": binary, "args": list(arguments), "stdin": stdin}
    return dispatch_forge_tool(tool, given, workspace_root=folder).llm_payload()


def test_an_allowed_program_runs(tmp_path: Path) -> None:
    tool = cli_execute(CliSettings(allowed_binaries=["echo"]))

    answered = answer(tool, tmp_path, "echo", "hello")

    assert answered.pop("confined") in {True, False}
    assert answered == {"stdout": "hello\n", "stderr": "", "exit_code": 0, "truncated": False}


@pytest.mark.parametrize("name", ["bash", "sh", "zsh", "dash", "ksh", "csh", "tcsh", "fish"])
def test_a_shell_is_refused_though_it_is_allowed(name: str, tmp_path: Path) -> None:
    tool = cli_execute(CliSettings(allowed_binaries=[name, "echo"]))

    assert answer(tool, tmp_path, name, "-c", "id")["error"] == "shell"
    assert tool.definition().input_schema["properties"]["binary"]["enum"] == ["echo"]
