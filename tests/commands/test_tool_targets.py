"""The targets of `forge run --tools` and `forge serve`."""

from __future__ import annotations

import pytest

from forge_harness import CommandError, ToolRegistry, register_copilot_tools
from forge_harness.cli.tool_targets import load_tools

SCRIPT = '"""\nTool: shout\nDescription: Write a text in capitals.\nInput:\n  text (str): The text.\n"""\n'


@pytest.fixture
def project(tmp_path, monkeypatch):
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "tool_shout.py").write_text(SCRIPT)
    (folder / "tool_silent.py").write_text("print()\n")
    monkeypatch.chdir(tmp_path)


def test_a_folder_of_scripts_is_a_target_and_what_is_left_out_is_told(project):
    notes: list[str] = []

    assert list(load_tools(["tools"], note=notes.append)) == ["shout"]
    assert "tool_silent.py" in "".join(notes)


def test_our_own_tools_are_a_target_as_a_whole_or_one_by_name(project):
    assert list(load_tools(["forge:builtins:uuid_generate", "tools/tool_shout.py"], note=print)) == [
        "uuid_generate",
        "shout",
    ]
    assert {"uuid_generate", "file_read"} <= load_tools(["forge:builtins"], note=print).keys()


def test_the_copilots_tools_are_a_target_as_a_whole_or_one_by_name(project):
    assert list(load_tools(["forge:copilot"], note=print)) == register_copilot_tools(ToolRegistry())
    assert list(load_tools(["forge:copilot:list_templates"], note=print)) == ["list_templates"]
    assert "list_templates" not in load_tools(["forge:builtins"], note=print)


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("forge:builtins:uuid_generat", "Close to it: uuid_generate"),
        ("forge:copilot:list_template", "Close to it: list_templates"),
        ("forge:copilot:uuid_generate", "^'forge:copilot' does not have a tool 'uuid_generate'"),
        ("forge:copilot:", "does not name a tool"),
        ("forge:copilots", "Write 'forge:copilot' or 'forge:copilot:NAME'"),
        ("forge:dev", "'forge run --dev'"),
        ("forge:dev:local_shell", "'forge run --dev'"),
        ("forge:tools", "does not name a tool"),
        ("forge:builtins:", "does not name a tool"),
        ("empty", "does not contain a script tool"),
    ],
)
def test_a_target_without_a_tool_is_refused_in_two_sentences(target, said, project, tmp_path):
    (tmp_path / "empty").mkdir()

    with pytest.raises(CommandError, match=said) as refused:
        load_tools([target], note=print)

    assert str(refused.value).count(". ") == 1


def test_a_tool_of_ours_that_cannot_be_made_is_told_in_two_sentences(project, tmp_path, monkeypatch):
    (tmp_path / "forge.yaml").write_text(
        "tools: [{name: cli_execute, config: {allowed_binaries: [echo], confine_with: bwrap}}]"
    )
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(CommandError, match=r"^confine_with is 'bwrap', and bubblewrap was not found\. Install it, or"):
        load_tools(["forge:builtins"], note=print)
