"""Scripts as tools: what they get, what comes back, and what they cannot reach."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from forge_harness import FluidError, RegistrationError, ToolDefinition, ToolTier, dispatch_forge_tool
from forge_harness.programs.landlock import landlock_abi
from forge_harness.programs.script_runtime import script_runtime
from forge_harness.tools.custom.script_tool import ScriptTool

from .deviations import outcomes

needs_landlock = pytest.mark.skipif(landlock_abi() < 1, reason="this kernel has no Landlock")

SEED = '''"""
Tool: my_custom_tool
Description: Does something useful.
Input:
  query (str): The search query.
  limit (int): Maximum results.
Output:
  results (list): The search results.
"""
import json
import sys

def execute(args: dict) -> str:
    query = args.get("query", "")
    return json.dumps({"results": [f"Result for: {query}"]})

if __name__ == "__main__":
    input_data = json.loads(sys.stdin.read())
    print(execute(input_data))
'''
SCHEMA = {
    "type": "object",
    "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "default": 5}},
    "required": ["query"],
}

Call = Callable[..., Any]


@pytest.fixture
def call(tmp_path: Path) -> Call:
    """Call a script of this text, in a workspace beside its project."""

    def call_script(text: str, *, tier: ToolTier = ToolTier.EXECUTE, root: Path | None = tmp_path / "work", **options):
        (tmp_path / "work").mkdir(exist_ok=True)
        script = tmp_path / "project/tools/tool_it.py"
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text(text)
        tool = ScriptTool(
            ToolDefinition("my_custom_tool", "Does something useful.", SCHEMA, tier=tier),
            language="python",
            project=tmp_path / "project",
            entrypoint="tools/tool_it.py",
            **options,
        )
        return dispatch_forge_tool(tool, {"query": "x"}, workspace_root=root).llm_payload()

    return call_script


@pytest.mark.requirement("custom:seed-file-runs-as-printed")
@pytest.mark.parametrize("has_root", [True, False])
def test_the_file_of_the_seed_answers_as_printed(has_root: bool, call: Call, tmp_path: Path) -> None:
    assert call(SEED, **({} if has_root else {"root": None})) == {"results": ["Result for: x"]}
    assert sorted(os.listdir(tmp_path / "project/tools")) == ["tool_it.py"]


CUSTOM_IO = [
    ("arguments", "JSON on stdin"),
    ("result", "stdout text"),
    ("non-zero exit", "ERR carrying stderr"),
    ("time limit", "30 s"),
]


@pytest.mark.parametrize(("what", "outcome"), outcomes(CUSTOM_IO=CUSTOM_IO))
def test_input_and_output(what: str, outcome: str, call: Call, caplog: pytest.LogCaptureFixture) -> None:
    if what == "arguments":
        assert outcome == "JSON on stdin"
        # Defaults of the schema included.
        assert call("import sys; print(sys.stdin.read())") == {"limit": 5, "query": "x"}
    elif what == "result":
        assert outcome == "stdout text"
        assert call("print('grüße')") == "grüße\n"
        assert call("print('[1, 2]')") == [1, 2]
    elif what == "non-zero exit":
        answer = call("import os, sys; sys.exit(f'key in {os.getcwd()}')")
        assert answer["error"] == outcome
        assert "key" not in answer["message"]
        assert os.sep not in answer["message"]
        assert "key in" in caplog.text
        assert len(caplog.records) == 1
        assert call("""print('{"error": "no_hit", "message": "Nothing."}'); exit(1)""")["error"] == "no_hit"
    else:
        started = time.monotonic()
        assert call("while True: pass", timeout_s=0.5)["error"] == "ToolTimeoutError"
        assert time.monotonic() - started < 3


CUSTOM_WANT = [
    ("environment of the tool process", "isolated"),
    ("working directory", "<W>"),
    ("unbounded stdout", "output_too_long"),
]


@pytest.mark.parametrize(("what", "outcome"), CUSTOM_WANT)
def test_a_script_is_isolated(
    what: str, outcome: str, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "planted")
    monkeypatch.setenv("GIVEN", "value")
    answer = {
        "isolated": lambda: call(
            "import json, os; print(json.dumps(dict(os.environ)))", passthrough=["GIVEN", "MISSING"]
        ),
        "<W>": lambda: call("import os; print(os.getcwd(), end='')"),
        "output_too_long": lambda: call("while True: print('x' * 100_000)"),
    }[outcome]()

    if what == "environment of the tool process":
        assert set(answer) <= {"PATH", "HOME", "LANG", "GIVEN", "LC_CTYPE"}
        assert answer["HOME"] == str(tmp_path / "work")
    elif what == "working directory":
        assert answer == str(tmp_path / "work")
    else:
        assert answer["error"] == outcome
        assert str(answer["message"]).count(". ") == 1


REACHES = """
import json
import beside
answers = []
for path in ("FOLDER/.ssh/id", "FOLDER/project/.env", "FOLDER/secret", "/etc/passwd"):
    try:
        answers.append(open(path).read())
    except OSError as error:
        answers.append(type(error).__name__)
try:
    open("new", "w").close()
    answers.append("written")
