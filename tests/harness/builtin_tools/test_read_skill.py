"""`read_skill` and the skills of a project: the recorded rows, confinement, and what skills switch on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from forge_harness import (
    ProjectFileError,
    RegistrationError,
    ToolRegistry,
    dispatch_tool_call,
    read_project_file,
)
from forge_harness.skills.skill import skill_from
from forge_harness.skills.skill_folder import SkillFolder
from forge_harness.tools.builtin.read_skill import read_skill
from forge_harness.tools.skill_tools import register_skill_tools

from .deviations import outcomes

TRIAGE = "---\nname: k8s-incident-triage\ndescription: Why is it\n  not healthy?\n---\n# Triage\n"
SAME = "---\nname: k8s-incident-triage\n---\n# Triage\n"

READ_SKILL = [
    ({"kube/SKILL.md": TRIAGE}, {"name": "k8s-incident-triage"}, "# Triage\n"),
    ({"kube/SKILL.md": TRIAGE}, {"name": "kube"}, "# Triage\n"),
    ({"k8s-incident-triage/SKILL.md": SAME}, {"name": "k8s_incident_triage"}, "# Triage\n"),
    ({"k8s-incident-triage/SKILL.md": SAME}, {"name": "K8S-Incident-Triage"}, "# Triage\n"),
    ({"kube/SKILL.md": TRIAGE}, {"name": "nonexistent"}, "skill_not_found"),
    ({}, {"name": "../etc/passwd"}, "bad_name"),
    ({}, {"name": "a/b"}, "bad_name"),
    ({}, {"name": "a\\b"}, "bad_name"),
    ({}, {"name": ".."}, "bad_name"),
    ({}, {"name": ""}, "ToolValidationError"),
    (
        {"owl/SKILL.md": "", "owl/reference/runbook.md": "# Runbook"},
        {"name": "owl", "file": "reference/runbook.md"},
        "# Runbook",
    ),
    ({"owl/SKILL.md": "", "secret.txt": "s"}, {"name": "owl", "file": "../secret.txt"}, "PathTraversalError"),
    ({"owl/SKILL.md": ""}, {"name": "owl", "file": "/etc/hostname"}, "PathTraversalError"),
]

READ_SKILL_FOOTER = [
    ("scripts/triage.py", ("scripts/triage.py", "python")),
    ("scripts/collect.sh", ("scripts/collect.sh", "shell")),
    ("scripts/render.js", ("scripts/render.js", "javascript")),
    ("reference/runbook.md", ("reference/runbook.md", "")),
    ("reference/slo.yaml", ("reference/slo.yaml", "")),
    ("SKILL.md", None),
]

SAFE_SKILL_JOIN = [
    ("scripts/x.sh", None, True),
    ("../escape", None, False),
    ("/abs/path", None, False),
    ("a/../../b", None, False),
    ("leak", "../../outside.txt", False),
    ("up/secret.txt", "../..", False),
    ("alias", "scripts/x.sh", True),
]


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / "skills" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def called(root: Path, arguments: dict[str, Any]) -> Any:
    from forge_harness import FORGE_TOOL_REGISTRY

    (root / "skills").mkdir(exist_ok=True)
    with FORGE_TOOL_REGISTRY.restored():
        FORGE_TOOL_REGISTRY["read_skill"] = read_skill(root / "skills")
        return dispatch_tool_call("read_skill", arguments)


@pytest.mark.requirement("read_skill:full-instructions")
@pytest.mark.parametrize(("files", "arguments", "outcome"), outcomes(READ_SKILL=READ_SKILL))
def test_a_skill_is_read(files: dict[str, str], arguments: dict[str, str], outcome: str, tmp_path: Path) -> None:
    write(tmp_path, files)

    answer = called(tmp_path, arguments)

    assert answer.get("text", answer.get("error")) == outcome
    if outcome == "skill_not_found":
        assert answer["message"] == "There is no skill 'nonexistent'. Use one of: k8s-incident-triage."


@pytest.mark.parametrize(("path", "outcome"), outcomes(READ_SKILL_FOOTER=READ_SKILL_FOOTER))
def test_the_files_of_a_skill_are_listed(path: str, outcome: tuple[str, str] | None, tmp_path: Path) -> None:
    write(tmp_path, {"kube/SKILL.md": TRIAGE, f"kube/{path}": TRIAGE})

    files = [tuple(file.values()) for file in called(tmp_path, {"name": "kube"})["files"]]

    assert files == ([] if outcome is None else [outcome])


@pytest.mark.parametrize(("path", "link", "outcome"), outcomes(SAFE_SKILL_JOIN=SAFE_SKILL_JOIN))
def test_a_file_is_read_in_the_folder_of_its_skill_alone(
    path: str, link: str | None, outcome: bool, tmp_path: Path
) -> None:
    write(tmp_path, {"owl/SKILL.md": "", "owl/scripts/x.sh": "x", "outside.txt": "s", "secret.txt": "s", "b": "s"})
    if link is not None:
        (tmp_path / "skills/owl" / path.partition("/")[0]).symlink_to(link)

    answer = called(tmp_path, {"name": "owl", "file": path})

    assert answer.get("error") == (None if outcome else "PathTraversalError")


def test_a_linked_skill_is_not_a_skill(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/SKILL.md").write_text("# Outside")
    (tmp_path / "w/skills/in").mkdir(parents=True)
    (tmp_path / "w/skills/out").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "w/skills/in/SKILL.md").symlink_to(tmp_path / "elsewhere/SKILL.md")

    assert [called(tmp_path / "w", {"name": name})["error"] for name in ("in", "out")] == ["skill_not_found"] * 2
    with SkillFolder(tmp_path / "w/skills") as skills, pytest.raises(RegistrationError, match="'in' cannot be read"):
        skills.skills()


def test_a_skill_may_be_one_file_and_is_listed_in_the_description(tmp_path: Path) -> None:
    write(tmp_path, {"plan.md": "# Plan", "README.md": "no", "my notes.md": "no", "kube/SKILL.md": TRIAGE})

    assert called(tmp_path, {"name": "plan"}) == {"name": "plan", "text": "# Plan", "files": [], "truncated": False}
    assert called(tmp_path, {"name": "plan", "file": "x"})["error"] == "PathNotFoundError"
    assert called(tmp_path, {"name": "PLAN"})["text"] == "# Plan"
    assert (
        read_skill(tmp_path / "skills")
        .definition()
        .description.endswith("\nSkills:\n- k8s-incident-triage: Why is it not healthy?\n- plan")
    )


def test_a_long_skill_stays_an_object(tmp_path: Path) -> None:
    write(tmp_path, {"long.md": "x" * 900_000, **{f"many/{number:03}.txt": "" for number in range(201)}})
    write(tmp_path, {"many/SKILL.md": ""})

    assert called(tmp_path, {"name": "long"})["truncated"] is True
    many = called(tmp_path, {"name": "many"})
    assert (len(many["files"]), many["truncated"]) == (200, True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("---\nname: x\n", "The skill 'kube' cannot be used. Its front matter does not end. Close it"),
        ("---\n- x\n---\n", "Its front matter is not a mapping. Write"),
        ("---\na: [\n---\n", "Its front matter is not valid YAML in line 2. Correct it."),
        ("---\na: &x [1]\nb: *x\n---\n", "In line 3 of it, an alias is used. Write the value out."),
        ("---\nname: a b\n---\n", "has the name 'a b'. Use"),
        ("---\ndeny_comands: []\n---\n", "has a field 'deny_comands'. Write 'deny_commands'"),
        ("---\nmetadata: {forge: {guardrail: {}}}\n---\n", "has a field 'guardrail'. Write 'guardrails'"),
        ("---\nrequires: {tool: [x]}\n---\n", "has a field 'tool'. Write 'tools'"),
        ("---\nrequires: {tools: x}\n---\n", "has 'requires.tools' that is not a list of texts. Write"),
        ("---\nrequires: [x]\n---\n", "has 'requires' that is not a mapping. Write"),
        ("---\ndeny_output: ['[']\n---\n", "Rule 1 in 'deny_output' of skill 'kube' does not compile: '['."),
    ],
)
def test_a_skill_that_cannot_be_used_stops_the_start(text: str, told: str, tmp_path: Path) -> None:
    write(tmp_path, {"kube/SKILL.md": text})

    with pytest.raises(ProjectFileError) as refused:
        read_project_file(tmp_path).tool_settings()

    assert told in str(refused.value)


def test_fields_of_other_programs_are_not_ours() -> None:
    text = (
        "---\nname: x\nlicense: MIT\nallowed-tools: Bash\nmetadata:\n  clawdbot: {icon: x}\n"
        "  forge:\n    icon: x\n    requires: {bins: [jq, jq], env: {required: [K]}, tools: [file_read]}\n"
        "    guardrails: {deny_commands: [a]}\ndeny_commands: [b]\n---\nText"
    )

    skill = skill_from(text, place="x", path="x.md")

    assert (skill.binaries, skill.tools, skill.instructions) == (("jq",), ("file_read",), "Text")
    assert [rule.pattern for rule in skill.guardrails.deny_commands] == ["b", "a"]


@pytest.mark.parametrize(
    ("yaml", "told"),
    [
        ("skills: {actve: [kube]}", "'actve' is not a setting of skills. Write 'active'."),
        ("skills: {active: kube}", "'active' of the skills is not a list of names."),
        ("skills: {active: [cube]}", "there is no skill 'cube'. Write 'kube'."),
        ("skills: {folder: 7}", "the folder of the skills is not a text."),
        ("skills: {folder: ..}", "the folder of the skills, '..', is not a folder of the project."),
        ("skills: {folder: none}", "the folder of the skills, 'none', is not a folder of the project."),
        ("guardrails: {deny_output: [{action: x}]}", "Rule 1 in 'deny_output' of 'forge.yaml' has the action 'x'."),
    ],
)
def test_a_mistake_in_the_project_file_is_told(yaml: str, told: str, tmp_path: Path) -> None:
    write(tmp_path, {"kube/SKILL.md": ""})
    (tmp_path / "forge.yaml").write_text(yaml)

    project = read_project_file(tmp_path)

    with pytest.raises(ProjectFileError) as refused:
        (project.project_skills().active(), project.tool_settings())

    assert told in str(refused.value)


@pytest.mark.requirement("catalog:code-agent-tools-are-asked-for")
def test_an_active_skill_switches_its_tools_on(tmp_path: Path) -> None:
    needs = "---\nrequires:\n  tools: [CodeAgentSearchTools, json_parse, mine]\n---\n"
    write(tmp_path, {"coder/SKILL.md": needs, "other/SKILL.md": "---\nrequires: {tools: [file_write]}\n---\n"})
    (tmp_path / "forge.yaml").write_text("skills: {active: [coder]}")
    skills = read_project_file(tmp_path).project_skills().active()
    registry = ToolRegistry()
    registry["mine"] = {"description": "Mine.", "input_schema": {"type": "object"}, "impl": dict}

    first = register_skill_tools(skills, registry)

    assert first == register_skill_tools(skills, registry) == sorted(registry)
    assert first == ["directory_tree", "glob_search", "grep_search", "json_parse", "mine"]


def test_a_skill_that_needs_an_unknown_tool_registers_nothing() -> None:
    skill = skill_from("---\nrequires: {tools: [json_parse, file_red]}\n---\n", place="x", path="x.md")
    registry = ToolRegistry()

    with pytest.raises(
        RegistrationError, match=r"requires a tool 'file_red', which does not exist\. Write 'file_read'"
    ):
        register_skill_tools([skill], registry)

    assert not registry


def test_a_skill_that_needs_a_tool_without_its_setting_names_the_setting() -> None:
    skill = skill_from("---\nrequires: {tools: [read_skill]}\n---\n", place="x", path="x.md")

    with pytest.raises(RegistrationError, match=r"not registered without the setting 'skills'\. Set it\."):
        register_skill_tools([skill], ToolRegistry())


KUBE = "---\nrequires: {bins: [cat, no-such-kubectl, bash]}\n---\n"


@pytest.mark.requirement("cli_execute:programs-of-skills")
@pytest.mark.parametrize(
    ("config", "offered"),
    [
        ("", ["cat", "no-such-kubectl"]),
        (
            "tools: [{name: cli_execute, config: {timeout: 7, network_binaries: [no-such-kubectl]}}]",
            ["cat", "no-such-kubectl"],
        ),
        ("tools: [{name: cli_execute, config: {allowed_binaries: [echo]}}]", ["echo"]),
    ],
)
def test_the_programs_that_an_active_skill_needs_are_allowed_unless_the_operator_lists_them(
    config: str, offered: list[str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write(tmp_path, {"kube/SKILL.md": KUBE, "other/SKILL.md": "---\nrequires: {bins: [sort]}\n---\n"})
    (tmp_path / "forge.yaml").write_text(f"skills: {{active: [kube]}}\n{config}")
    project = read_project_file(tmp_path)
    registry = ToolRegistry()

    names = register_skill_tools(project.project_skills().active(), registry, settings=project.tool_settings())

    assert names == ["cli_execute"]
    assert registry["cli_execute"].definition().input_schema["properties"]["binary"]["enum"] == offered
    assert ("requires 'no-such-kubectl', which is not allowed. Add it" in caplog.text) is (offered == ["echo"])


def test_without_a_project_file_a_skill_allows_its_programs_as_well() -> None:
    registry = ToolRegistry()

    register_skill_tools([skill_from(KUBE, place="x", path="x.md")], registry)

    assert registry["cli_execute"].definition().input_schema["properties"]["binary"]["enum"] == [
        "cat",
        "no-such-kubectl",
    ]


@pytest.mark.parametrize("name", ["/tmp/evil", "bin/evil", "''"])
def test_a_skill_names_its_programs_and_no_files(name: str) -> None:
    with pytest.raises(RegistrationError, match=r"'requires\.bins' with '.*', which is not a name\. Write"):
        skill_from(f"---\nrequires: {{bins: [{name}]}}\n---\n", place="x", path="x.md")


@pytest.mark.requirement("cli_execute:skill-guardrails")
def test_rules_of_every_skill_and_of_the_operator_hold(tmp_path: Path) -> None:
    write(tmp_path, {"kube/SKILL.md": "---\ndeny_commands: [one]\n---\n"})
    (tmp_path / "forge.yaml").write_text("guardrails: {deny_commands: [{binary: git, args_any: [push]}]}")

    rules = read_project_file(tmp_path).tool_settings().guardrails

    assert [rule.where for rule in rules.deny_commands] == [
        "rule 1 in 'deny_commands' of 'forge.yaml'",
        "rule 1 in 'deny_commands' of skill 'kube'",
    ]
