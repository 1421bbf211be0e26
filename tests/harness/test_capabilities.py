"""What each model can do, and the warnings before a run that asks more of it."""

from __future__ import annotations

import logging

import pytest
from pydantic import BaseModel

from forge_harness import (
    ScriptedProvider,
    assess_capabilities,
    emit_degradation_warnings,
    forge_tool,
    format_degradation_warnings,
    required_capabilities_for,
    run_agent_loop,
)
from forge_harness.capabilities import CATALOGUE_DATE


class Nothing(BaseModel):
    pass


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FLUID_QUIET", raising=False)
    monkeypatch.delenv("FLUID_NONINTERACTIVE", raising=False)


@pytest.mark.requirement("capability:matrix")
@pytest.mark.parametrize(
    ("provider", "model", "prefix", "flags"),
    [
        ("anthropic", "claude-opus-4-7", "claude-opus-4-7", "TSMCX"),
        ("anthropic", "claude-haiku-4-5-20251001", "claude-haiku-4-5", "TSMC"),
        ("anthropic", "claude-3-haiku-20240307", "claude-3", "TSM"),
        ("anthropic", "claude-3-5-sonnet-latest", "claude-3-5-sonnet", "TSMC"),
        ("claude", " Claude-Sonnet-4-6 ", "claude-sonnet-4-6", "TSMC"),
        ("openai", "o1", "o1", "SX"),
        ("openai", "o1-mini", "o1", "SX"),
        ("openai", "o3-mini", "o3", "TSMX"),
        ("openai", "gpt-4.1-nano", "gpt-4.1", "TSM"),
        ("OpenAI", "gpt-4o-2024-08-06", "gpt-4o", "TSM"),
        ("openai", "gpt-4-0613", "gpt-4", "TM"),
        ("openai", "gpt-3.5-turbo", "gpt-3.5", "TM"),
        ("gemini", "gemini-2.5-flash-001", "gemini-2.5", "TSM"),
        ("google", "models/gemini-1.5-pro", "gemini-1.5", "TSM"),
        ("ollama", "llama3.1:8b", "llama3.1", "TM"),
        ("ollama", "gemma2:9b", "gemma2", "M"),
        ("ollama", "phi3:mini", "phi3", "M"),
        ("openai", "o100-x", "", "M"),
        ("openai", "gpt-45", "", "M"),
        ("openai", "claude-opus-4-7", "", "M"),
        ("nobody", "gpt-4o", "", "M"),
    ],
)
def test_a_model_is_found_by_provider_and_longest_prefix(provider: str, model: str, prefix: str, flags: str) -> None:
    found = assess_capabilities(provider, model)

    assert found.model_prefix == prefix
    assert (found.provider == "_unknown") == (not found.is_known) == (prefix == "")
    assert (
        found.tool_use,
        found.structured_output,
        found.streaming,
        found.prompt_caching,
        found.extended_thinking,
    ) == tuple(letter in flags for letter in "TSMCX")


@pytest.mark.requirement("capability:matrix")
@pytest.mark.parametrize(
    ("provider", "model", "parallel"),
    [
        ("anthropic", "claude-sonnet-4-5", True),
        ("anthropic", "claude-3-haiku-20240307", None),
        ("openai", "o3-mini", False),
        ("openai", "gpt-5-mini", True),
        ("openai", "gpt-4o-2024-08-06", True),
        ("openai", "gpt-4-0125-preview", True),
        ("openai", "gpt-4-0613", False),
        ("gemini", "gemini-2.0-flash", True),
        ("ollama", "qwen3:8b", True),
        ("ollama", "llama3.3", False),
        ("ollama", "mistral", None),
        ("nobody", "gpt-4o", None),
    ],
)
def test_whether_several_tools_are_called_in_a_turn_is_told_where_it_is_documented(
    provider: str, model: str, parallel: bool | None
) -> None:
    lines = format_degradation_warnings(
        provider=provider, model=model, usage_profile="agent_loop", required=["parallel_tool_calls"]
    )

    assert assess_capabilities(provider, model).parallel_tool_calls is parallel
    assert any("does not reliably support parallel tool calls" in line for line in lines) is (parallel is False)


@pytest.mark.parametrize(
    ("model", "count", "is_told"),
    [("o3", 2, True), ("o3", 1, False), ("o3", 0, False), ("gpt-4o", 2, False), ("o1", 2, False)],
)
def test_a_run_with_several_tools_tells_of_a_model_that_calls_one_a_turn(model: str, count: int, is_told: bool) -> None:
    provider = ScriptedProvider(["Done."])
    provider.name, provider.model = "openai", model
    tools = [
        forge_tool(name=f"look_{number}", args_schema=Nothing, tier="read", register=False)(lambda args: 1)
        for number in range(count)
    ]
    told: list[str] = []

    run_agent_loop("Look.", provider=provider, tools=tools, warn=told.append)

    assert any("calls one tool a turn" in line for line in told) is is_told