except OSError as error:
    answers.append(type(error).__name__)
print(json.dumps(answers))
"""


@needs_landlock
@pytest.mark.parametrize(("tier", "last"), [("execute", "written"), ("read", "PermissionError")])
def test_a_script_reaches_its_workspace_and_its_folder_alone(tier: str, last: str, call: Call, tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / "tools").mkdir(parents=True)
    for name in ("secret", "project/.env", "project/tools/beside.py"):
        (tmp_path / name).write_text("x = 1")
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh/id").write_text("key")

    answer = call(REACHES.replace("FOLDER", str(tmp_path)), tier=ToolTier(tier))

    assert answer == ["PermissionError"] * 4 + [last]


ENTRYPOINTS = [  # (entrypoint, what exists, outcome)
    ("tools/tool_foo.py", "regular file", "ok"),
    ("../../etc/passwd", None, "ERR"),
    ("/tmp/evil.py", None, "ERR"),
    ("tools", "a directory", "ERR"),
    ("", None, "ERR"),
    ("tools/missing.py", None, "ERR"),
    ("tools/link.py", "symlink to outside", "ERR"),
    ("tools/a..b.py", "regular file", "ok"),
]


@pytest.mark.parametrize(("entrypoint", "what", "outcome"), ENTRYPOINTS)
def test_an_entry_point_is_a_file_of_the_project(
    entrypoint: str, what: str | None, outcome: str, tmp_path: Path
) -> None:
    (tmp_path / "project/tools").mkdir(parents=True)
    if what == "regular file":
        (tmp_path / "project" / entrypoint).write_text("print(1)")
    elif what == "symlink to outside":
        (tmp_path / "outside.py").write_text("print(1)")
        (tmp_path / "project" / entrypoint).symlink_to(tmp_path / "outside.py")

    try:
        ScriptTool(
            ToolDefinition("it", "It.", SCHEMA), language="python", project=tmp_path / "project", entrypoint=entrypoint
        )
        found, told = "ok", ""
    except FluidError as error:
        found, told = "ERR", str(error)

    assert found == outcome
    assert str(tmp_path) not in told


CUSTOM_RUNTIME = [
    ("python", ["python3", "<entrypoint>"]),
    ("javascript", ["node", "<entrypoint>"]),
    ("typescript", ["npx", "--no-install", "ts-node", "<entrypoint>"]),
]


def stand_in_for_node(folder: Path, version: str) -> None:
    folder.mkdir()
    (folder / "node").write_text(f'#!/bin/sh\nprintf "%s\\n%s\\n" "$0" {version}\n')
    (folder / "node").chmod(0o755)


@pytest.mark.parametrize(("language", "outcome"), outcomes(CUSTOM_RUNTIME=CUSTOM_RUNTIME))
def test_a_language_has_its_program(
    language: Any, outcome: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in_for_node(tmp_path / "bin", "20.1.0")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    add_package(tmp_path, "ts-node", '{"bin": {"ts-node": "program.js"}}')
    add_package(tmp_path, "tsx", '{"bin": "./program.js"}')

    command = script_runtime(language, tmp_path).command

    names = [Path(word).parent.name if word.endswith(".js") else Path(word).name for word in command]
    assert ["python" if name == Path(sys.executable).name else name for name in names] == outcome[:-1]


def add_package(project: Path, name: str, description: str) -> None:
    package = project / "node_modules" / name
    package.mkdir(parents=True)
    (package / "package.json").write_text(description)
    (package / "program.js").write_text("")


@pytest.mark.parametrize(
    ("version", "packages", "words"),
    [
        ("22.17.9", ["ts-node"], ["node", "program.js", "--transpile-only"]),
        ("22.18.0", [], ["node"]),
        ("23.5.0", [], None),
        ("20.1.0", [], None),
        (None, ["tsx"], None),
    ],
)
def test_typescript_needs_a_program_that_is_there(
    version: str | None, packages: list[str], words: list[str] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if version is not None:
        stand_in_for_node(tmp_path / "bin", version)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.path.dirname(shutil.which('sh') or '')}" if version else "/nowhere")
    for package in packages:
        add_package(tmp_path, package, f'{{"bin": {{"{package}": "program.js"}}}}')

    if words is None:
        with pytest.raises(RegistrationError, match="Install"):
            script_runtime("typescript", tmp_path)
    else:
        assert [Path(word).name for word in script_runtime("typescript", tmp_path).command] == words


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_a_script_in_javascript_answers(tmp_path: Path) -> None:
    (tmp_path / "it.js").write_text(
        "const given = JSON.parse(require('fs').readFileSync(0));"
        "require('fs').mkdtempSync(require('os').tmpdir() + '/a');"
        "console.log(JSON.stringify({query: given.query, folder: process.cwd()}))"
    )
    tool = ScriptTool(ToolDefinition("it", "It.", SCHEMA), language="javascript", project=tmp_path, entrypoint="it.js")

    answer = dispatch_forge_tool(tool, {"query": "é"}, workspace_root=tmp_path).llm_payload()

    assert answer == {"query": "é", "folder": str(tmp_path)}
