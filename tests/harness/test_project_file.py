"""A project's forge.yaml, read strictly."""

from __future__ import annotations

from pathlib import Path

import pytest

from forge_harness import CliSettings, ToolSettings
from forge_harness.project.project_file import ProjectFileError, read_project_file

#: As seed 002 prints it.
SEED = """tools:
- name: cli_execute
  config:
    allowed_binaries: ["git", "curl", "jq", "python3"]
    env_passthrough: ["GITHUB_TOKEN"]
    timeout: 120
    max_output_bytes: 1048576
"""


@pytest.mark.requirement("project:tools-and-their-config")
def test_the_example_of_the_seed_is_read(tmp_path: Path) -> None:
    (tmp_path / "forge.yaml").write_text(SEED)

    project = read_project_file(tmp_path)

    assert [tool.name for tool in project.tools] == ["cli_execute"]
    assert project.config("cli_execute") == {
        "allowed_binaries": ["git", "curl", "jq", "python3"],
        "env_passthrough": ["GITHUB_TOKEN"],
        "timeout": 120,
        "max_output_bytes": 1_048_576,
    }
    assert project.tool_settings().cli == CliSettings(
        allowed_binaries=["git", "curl", "jq", "python3"],
        env_passthrough=["GITHUB_TOKEN"],
        timeout=120,
        max_output_bytes=1_048_576,
    )


@pytest.mark.requirement("project:tools-and-their-config")
def test_the_config_of_a_tool_reaches_its_settings(tmp_path: Path) -> None:
    (tmp_path / "forge.yaml").write_text("tools:\n  - name: file_create\n    config: {files_folder: out}\n")

    assert read_project_file(tmp_path).tool_settings().files_folder == "out"


@pytest.mark.parametrize("text", [None, "", "# nothing\n", "tools: []\n", "egress:\nskills: {}\nmemory: {}\n"])
def test_a_missing_or_empty_file_says_nothing(text: str | None, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "forge.yaml").write_text(text)

    project = read_project_file(tmp_path)

    assert (project.tools, project.egress, project.skills, project.memory) == ((), {}, {}, {})
    assert project.tool_settings() == ToolSettings()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tols:\n- a\n", "'forge.yaml', line 1: 'tols' is not a known key. Write 'tools'."),
        (
            "tools: []\n\nversion: 1\n",
            "line 3: 'version' is not a known key. Use one of agent, tools, egress, guardrails, skills, memory.",
        ),
        ("tools:\n- name: a\n  confg: {}\n", "line 3: 'confg' is not a known key. Write 'config'."),
        ("tools: []\ntools: []\n", "line 2: 'tools' stands there twice. Leave one of them out."),
        ("tools:\n- name: a\n  config:\n    x: 1\n    x: 2\n", "line 5: 'x' stands there twice."),
        ("egress:\n  a: {b: {c: 1, c: 2}}\n", "line 2: 'c' stands there twice."),
        ("tools:\n- name: a\n- name: a\n", "line 3: the tool 'a' stands there twice."),
        ("tools:\n- config: {}\n", "line 2: a tool has no name. Begin it with '- name:'."),
        ("tools: {name: a}\n", "line 1: 'tools' is not a list."),
        ("tools: [a]\n", "line 1: there is no 'name: value'. Write a mapping."),
        ("- a\n", "line 1: there is no 'name: value'. Write a mapping."),
        ("egress: 5\n", "line 1: 'egress' is not a mapping."),
        ("egress:\n  on: 1\n", "line 2: the key 'on' is not a text. Put it in quotes."),
        (
            "egress:\n  since: 2024-01-01\n",
            "line 2: '2024-01-01' is not a JSON value. Write a plain one, or put it in quotes.",
        ),
        ("egress:\n  a: .nan\n", "line 2: '.nan' is not a JSON value."),
        ("egress:\n  a: !!python/object/apply:os.system ['x']\n", "line 2: 'tag:yaml.org,2002:python/object"),
        ("egress: &a {b: 1}\nmemory: *a\n", "line 2: an alias is used. Write the value out."),
        ("egress: " + "[" * 5_000, "line 1: values are nested too deeply. Flatten them."),
        ("tools: [\n", "'forge.yaml' is not valid YAML in line 2. Correct it."),
        ("tools: []\n---\ntools: []\n", "'forge.yaml' is not valid YAML in line 2. Correct it."),
        (
            "tools:\n- name: file_create\n  config:\n    file_folder: x\n",
            "line 4: 'file_folder' is not a known key. Write 'files_folder'.",
        ),
        ("tools:\n- name: file_create\n  config: {files_folder: 5}\n", "line 3: 'files_folder' is not a text."),
    ],
)
def test_a_mistake_is_told_in_two_sentences_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "forge.yaml").write_text(text)

    with pytest.raises(ProjectFileError) as refused:
        read_project_file(tmp_path).tool_settings()

    said = str(refused.value)
    assert message in said
    assert (said.count(". "), said.endswith("."), str(tmp_path) in said) == (1, True, False)


def test_a_file_that_is_not_text_or_too_long_is_refused(tmp_path: Path) -> None:
    for data, says in ((b"tools: \xff", "is not UTF-8. Save"), (b"#" * 300_000, "is longer than 256 KiB. Check")):
        (tmp_path / "forge.yaml").write_bytes(data)

        with pytest.raises(ProjectFileError, match=says):
            read_project_file(tmp_path / "forge.yaml")
