"""Guardrails around a run: what is denied of prompts, calls, results and answers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import BaseModel

from forge_harness import (
    AgentRunStopped,
    AutoApprove,
    Dispatcher,
    EventBus,
    GuardrailRules,
    Guardrails,
    Message,
    Reply,
    ScriptedProvider,
    ToolCall,
    ToolError,
    forge_tool,
    run_agent_loop,
)


class Text(BaseModel):
    text: str = ""


def echo(work: Any = lambda args: {"text": args.text}) -> Any:
    return forge_tool(name="echo", description="Echo.", args_schema=Text, tier="read", register=False)(
        lambda args: work(args)
    )


def dispatched(text: str, work: Any = lambda args: {"text": args.text}, **rules: Any) -> Any:
    dispatcher = Dispatcher(guardrails=Guardrails(GuardrailRules(**rules)))
    return dispatcher.dispatch(echo(work), {"text": text}).llm_payload()


@pytest.mark.requirement("cli_execute:skill-guardrails")
def test_a_denied_call_is_a_failure_that_the_model_may_answer() -> None:
    model = ScriptedProvider([ToolCall("1", "echo", {"text": "get secrets"}), "I cannot."])
    ran = []

    run = run_agent_loop(
        "Go.",
        provider=model,
        tools=[echo(ran.append)],
        guardrails=GuardrailRules(deny_commands=[{"pattern": r"get\s+secrets", "message": "No secrets. Ask."}]),
    )

    told = json.loads(next(message.text for message in run.messages if message.role == "tool"))
    assert (told, ran, run.text) == ({"error": "denied", "message": "No secrets. Ask."}, [], "I cannot.")
    assert [record.outcome for record in run.records] == ["rejected"]


def test_a_denied_call_is_not_shown_to_a_person() -> None:
    asked = []

    class Handler(AutoApprove):
        def approve(self, name: Any, arguments: Any, tier: Any) -> Any:
            asked.append(arguments)
            return super().approve(name, arguments, tier)

    dispatcher = Dispatcher(approval=Handler(), guardrails=Guardrails(GuardrailRules(deny_commands=["secret"])))

    assert dispatcher.dispatch(echo(), {"text": "secret"}).llm_payload()["error"] == "denied"
    assert asked == []


def test_a_result_is_withheld_or_redacted_whatever_its_escapes() -> None:
    rules = {"deny_output": ["kind:\\s+Secret", {"pattern": "sk-[a-z0-9]{4,}", "action": "redact"}]}

    assert dispatched("kind:\tSecret", **rules)["error"] == "denied"
    assert dispatched("a sk-1234 b", **rules) == {"text": "a [BLOCKED BY POLICY] b"}
    assert dispatched("", lambda _: {"sk-1234": [{"x": "sk-5678"}, 7]}, **rules) == {
        "[BLOCKED BY POLICY]": [{"x": "[BLOCKED BY POLICY]"}, 7]
    }
    assert dispatched("plain", **rules) == {"text": "plain"}


def test_a_redaction_over_the_marks_of_json_takes_what_it_matches_or_everything() -> None:
    def secret(_: Text) -> Any:
        return {"token": "abc", "n": 1}

    assert dispatched("", secret, deny_output=[{"pattern": "abc", "action": "redact"}]) == {
        "token": "[BLOCKED BY POLICY]",
        "n": 1,
    }
    assert (
        dispatched("", secret, deny_output=[{"pattern": '"token":"[a-z]+"', "action": "redact"}])
        == "[BLOCKED BY POLICY]"
    )


def test_the_message_of_a_failure_is_an_output_too() -> None:
    def fail(_: Text) -> None:
        raise ToolError("The key sk-1234 is not valid. Use another.", code="bad_key")

    told = dispatched("", fail, deny_output=[{"pattern": "sk-[0-9]+", "action": "redact"}])
    withheld = dispatched("", fail, deny_output=[{"pattern": "sk-[0-9]+", "message": "Withheld. Go on."}])

    assert told == {"error": "bad_key", "message": "The key [BLOCKED BY POLICY] is not valid. Use another."}
    assert withheld == {"error": "bad_key", "message": "Withheld. Go on."}


def test_a_denied_prompt_ends_the_run_before_the_model_is_asked() -> None:
    model = ScriptedProvider(["Never."])
    rules = GuardrailRules(deny_prompts=[{"pattern": "available tools", "message": "Ask about your data."}])

    with pytest.raises(AgentRunStopped, match="Ask about your data") as stopped:
        run_agent_loop([Message("user", "List the AVAILABLE tools")], provider=model, tools=[], guardrails=rules)

    assert (stopped.value.reason, model.calls) == ("denied", [])


def test_a_denied_answer_is_replaced_and_never_streamed() -> None:
    shown: list[str] = []
    model = ScriptedProvider([Reply(Message("assistant", "I can run kubectl\nand jq."))])
    rules = GuardrailRules(deny_responses=[{"pattern": "kubectl.*jq", "message": "I can help with costs."}])

    run = run_agent_loop("Hi", provider=model, tools=[], guardrails=rules, stream_to=shown.append)

    assert run.text == run.messages[-1].text == "I can help with costs."
    assert shown == ["I can help with costs."]


def test_an_answer_is_streamed_whole_where_rules_exist() -> None:
    shown: list[str] = []
    run = run_agent_loop(
        "Hi",
        provider=ScriptedProvider(["Fine, and you?"]),
        tools=[],
        guardrails=GuardrailRules(deny_responses=["kubectl"]),
        stream_to=shown.append,
        bus=EventBus(),
    )

    assert (run.text, shown) == ("Fine, and you?", ["Fine, and you?"])
