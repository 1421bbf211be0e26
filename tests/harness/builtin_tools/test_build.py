"""`forge build`: the filter of tools, the agent's specification, and what is written."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from forge_harness import (
    AgentSpec,
    CommandError,
    ProjectFileError,
    RegistrationError,
    Tool,
    ToolCategory,
    ToolDefinition,
    ToolFilterStage,
    ToolTier,
    agent_spec_schema,
    build_agent,
)
from forge_harness.build import build_folder
from forge_harness.build.tool_filter import TOOL_INTERFACE_VERSION as VERSION
from forge_harness.build.tool_filter import published_category
from forge_harness.cli.main import main
from forge_harness.tools.catalog import CATALOG, dev_tools

from .deviations import outcomes

TOOL_CATEGORY = [
    *[(name, "dev") for name in ("local_shell", "local_file_browser", "debug_console", "test_runner")],
    *[(name, "builtin") for name in ("web_search", "web-search", "http_request", "code_interpreter")],
    *[(name, "builtin") for name in ("text_generation", "cli_execute")],
    *[(name, "adapter") for name in ("slack_notify", "github_api", "sendgrid_email", "twilio_sms")],
    *[(name, "adapter") for name in ("openai_completion", "anthropic_api", "huggingface_api")],
    *[(name, "adapter") for name in ("google_vertex", "aws_bedrock", "azure_openai")],
    ("anything_else", "custom"),
    *[("json_parse", "builtin"), ("webhook_call", "adapter"), ("file_read", "builtin")],  # as wanted
]

TOOL_FILTER = [
    (False, ["local_shell", "http_request", "mine"], {"builtin": 1, "custom": 1, "dev": 1}),
    (True, ["local_shell", "http_request", "mine"], {"builtin": 1, "custom": 1}),
    (True, [], {}),
    (False, [], {}),
]

TOOL_INTERFACE_VERSION = "1.0"

AGENT_SPEC = [
    ({"forge_version": "1.0", "agent_id": "test-agent", "version": "0.1.0", "name": "Test Agent"}, True),
    ({"forge_version": "1.0"}, False),
    ({"forge_version": "1.0", "agent_id": "INVALID_ID", "version": "0.1.0", "name": "Test"}, False),
]

AGENT_SPEC_OMIT_EMPTY = [
    *("description", "runtime", "tools", "policy_scaffold", "identity", "a2a", "model", "tool_interface_version"),
    *("skills_spec_version", "forge_skills_ext_version", "egress_profile", "egress_mode"),
]

DEV_TOOLS = [tool.name for tool in dev_tools()]
PROJECT = """
agent: {id: kube-agent, version: 1.2.0}
guardrails: {deny_commands: [{binary: git, args_any: [push]}]}
skills: {active: [kube]}
tools:
- {name: local_shell, config: {note: of-a-dev-tool}}
- name: local_file_browser
- name: debug_console
- name: test_runner
- name: webhook_call
- name: cli_execute
  config: {allowed_binaries: [echo]}
