"""The tools of a server and their answers, without a protocol."""

from __future__ import annotations

import json
import threading
import time

import pytest

from forge_harness import EventBus, GuardrailRules, Guardrails, RegistrationError, ToolRegistry
from forge_harness.guardrails.rules import OutputRule
from forge_harness.kinds.legacy_tool import LegacyTool
from forge_harness.serve import served_tools
from forge_harness.serve.served_tools import ServedTools

from .sample_tools import ToolsOfTests


def test_an_entry_has_hints_of_the_tier_and_the_declared_facts(made: ToolsOfTests) -> None:
    entries = {entry["name"]: entry for entry in ServedTools(made.registry).entries}

    assert entries["echo"]["annotations"] == {"readOnlyHint": True, "openWorldHint": False}
    assert entries["echo"]["_meta"] == {"forge_harness/facts": {"varies": False, "open_world": False}}
    assert entries["note"]["annotations"] == {
        "readOnlyHint": False,
        "destructiveHint": False,
        "idempotentHint": False,
    }
    assert entries["launch"]["annotations"] == {"readOnlyHint": False, "destructiveHint": True}
    assert "_meta" not in entries["shout"]
    assert entries["echo"]["inputSchema"]["properties"]["text"]["type"] == "string"
    assert entries["echo"]["description"] == "Return the text."


def test_an_object_is_structured_and_a_string_is_text_as_it_is(made: ToolsOfTests) -> None:
    served = ServedTools(made.registry)

    echoed, shouted = served.call("echo", {"text": "a"}), served.call("shout", {"text": "a"})

    assert (echoed.structured, json.loads(echoed.text), echoed.is_error) == ({"text": "a"}, {"text": "a"}, False)
    assert (shouted.structured, shouted.text, shouted.guidance) == (None, "A", "")


@pytest.mark.parametrize("levels", [2, 100, 101, 260])
def test_an_object_that_clients_cannot_read_is_text_alone(levels: int, made: ToolsOfTests) -> None:
    answer = ServedTools(made.registry).call("nested", {"levels": levels})

    assert answer.text.count("{") == levels
    assert (answer.structured is not None) is (levels <= 100)


@pytest.mark.parametrize(
    ("tool", "error"),
    [("broken", "ValueError"), ("refusing", "not_found"), ("telling", "not_found")],
)
def test_a_failure_is_an_error_with_guidance_and_without_private_text(
    tool: str, error: str, made: ToolsOfTests
) -> None:
    answer = ServedTools(made.registry).call(tool, {})

    assert answer.is_error
    assert answer.structured is not None
    assert answer.structured["error"] == error
    assert f"``{error}``" in answer.guidance
    assert "/home" not in answer.text + answer.guidance


def test_wrong_arguments_are_an_error_and_an_unknown_tool_is_named_as_one(made: ToolsOfTests) -> None:
    served = ServedTools(made.registry)

    wrong, unknown = served.call("echo", {"text": 5, "more": 1}), served.call("nothing", {})

    assert (wrong.is_error, wrong.is_unknown) == (True, False)
    assert "ToolValidationError" in wrong.text
    assert unknown.is_unknown


@pytest.mark.parametrize("tool", ["note", "launch"])
def test_a_call_that_needs_approval_is_refused_with_the_option_that_allows_it(tool: str, made: ToolsOfTests) -> None:
    refused = ServedTools(made.registry).call(tool, {})
    granted = ServedTools(made.registry, approves_all=True).call(tool, {})

    assert refused.is_error
    assert "--approve all" in refused.text
    assert not granted.is_error


@pytest.mark.parametrize(("tool", "option"), [("scoped", "--scope"), ("filed", "--workspace")])
def test_a_call_that_the_server_is_not_set_up_for_names_the_option(tool: str, option: str, made: ToolsOfTests) -> None:
    answer = ServedTools(made.registry).call(tool, {})

    assert answer.is_error
    assert option in answer.text


def test_scopes_and_a_workspace_of_the_server_reach_the_call(made: ToolsOfTests, tmp_path) -> None:
    served = ServedTools(made.registry, scopes=["mail"], workspace_root=tmp_path)

    assert served.call("scoped", {}).text == "ok"
    assert served.call("filed", {}).text == "ok"


def test_a_call_is_recorded_with_the_id_of_the_client(made: ToolsOfTests) -> None:
    bus, records = EventBus(), []
    bus.subscribe(lambda event: records.append(event.payload["record"]))

    ServedTools(made.registry, bus=bus).call("echo", {}, call_id="c7")

    assert [(record.tool_name, record.outcome, record.call_id) for record in records] == [("echo", "success", "c7")]


def test_a_cancelled_call_is_given_up_and_its_tool_is_told(made: ToolsOfTests) -> None:
    served, cancel, answers = ServedTools(made.registry), threading.Event(), []
    thread = threading.Thread(
        target=lambda: answers.append(served.call("waiting", {}, is_cancelled=cancel.is_set)), daemon=True
    )
    thread.start()
    made.has_begun.wait(10)

    assert not served.wait_until_idle(0)
    cancel.set()
    thread.join(10)

    assert answers[0].is_error
    assert "Cancelled" in answers[0].text
    assert made.saw_cancel.wait(10)
    assert served.wait_until_idle(0)


def test_calls_that_run_at_the_end_of_the_server_are_answered(made: ToolsOfTests) -> None:
    served, answers = ServedTools(made.registry), []
    thread = threading.Thread(target=lambda: answers.append(served.call("waiting", {})), daemon=True)
    thread.start()
    made.has_begun.wait(10)

    served.give_up_calls()
    thread.join(10)

    assert "Cancelled" in answers[0].text
    assert "Cancelled" in served.call("waiting", {}).text


def test_the_rules_of_the_project_hold_for_calls_and_results(made: ToolsOfTests) -> None:
    rules = GuardrailRules(deny_output=[OutputRule(pattern="sesame")])
    served = ServedTools(made.registry, guardrails=Guardrails(rules))

    assert served.call("echo", {"text": "hello"}).text == '{"text":"hello"}'
    assert "sesame" not in served.call("echo", {"text": "sesame"}).text
    assert served.call("echo", {"text": "sesame"}).is_error


def test_calls_that_were_given_up_do_not_pile_up(made: ToolsOfTests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served_tools, "_MAX_LEFT_BEHIND", 2)
    served = ServedTools(made.registry, call_s=0.005)
    left = [served.call("waiting", {}), served.call("waiting", {})]

    refused = served.call("echo", {})
    made.may_end.set()
    while served.call("echo", {}).is_error:
        time.sleep(0.002)

    assert all("ToolTimeoutError" in answer.text for answer in left)
    assert "given up" in refused.text
    assert refused.is_error


@pytest.mark.parametrize("default", [float("nan"), {1}, "\ud800"])
def test_a_definition_that_is_not_json_is_refused_before_anything_is_served(default: object) -> None:
    schema = {"type": "object", "properties": {"a": {"default": default}}}
    odd = LegacyTool(name="odd", description="Do it.", input_schema=schema, impl=lambda a: {})

    with pytest.raises(RegistrationError, match=r"tool 'odd' cannot be written as JSON\. Correct"):
        ServedTools(ToolRegistry({"odd": odd}))


def test_a_call_has_the_time_limit_of_the_server(made: ToolsOfTests) -> None:
    answer = ServedTools(made.registry, call_s=0.01).call("waiting", {})

    assert "ToolTimeoutError" in answer.text
    assert made.saw_cancel.wait(10)