@pytest.mark.requirement("capability:degradation-warnings")
def test_each_thing_the_run_lacks_is_one_line_and_notes_follow() -> None:
    lines = format_degradation_warnings(provider="ollama", model="gemma2:9b", usage_profile="agent_loop")

    assert lines == [
        "ollama/gemma2:9b does not reliably support tool use, which this run needs.",
        "ollama/gemma2:9b does not reliably support structured output, which this run needs.",
        "Note for ollama/gemma2:9b: It was not trained to call tools.",
    ]


@pytest.mark.requirement("capability:degradation-warnings")
def test_a_model_that_can_do_it_all_has_no_warning() -> None:
    assert format_degradation_warnings(provider="openai", model="gpt-4o", usage_profile="agent_loop") == []


@pytest.mark.requirement("capability:degradation-warnings")
def test_an_unknown_model_is_reported_as_unknown_and_nothing_else() -> None:
    (line,) = format_degradation_warnings(provider="nobody", model="m-1", usage_profile="agent_loop")

    assert line.startswith(f"nobody/m-1 is not in the capability catalog of {CATALOGUE_DATE}")


def test_a_profile_names_what_it_needs() -> None:
    assert required_capabilities_for("agent_loop") == ("tool_use", "structured_output")
    assert required_capabilities_for("staged_pipeline") == ("structured_output",)
    assert required_capabilities_for("no such profile") == ("structured_output",)


def test_what_is_required_may_be_given() -> None:
    lines = format_degradation_warnings(
        provider="openai", model="gpt-4o", usage_profile="agent_loop", required=["extended_thinking"]
    )

    assert lines == ["openai/gpt-4o does not reliably support extended thinking, which this run needs."]
    with pytest.raises(ValueError, match=r"\['telepathy'\] are not capabilities\. Use"):
        format_degradation_warnings(
            provider="openai",
            model="gpt-4o",
            usage_profile="agent_loop",
            required=["telepathy"],  # type: ignore[list-item]  # what a caller without mypy may pass
        )


@pytest.mark.requirement("capability:quiet")
def test_warnings_are_written_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    lines = emit_degradation_warnings(provider="ollama", model="phi", usage_profile="agent_loop")

    assert capsys.readouterr().err.splitlines() == lines
    assert len(lines) == 3


@pytest.mark.requirement("capability:quiet")
@pytest.mark.parametrize("how", ["argument", "FLUID_QUIET", "FLUID_NONINTERACTIVE"])
def test_quiet_hides_the_warnings_and_logs_how_many(
    how: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    if how != "argument":
        monkeypatch.setenv(how, "1")

    lines = emit_degradation_warnings(
        provider="ollama", model="phi", usage_profile="agent_loop", quiet=how == "argument"
    )

    assert len(lines) == 3
    assert capsys.readouterr().err == ""
    assert "3 warnings" in caplog.text


@pytest.mark.requirement("capability:in-the-loop")
@pytest.mark.requirement("copilot:capability-warnings")
@pytest.mark.parametrize(
    ("model", "tools", "streams", "said"),
    [
        ("o1", True, True, ["tool use", "streaming"]),
        ("o1", False, True, ["streaming"]),
        ("o1", False, False, []),
        ("gpt-4.1", True, True, []),
        ("a-model-nobody-knows", True, True, []),
        ("", True, True, []),
    ],
)
def test_a_run_that_asks_more_than_its_model_can_do_logs_it_once(model, tools, streams, said, caplog):
    @forge_tool(name="t", args_schema=Nothing, tier="read", register=False)
    def t(args):
        """Do."""

    run_agent_loop(
        "Go.",
        provider=ScriptedProvider(["Done."], name="openai", model=model),
        tools=[t] if tools else [],
        stream_to=(lambda piece: None) if streams else None,
    )

    lines = [record.message for record in caplog.records if record.name == "forge_harness.capabilities"]
    assert [f"does not reliably support {thing}" in line for thing, line in zip(said, lines, strict=True)] == [
        True for _ in said
    ]


def test_whoever_listens_is_told_notes_and_unknown_models_too(caplog):
    told: list[str] = []
    for model in ("o1", "a-model-nobody-knows"):
        run_agent_loop(
            "Go.", provider=ScriptedProvider(["Done."], name="openai", model=model), tools=[], warn=told.append
        )

    assert [line.split(" ")[0] for line in told] == ["Note", "openai/a-model-nobody-knows"]
    assert "forge_harness.capabilities" not in {record.name for record in caplog.records}
