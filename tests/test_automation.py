"""The action for GitHub and the hooks for pre-commit have the form that their documentation requires, and they run."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from forge_harness.cli.main import main

ROOT = Path(__file__).parent.parent
PLACE = ".github/actions/check"
ACTION: dict[str, Any] = yaml.safe_load((ROOT / PLACE / "action.yml").read_text())
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
BLOCKS = [yaml.safe_load(one) for one in re.findall(r"```yaml\n(.*?)```", (ROOT / "docs/ci.md").read_text(), re.DOTALL)]


def test_the_action_has_what_a_composite_action_needs() -> None:
    steps = ACTION["runs"]["steps"]

    assert (
        {"name", "description", "runs"} <= set(ACTION) <= {"name", "author", "description", "inputs", "outputs", "runs"}
    )
    assert ACTION["runs"]["using"] == "composite"
    assert all({"run", "shell"} <= set(step) for step in steps)
    assert all(set(one) == {"description", "required", "default"} for one in ACTION["inputs"].values())
    assert all(isinstance(one["default"], str) for one in ACTION["inputs"].values())
    assert all({"description", "value"} == set(one) for one in ACTION["outputs"].values())


def test_every_input_is_used_and_none_becomes_part_of_a_script() -> None:
    text = (ROOT / PLACE / "action.yml").read_text()

    assert set(re.findall(r"\$\{\{ inputs\.([\w-]+) \}\}", text)) == set(ACTION["inputs"])
    assert not any("${{" in step["run"] for step in ACTION["runs"]["steps"])
    ids = {step.get("id") for step in ACTION["runs"]["steps"]}
    assert set(re.findall(r"steps\.(\w+)\.outputs", text)) <= ids


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, ["check"]),
        (
            {"target": "a.py\nmcp:python x y.py\n", "level": "must"},
            ["check", "a.py", "mcp:python x y.py", "--level", "must"],
        ),
        ({"sarif": "f.sarif", "budget": "$(exit 9)"}, ["check", "--budget", "$(exit 9)", "--report", "sarif:f.sarif"]),
        ({"options": "--env\nA=b c", "baseline": "b.json"}, ["check", "--baseline", "b.json", "--env", "A=b c"]),
    ],
)
def test_the_action_runs_the_check_and_passes_its_exit_code_on(tmp_path, given, words) -> None:
    (tmp_path / "forge").write_text('#!/bin/sh\nprintf "%s\\n" "$@" > words\nexit 1\n')
    (tmp_path / "forge").chmod(0o755)
    step = ACTION["runs"]["steps"][1]
    values = {name: one["default"] for name, one in ACTION["inputs"].items()} | given
    environment = {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: values[found[1]], text)
        for name, text in step["env"].items()
    }
    environment |= {"PATH": f"{tmp_path}:{os.environ['PATH']}", "GITHUB_OUTPUT": str(tmp_path / "output")}

    # As GitHub runs `shell: bash`.
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=tmp_path,
        env=environment,
        check=False,
    )

    assert done.returncode == 1
    assert (tmp_path / "words").read_text().splitlines() == words
    assert (tmp_path / "output").read_text() == "exit-code=1\n"


def test_the_action_installs_the_package_of_its_own_commit() -> None:
    place = (
        ACTION["runs"]["steps"][0]["run"]
        .partition('"')[2]
        .rstrip('"')
        .replace("$GITHUB_ACTION_PATH", str(ROOT / PLACE))
    )

    assert (Path(place).resolve() / "pyproject.toml").is_file()


def test_the_readme_uses_the_action_and_the_hooks_that_there_are() -> None:
    steps = next(block["jobs"]["check"]["steps"] for block in BLOCKS if "jobs" in block)
    (used,) = (step for step in steps if f"/{PLACE}@" in step.get("uses", ""))
    (repository,) = next(block["repos"] for block in BLOCKS if "repos" in block)

    assert set(used["with"]) <= set(ACTION["inputs"])
    assert {hook["id"] for hook in repository["hooks"]} <= {hook["id"] for hook in HOOKS}
    assert repository["rev"]


def test_the_hooks_have_what_pre_commit_needs() -> None:
    for hook in HOOKS:
        assert {"id", "name", "entry", "language"} <= set(hook)
        assert set(hook) <= {*("id", "name", "entry", "language", "description", "files", "types_or", "pass_filenames")}
        assert hook["language"] in ("python", "system")
        re.compile(hook.get("files", ""))


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_each_hook_is_a_command_that_runs(hook, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tools.json").write_text(
        '[{"name": "ping", "description": "Ping.", "input_schema": {"type": "object"}}]'
    )
    (tmp_path / "pyproject.toml").write_text('[tool.forge]\ntargets = ["definitions:tools.json"]\nstore = "off"\n')
    (tmp_path / "cassettes").mkdir()
    (tmp_path / "cassettes" / "one.yaml").write_text("version: 1\ninteractions: []\n")
    program, *words = shlex.split(hook["entry"])

    code = main(words)

    assert program == "forge"
    assert code in (0, 1), capsys.readouterr().err
