"""The section `egress` of forge.yaml: where the tools of a project may send requests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from forge_harness import Dispatcher, EgressPolicy, ToolRegistry, register_builtins
from forge_harness.cli.tool_targets import load_tools
from forge_harness.project.project_file import ProjectFileError, read_project_file

from .builtin_tools.deviations import outcomes


def policy_of(folder: Path, text: str) -> EgressPolicy | None:
    (folder / "forge.yaml").write_text(text)
    policy = read_project_file(folder).tool_settings().egress
    assert policy is None or isinstance(policy, EgressPolicy)
    return policy


@pytest.mark.parametrize(
    ("text", "policy"),
    [
        ("egress: {}\n", None),
        ("tools: []\n", None),
        ("egress:\n  allow: [api.example.com]\n", EgressPolicy(mode="allowlist", allow=["api.example.com"])),
        ("egress:\n  deny: [a.example.com]\n", EgressPolicy(mode="allowlist", deny=["a.example.com"])),
        (
            (
                "egress:\n  mode: dev-open\n  allow: ['[::1]:8000']\n  deny: ['*.example.com']\n  allow_private: true\n"
                "  private_networks: [10.20.0.0/16]\n"
            ),
            EgressPolicy(
                mode="dev-open",
                allow=["[::1]:8000"],
                deny=["*.example.com"],
                allow_private=True,
                private_networks=["10.20.0.0/16"],
            ),
        ),
    ],
)
def test_a_project_declares_where_its_tools_send(text: str, policy: EgressPolicy | None, tmp_path: Path) -> None:
    assert policy_of(tmp_path, text) == policy


EGRESS_CONFIG = [  # the section, the policy or whether it is refused; the profile of a row is the key "profile"
    ("{}", None),
    ("{profile: strict, mode: deny-all, capabilities: [slack]}", EgressPolicy()),
    ("{profile: permissive, mode: dev-open}", EgressPolicy(mode="dev-open")),
    ("{profile: invalid, mode: deny-all}", "refused"),
    ("{profile: strict, mode: invalid}", "refused"),
    (
        "{mode: allowlist, allow: [api.example.com, data.example.com], tools: [web_search, github_api]}",
        EgressPolicy(mode="allowlist", allow=["api.example.com", "data.example.com", "api.perplexity.ai"]),
    ),
    ("{mode: allowlist, capabilities: [slack]}", EgressPolicy(mode="allowlist", allow=["slack.com", "*.slack.com"])),
    ("{mode: allowlist, capabilities: [telegram]}", EgressPolicy(mode="allowlist", allow=["api.telegram.org"])),
    ("{mode: allowlist, tools: [unknown]}", EgressPolicy(mode="allowlist")),
]


@pytest.mark.parametrize(("section", "outcome"), outcomes(EGRESS_CONFIG=EGRESS_CONFIG))
def test_a_section_is_a_policy_or_refused(section: str, outcome: Any, tmp_path: Path) -> None:
    if outcome == "refused":
        with pytest.raises(ProjectFileError):
            policy_of(tmp_path, f"egress: {section}\n")
    else:
        assert policy_of(tmp_path, f"egress: {section}\n") == outcome


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("  alow: [x.com]", "line 2: 'alow' is not a setting of egress. Write 'allow'."),
        ("  mode: deny-all\n  profile: strict", "line 3: 'profile' is not a setting of egress. Use one of mode, allow"),
        ("  mode: open", "line 2: there is no egress mode 'open'. Use one of: deny-all, allowlist, dev-open."),
        ("  mode: 5", "line 2: 'mode' is not a text. Write deny-all, allowlist or dev-open."),
        ("  allow: x.com", "line 2: 'allow' is not a list of texts. Write 'allow: [\"…\"]'."),
        ("  deny: [5]", "line 2: 'deny' is not a list of texts."),
        ("  allow:", "line 2: 'allow' is not a list of texts."),
        ("  allow_private: 1", "line 2: 'allow_private' is not a truth value. Write true or false."),
        ("  mode: allowlist\n  allow:\n  - https://x.com/", "line 3: the entry 'https://x.com/' of the allow-list "),
        ("  deny: ['*']", "line 2: the entry '*' of the deny-list is for every host. Write api.example.com, "),
        ("  private_networks: [10.0.0.1]", "line 2: '10.0.0.1' is not a network. Write it as 10.20.0.0/16."),
        ("  private_networks: [10.20.0.5/16]", "line 2: '10.20.0.5/16' names a host inside a network. "),
    ],
)
def test_a_mistake_is_told_with_its_line(section: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ProjectFileError) as refused:
        policy_of(tmp_path, f"egress:\n{section}\n")

    said = str(refused.value)
    assert f"'forge.yaml', {message}" in said
    assert (said.count(". "), said.endswith("."), str(tmp_path) in said) == (1, True, False)


def test_the_tools_of_a_run_follow_the_section(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "forge.yaml").write_text("egress:\n  allow: [a.example.com, 'localhost:1']\n  deny: [a.example.com]\n")
    registered = ToolRegistry()
    register_builtins(registered, settings=read_project_file(tmp_path).tool_settings())

    for tools in (registered, load_tools(["forge:builtins"], note=print)):
        for host, told in (("a.example.com", "deny-list"), ("b.example.com", "not on the allow-list")):
            called = Dispatcher(tools).dispatch("http_request", {"method": "GET", "url": f"http://{host}/"})

            assert told in called.llm_payload()["message"]
