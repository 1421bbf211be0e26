"""The scripts of a project as registered tools, good and bad ones side by side."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from forge_harness import FORGE_TOOL_REGISTRY, ToolRegistry, dispatch_tool_call, load_script_tools

from ..builtin_tools.deviations import outcomes
from .conftest import MakeFolder

#: As seed 002 prints it.
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
ECHO = "import json, sys\nprint(json.dumps({'got': json.loads(sys.stdin.read())}))\n"
#: Two sentences, and nothing else.
TWO_SENTENCES = re.compile(r"[^\n]+[A-Za-z0-9)'}]\. [A-Z][^\n]+\.")


def declared(name: str, code: str, lines: str = "") -> str:
    return f'"""\nTool: {name}\nDescription: Probes.\n{lines}"""\n{code}'


#: What is named as a script, in a project whose folder `tools` holds some, and whether it is one.
CUSTOM_ENTRYPOINT = [
    ("tools/tool_foo.py", "ok"),
    ("../../etc/passwd", "ERR"),
    ("/tmp/evil.py", "ERR"),
    ("tools", "ERR"),
    ("", "ERR"),
    ("tools/missing.py", "ERR"),
    ("tools/link.py", "ERR"),
    ("tools/a..b.py", "ok"),
]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.mark.requirement("custom:seed-file-runs-as-printed")
def test_the_file_of_the_seed_is_a_tool_with_typed_arguments(tools: MakeFolder, workspace: Path) -> None:
    with FORGE_TOOL_REGISTRY.restored():
        [tool], left_out = load_script_tools(tools({"tool_mine.py": SEED}).parent)
        answer = dispatch_tool_call("my_custom_tool", {"query": "x", "limit": 1}, workspace_root=workspace)
        short = dispatch_tool_call("my_custom_tool", {"query": "x"}, workspace_root=workspace)
        refused = dispatch_tool_call("my_custom_tool", {"query": "x", "limit": "1"}, workspace_root=workspace)

    assert (tool.name, tool.definition().category, left_out) == ("my_custom_tool", "custom", [])
    assert answer == short == {"results": ["Result for: x"]}
    assert refused["error"] == "ToolValidationError"


def test_defaults_reach_the_script_and_a_wrong_result_is_refused(tools: MakeFolder, workspace: Path) -> None:
    fields = "Input:\n  a (int = 5): A.\n  b (list[str], optional): B.\nOutput:\n  {} ({}): It.\n"
    folder = tools(
        {
            "good.py": declared("good", ECHO, fields.format("got", "dict")),
            "missing.py": declared("missing", ECHO, fields.format("rows", "list")),
            "wrong.py": declared("wrong", ECHO, fields.format("got", "list[int]")),
            "text.py": declared("text", "print('no JSON')", fields.format("got", "dict")),
        }
    )

    with FORGE_TOOL_REGISTRY.restored():
        load_script_tools(folder)
        answers = {
            name: dispatch_tool_call(name, {}, workspace_root=workspace)
            for name in ("good", "missing", "wrong", "text")
        }

    assert answers.pop("good") == {"got": {"a": 5}}
    assert {name: answer["error"] for name, answer in answers.items()} == dict.fromkeys(answers, "invalid_output")
    assert "'rows' is missing" in answers["missing"]["message"]
    assert "'got' is of another type" in answers["wrong"]["message"]
    assert "not a JSON object" in answers["text"]["message"]


def test_a_second_loading_replaces_the_first_and_keeps_foreign_tools(tools: MakeFolder) -> None:
    folder = tools({"a.py": declared("a", ECHO), "b.py": declared("b", ECHO)})
    other = folder.parent / "other"
    other.mkdir()
    (other / "b.py").write_text(declared("b", ECHO))
    registry = ToolRegistry()

    load_script_tools(folder, registry=registry)
    again = load_script_tools(folder, registry=registry)
    clashing = load_script_tools(other, registry=registry)

    assert ([tool.name for tool in again.tools], again.left_out) == (["a", "b"], [])
    assert [file.reason for file in clashing.left_out] == [
        "'b.py' declares a tool named 'b', already registered by 'tools/b.py'. Rename one of them."
    ]


#: Files that cannot be tools.
LEFT_OUT: dict[str, str | bytes] = {
    "syntax.py": '"""Tool: syntax"""\ndef (',
    "null.py": '"""Tool: null"""\n\0',
    "undeclared.py": "import os\n",
    "empty.py": "",
    "prose.py": '"""Helpers of the other tools."""\n',
    "clash.py": declared("file_create", ""),
    "coming.py": declared("cli_execute", ""),
    "twice.py": declared("good_1", ""),
    "badname.py": declared("bad name!", ""),
    "server.py": declared("github__search", ""),
    "type.py": declared("typo", "", "Input:\n  a (sting): A.\n"),
    "line.py": declared("line", "", "Input:\n  what this takes\n"),
    "latin.py": '"""Tool: grün"""'.encode("latin-1"),
    "long.py": declared("long", "#" * (1 << 20)),
    "comment.js": "/* Tool: comment\n",
}
#: Scripts that are tools, and fail when they are called, with the code of the failure.
FAILING = {
    "leaves": ("import sys\nsys.exit(3)", "script_failed"),
    "raises": ("raise ValueError('/root/secret')", "script_failed"),
    "prints": ("import sys\nfor _ in range(3_000): sys.stdout.write('x' * 1_000_000)", "output_too_long"),
    "loops": ("while True: pass", "ToolTimeoutError"),
    "reads_keys": (
        "import pwd, os\nprint(open(pwd.getpwuid(os.getuid()).pw_dir + '/.ssh/id_rsa').read())",
        "script_failed",
    ),
}


def test_twenty_bad_files_are_told_in_two_sentences_and_the_good_ones_are_kept(
    tools: MakeFolder, workspace: Path, tmp_path: Path
) -> None:
    marker = tmp_path / "imported"
    mark = f"open({str(marker)!r}, 'w')\n"
    if_imported = f"if __name__ != '__main__': {mark}"
    good = {f"good_{number}.py": declared(f"good_{number}", if_imported + ECHO) for number in range(1, 6)}
    failing = {f"{name}.py": declared(name, if_imported + code) for name, (code, _) in FAILING.items()}
    left_out = {place: text if isinstance(text, bytes) else f"{text}\n{mark}" for place, text in LEFT_OUT.items()}
    folder = tools({**good, **failing, **left_out})

    with FORGE_TOOL_REGISTRY.restored():
        found = load_script_tools(folder, timeout_s=1.0)
        answers = {tool.name: dispatch_tool_call(tool.name, {}, workspace_root=workspace) for tool in found.tools}

    assert not marker.exists()
    assert len(LEFT_OUT) + len(FAILING) == 20
    assert sorted(file.place for file in found.left_out) == sorted(f"tools/{name}" for name in LEFT_OUT)
    assert [file.reason for file in found.left_out if not TWO_SENTENCES.fullmatch(file.reason)] == []
    assert {name: answers.pop(f"good_{name}") for name in range(1, 6)} == {key: {"got": {}} for key in range(1, 6)}
    assert {name: answer["error"] for name, answer in answers.items()} == {
        name: code for name, (_, code) in FAILING.items()
    }
    assert "secret" not in str(answers)


def test_a_script_sees_none_of_the_variables_of_its_host(
    tools: MakeFolder, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANTED_API_KEY", "sk-planted-0123456789abcdef")
    code = "import json, os\nprint(json.dumps({'names': sorted(os.environ)}))"
    folder = tools({"environment.py": declared("environment", code)})

    with FORGE_TOOL_REGISTRY.restored():
        load_script_tools(folder)
        answer: Any = dispatch_tool_call("environment", {}, workspace_root=workspace)

    assert {"HOME", "PATH"} <= set(answer["names"]) <= {"HOME", "LANG", "LC_CTYPE", "PATH"}


@pytest.mark.parametrize(("place", "outcome"), outcomes(CUSTOM_ENTRYPOINT=CUSTOM_ENTRYPOINT))
def test_only_a_script_of_the_project_is_a_tool(
    place: str, outcome: str, tools: MakeFolder, tmp_path: Path, workspace: Path
) -> None:
    (tmp_path / "outside.py").write_text(declared("outside", ECHO))
    folder = tools({"tool_foo.py": declared("foo", ECHO), "a..b.py": declared("dots", ECHO)})
    (folder / "link.py").symlink_to(tmp_path / "outside.py")

    try:
        found, left_out = load_script_tools(folder.parent / place if place else "", registry=ToolRegistry())
    except ValueError:
        found, left_out = [], []

    assert ("ok" if found else "ERR") == outcome
    assert "outside" not in [tool.name for tool in found]
    assert bool(left_out) is (place in ("tools", "tools/link.py"))


@pytest.mark.requirement("project:tools-and-their-config")
def test_the_config_of_a_script_in_the_project_file_is_used(
    tools: MakeFolder, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANTED", "yes")
    files = {
        "shows.py": declared("shows", "import os\nprint(os.environ['PLANTED'])"),
        "long.py": declared("long", "print('x' * 100)"),
        "../forge.yaml": (
            "tools:\n- name: shows\n  config: {env_passthrough: [PLANTED]}\n"
            "- name: long\n  config: {max_output_bytes: 40}\n"
        ),
    }
    folder = tools(files)

    with FORGE_TOOL_REGISTRY.restored():
        load_script_tools(folder)
        shown, long = (dispatch_tool_call(name, {}, workspace_root=workspace) for name in ("shows", "long"))
        (folder.parent / "forge.yaml").write_text("tools:\n- name: shows\n  config:\n    timeuot: 5\n")
        with pytest.raises(ValueError, match=r"'forge.yaml', line 4: 'timeuot' is not a known key. Write 'timeout'."):
            load_script_tools(folder)

    assert (shown, long["error"]) == ("yes\n", "output_too_long")