"""
SKILL = "---\nname: triage\nrequires: {tools: [CodeAgentSearchTools], bins: [jq]}\n---\n# Triage\n"
SCRIPT = '"""\nTool: mine\nDescription: Mine.\nInput:\n  query (str): What.\n"""\n'


TOOL_CLI = [
    ("tool list", ("NAME CATEGORY DESCRIPTION", True)),
    ("tool describe json_parse", ("json_parse", True)),
    ("tool describe nonexistent_tool", ("", False)),
    ("tool describe cli_execute", ("cli_execute", True)),  # as wanted
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {"forge.yaml": PROJECT, "skills/kube/SKILL.md": SKILL, "tools/mine.py": SCRIPT}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


class Described(Tool):
    """A tool that is only described."""

    tier = ToolTier.READ
    required_scopes = ()
    origin = "tests"

    def __init__(self, name: str) -> None:
        self.name = name

    def definition(self) -> ToolDefinition:
        category = CATALOG[self.name].category if self.name in CATALOG else ToolCategory.CUSTOM
        return ToolDefinition(name=self.name, description="A tool.", input_schema={}, category=category)

    def validate(self, arguments: Any) -> Any:
        return arguments

    def run(self, validated: Any, *, workspace_root: Path | None) -> Any:
        return validated


def written(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


@pytest.mark.parametrize(("name", "category"), outcomes(TOOL_CATEGORY=TOOL_CATEGORY))
def test_a_tool_has_its_own_category_among_the_four(name: str, category: str) -> None:
    known = CATALOG[name].category if name in CATALOG else ToolCategory.CUSTOM

    assert published_category(known) == category


@pytest.mark.requirement("build:tool-filter-stage")
@pytest.mark.parametrize(("prod", "names", "counts"), outcomes(TOOL_FILTER=TOOL_FILTER))
def test_production_keeps_all_but_the_dev_tools(prod: bool, names: list[str], counts: dict[str, int]) -> None:
    kept = ToolFilterStage(prod).run(Described(name) for name in names)

    assert (kept.counts, kept.tool_interface_version) == (counts, TOOL_INTERFACE_VERSION)
    assert [one.name for one in kept.definitions] == sorted(set(names) - (set(DEV_TOOLS) if prod else set()))
    assert kept.left_out == len(names) - len(kept.definitions)
    assert VERSION == TOOL_INTERFACE_VERSION


@pytest.mark.parametrize(("document", "valid"), outcomes(AGENT_SPEC=AGENT_SPEC))
def test_the_published_schema_and_the_model_agree(document: dict[str, Any], valid: bool) -> None:
    schema = agent_spec_schema()
    Draft202012Validator.check_schema(schema)

    assert Draft202012Validator(schema).is_valid(document) is valid
    if valid:
        assert AgentSpec.model_validate({**document, "of_another_version": 1}).document() == {
            **document,
            "of_another_version": 1,
        }
    else:
        with pytest.raises(ValueError, match="AgentSpec"):
            AgentSpec.model_validate(document)


@pytest.mark.parametrize("key", AGENT_SPEC_OMIT_EMPTY)
def test_what_is_empty_is_not_written(key: str) -> None:
    assert key in AgentSpec.model_fields
    assert key not in AgentSpec.model_validate(AGENT_SPEC[0][0]).document()


@pytest.mark.requirement("build:dev-tools-left-out")
def test_no_written_byte_of_a_production_build_names_a_dev_tool(project: Path) -> None:
    developed = build_agent(project)
    assert all(name.encode() in b"".join(written(developed.folder).values()) for name in DEV_TOOLS)

    built = build_agent(project, prod=True)

    files = written(built.folder)
    everything = b"".join([*files.values(), *map(str.encode, files)])
    assert [name for name in DEV_TOOLS if name.encode() in everything] == []
    assert b"of-a-dev-tool" not in everything
    assert (built.left_out, "dev" in built.counts) == (4, False)


@pytest.mark.requirement("build:tool-filter-stage")
def test_counts_and_spec_are_those_of_the_tools(project: Path) -> None:
    built = build_agent(project, prod=True)

    files = {name: json.loads(data) for name, data in written(built.folder).items()}
    agent, manifest = files["agent.json"], files["build-manifest.json"]
    Draft202012Validator(files["agent.schema.json"]).validate(agent)
    categories = [tool["category"] for tool in agent["tools"]]
    assert manifest["tool_counts"] == built.counts == {name: categories.count(name) for name in sorted(set(categories))}
    assert manifest["tool_counts"] == {"adapter": 1, "builtin": 14, "custom": 1}
    assert manifest["tool_interface_version"] == agent["tool_interface_version"] == "1.0"
    assert {name: hashlib.sha256(data).hexdigest() for name, data in written(built.folder).items()} == {
        **manifest["files"],
        "build-manifest.json": hashlib.sha256((built.folder / "build-manifest.json").read_bytes()).hexdigest(),
    }
    tools = {tool["name"]: tool for tool in agent["tools"]}
    assert tools["cli_execute"]["forge_meta"]["config"]["allowed_binaries"] == ["echo"]
    assert tools["grep_search"]["skill_origin"] == "triage"
    assert files["tools/mine.json"] == tools["mine"]["input_schema"]
    assert agent["requirements"] == {"bins": ["jq"]}
    assert agent["policy_scaffold"] == {"deny_commands": [{"binary": "git", "args_any": ["push"]}]}


def test_the_same_project_gives_the_same_bytes(project: Path) -> None:
    first = written(build_agent(project).folder)

    assert written(build_agent(project, output=project / "other").folder) == first
    assert written(build_agent(project).folder) == first
    assert str(project).encode() not in b"".join(first.values())
    assert [path.name for path in (project / ".forge").iterdir()] == ["build"]


@pytest.mark.parametrize(
    ("yaml", "error", "told"),
    [
        ("agent: {id: My Agent}", ProjectFileError, "the agent's 'id' is 'My Agent'. Use lower-case letters"),
        ("agent: {version: '1'}", ProjectFileError, "the agent's 'version' is '1'. Use a version such as 1.0.0."),
        ("agent: {version: 1.0}", ProjectFileError, "the agent's 'version' is not a text. Put it in quotes."),
        ("agent: {nme: x}", ProjectFileError, "'nme' is not a setting of the agent. Use one of id, name"),
        ("tools: [{name: web_serch}]", RegistrationError, "'web_serch', which does not exist. Write 'web_search'."),
        ("tools: [{name: cli_execute}]", RegistrationError, "'cli_execute', which is not set up. Allow a program"),
    ],
)
def test_a_mistake_writes_nothing(yaml: str, error: type[Exception], told: str, project: Path) -> None:
    (project / "forge.yaml").write_text(yaml)

    with pytest.raises(error) as refused:
        build_agent(project)

    assert told in str(refused.value)
    assert not (project / ".forge").exists()


def test_a_script_that_cannot_be_a_tool_stops_the_build(project: Path) -> None:
    (project / "tools/other.py").write_text('"""\nTool: bad name!\nDescription: x\n"""\n')

    with pytest.raises(RegistrationError, match="other"):
        build_agent(project)


@pytest.mark.parametrize(
    ("config", "place"),
    [
        ("{variables: {gh: {GH_TOKEN: hunter2-is-mine}}}", "variables.gh.GH_TOKEN"),
        ("{notes: [plain, 'AKIAIOSFODNN7EXAMPLE']}", "notes[1]"),
    ],
)
def test_a_setting_that_holds_a_secret_stops_the_build(project: Path, config: str, place: str) -> None:
    tools = [Described("mine")]
    before = written(build_agent(project, tools=tools).folder)
    (project / "forge.yaml").write_text(f"tools:\n  - name: mine\n    config: {config}\n")

    with pytest.raises(ProjectFileError) as caught:
        build_agent(project, tools=tools)

    assert str(caught.value) == (
        f"'forge.yaml': the setting '{place}' of 'mine' looks like a secret, and a build publishes its settings. "
        "Leave it out, and give it to the agent in its environment."
    )
    assert written(project / ".forge/build") == before


def test_only_a_build_is_replaced(project: Path) -> None:
    (project / "mine").mkdir()
    (project / "mine/notes.txt").write_text("mine")

    with pytest.raises(CommandError, match=r"mine' is not a build, and would be replaced\. Choose another"):
        build_agent(project, output=project / "mine")

    assert written(project / "mine") == {"notes.txt": b"mine"}


def test_a_build_that_cannot_be_put_in_place_leaves_the_old_one(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = written(build_agent(project).folder)
    rename = Path.rename

    def refused(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(build_folder.Path, "rename", refused)
    with pytest.raises(CommandError, match=r"cannot be written to .* \(No space left on device\)"):
        build_agent(project, prod=True)

    assert written(project / ".forge/build") == before
    assert [path.name for path in (project / ".forge").iterdir()] == ["build"]


def test_the_command_tells_what_it_built(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project)

    codes = [main(["build"]), main(["build", "--prod"]), main(["build", "--json"]), main(["build", "--schema"])]
    lines = capsys.readouterr().out.split("\n", 2)

    assert codes == [0, 0, 0, 0]
    assert lines[0] == (
        "Built kube-agent 1.2.0 in .forge/build: 20 tools (1 adapter, 14 builtin, 1 custom, 4 dev). "
        "With development tools: use --prod for production."
    )
    assert lines[1] == (
        "Built kube-agent 1.2.0 in .forge/build: 16 tools (1 adapter, 14 builtin, 1 custom). "
        "4 for development left out."
    )
    assert main(["build", "elsewhere"]) == 2
    assert "There is no 'forge.yaml' in " in capsys.readouterr().err


@pytest.mark.parametrize(("words", "outcome"), outcomes(TOOL_CLI=TOOL_CLI))
def test_the_tools_are_listed_and_described(
    words: str, outcome: tuple[str, bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)

    is_found = main(words.split()) == 0

    first = capsys.readouterr().out.partition("\n")[0]
    assert (first.partition("  ")[0], is_found) == outcome
