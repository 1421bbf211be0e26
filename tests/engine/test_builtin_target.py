"""`forge:builtins`: our own tools as a target, called in the sandbox like anybody's."""

from __future__ import annotations

import pytest

from forge_harness import EgressRefusedError
from forge_harness.texts import strict_json
from forge_harness.tools.catalog import CATALOG
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session
from pytest_forge.oracles.own_code import OwnCode
from pytest_forge.targets.builtins import load_builtins
from pytest_forge.targets.functions import function_tool
from pytest_forge.targets.target_error import TargetError


def test_every_tool_of_the_catalogue_is_a_tool_of_the_target(tmp_path):
    with open_session("forge:builtins", budget=BUDGETS["quick"], base=tmp_path) as session:
        found = {tool.name: (tool.target, tool.category, tool.tier, tool.problems) for tool in session.tools}

    assert found == {
        name: (f"forge:builtins:{name}", entry.category.value, entry.tier.value, ())
        for name, entry in CATALOG.items()
        if entry.category.value not in ("copilot", "dev")
    }


def test_a_tool_of_the_target_is_called_and_judged_in_the_sandbox(tmp_path):
    with open_session("forge:builtins:file_create", budget=BUDGETS["quick"], base=tmp_path) as session:
        (answer,) = session.dispatch([(0, {"filename": "note.txt", "content": "Buy milk."})])
        (result,) = session.run(0, all_checks()["paths_stay_inside"])

    assert answer.payload["content"] == "Buy milk."
    assert (result.status, result.was_made) == ("passed", True)
    assert list(tmp_path.rglob("note.txt")) == []


def test_an_operation_of_a_document_answers_in_the_sandbox(tmp_path):
    call = {"operation_id": "showPetById", "params": {"petId": "7"}}
    places = ["petstore.json", "https://api.example.com/openapi.json"]

    with open_session("forge:builtins:openapi_call", budget=BUDGETS["quick"], base=tmp_path) as session:
        answers = session.dispatch([(0, {"spec_url": place, **call}) for place in places])
        (result,) = session.run(0, all_checks()["requests_stay_public"])

    assert [(answer.payload["status"], answer.payload["body"]) for answer in answers] == [
        (200, {"id": 7, "name": "Rex"})
    ] * 2
    assert [answer.payload["mismatch"] for answer in answers] == [None, None]
    assert (result.status, result.was_made) == ("passed", True)


def test_our_tools_are_judged_with_what_the_project_opens_and_closes(tmp_path):
    (tmp_path / "forge.yaml").write_text("egress:\n  allow: [api.example.com]\n  deny: [example.com]\n")
    ((_, tool),) = load_builtins("forge:builtins:http_request", base=tmp_path)

    with pytest.raises(EgressRefusedError, match="is on the deny-list"):
        tool.run(tool.validate({"method": "GET", "url": "https://example.com/"}), workspace_root=None)


def test_a_private_network_that_the_project_opens_is_a_finding(tmp_path):
    (tmp_path / "forge.yaml").write_text("egress:\n  allow_private: true\n")

    with open_session("forge:builtins:http_request", budget=BUDGETS["quick"], base=tmp_path) as session:
        (result,) = session.run(0, all_checks()["requests_stay_public"])

    assert (result.status, result.code) == ("failed", "server_side_request_forgery")


def test_a_mistake_in_the_project_file_is_told_before_its_tools_are_judged(tmp_path):
    (tmp_path / "forge.yaml").write_text("egress:\n  alow: [api.example.com]\n")

    with pytest.raises(TargetError, match="'alow' is not a setting of egress"):
        load_builtins("forge:builtins", base=tmp_path)


def test_what_our_tools_are_made_of_is_judged_with_them_and_with_nobody_elses():
    def reads(text: str) -> str:
        return strict_json.__name__ + text

    ((_, ours),) = load_builtins("forge:builtins:json_parse")
    files = [ours.impl.__code__.co_filename, strict_json.__file__]

    assert [OwnCode(ours).owns(file) for file in files] == [True, True]
    assert [OwnCode(function_tool(reads)).owns(file) for file in files] == [False, False]


def test_pytest_has_an_item_for_each_tool_and_check(pytester):
    words = ["--forge-tools", "forge:builtins:uuid_generate", "--forge-checks", "root_is_closed,valid_calls_return"]

    outcome = pytester.runpytest(*words, "-v")

    outcome.assert_outcomes(passed=2)
    outcome.stdout.fnmatch_lines(["*forge:builtins:uuid_generate::uuid_generate*valid_calls_return*PASSED*"])


def test_the_copilot_tools_are_a_target_of_their_own(tmp_path):
    with open_session("forge:copilot", budget=BUDGETS["quick"], base=tmp_path) as session:
        found = {tool.name: tool.target for tool in session.tools}

    assert found == {
        name: f"forge:copilot:{name}" for name, entry in CATALOG.items() if entry.category.value == "copilot"
    }
