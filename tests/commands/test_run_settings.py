"""`forge run` goes by its words, the environment and the config, and tells what the model lacks and what a run cost."""

from __future__ import annotations

import argparse
import json

import httpx
import pytest

from forge_harness import CommandError, CostBreakdown, CostRow, RunCostTracker, cost_footer, get_provider
from forge_harness.cli import run as command

CONFIG = """
llm: {provider: openai, model: gpt-4.1, temperature: 0.5}
prices: {prices: {gpt-4.1: [1000000, 1000000]}}
behavior: {cost_limit_usd_per_run: 100}
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in ("FLUID_CONFIG", "FLUID_COST_LIMIT_USD", "FLUID_PRICES_JSON", "FLUID_QUIET", "FLUID_NONINTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FLUID_HOME", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    return tmp_path


@pytest.fixture
def forge_run(home, monkeypatch):
    """Run the command against a model that answers at once, and return the body it was sent."""
    sent = []

    def answer(request):
        sent.append(json.loads(request.content))
        choice = {"finish_reason": "stop", "message": {"content": "Done."}}
        return httpx.Response(200, json={"choices": [choice], "usage": {"prompt_tokens": 3, "completion_tokens": 2}})

    client = httpx.Client(transport=httpx.MockTransport(answer))
    monkeypatch.setattr(command, "get_provider", lambda name, **rest: get_provider(name, client=client, **rest))

    def run(*words):
        parser = argparse.ArgumentParser()
        command.configure(parser)
        assert command.run(parser.parse_args(["Go.", *words])) == 0
        return sent[-1]

    return run


@pytest.mark.requirement("config:in-forge-run")
def test_model_and_temperature_are_those_of_the_config_unless_named(forge_run, home):
    (home / "config.yaml").write_text(CONFIG)

    bodies = [forge_run(), forge_run("--model", "gpt-4o")]

    assert [(body["model"], body["temperature"]) for body in bodies] == [("gpt-4.1", 0.5), ("gpt-4o", 0.5)]


@pytest.mark.requirement("config:in-forge-run")
def test_the_limit_of_the_config_is_held_with_its_prices(forge_run, home):
    (home / "config.yaml").write_text(CONFIG.replace(": 100}", ": 4}"))

    with pytest.raises(CommandError, match=r"\$5\.00 > \$4\.00"):
        forge_run()


@pytest.mark.requirement("config:in-forge-run")
def test_a_limit_that_is_given_stands_before_all_others(forge_run, home, monkeypatch):
    (home / "config.yaml").write_text(CONFIG.replace(": 100}", ": 1}"))
    monkeypatch.setenv("FLUID_COST_LIMIT_USD", "2")

    with pytest.raises(CommandError, match=r"\$5\.00 > \$2\.00"):
        forge_run()

    assert forge_run("--cost-limit", "6")["model"] == "gpt-4.1"


def test_a_limit_that_cannot_be_read_stops_the_run_unless_one_is_given(forge_run, home):
    (home / "config.yaml").write_text(CONFIG.replace(": 100}", ": much}"))

    with pytest.raises(CommandError, match="cost_limit_usd_per_run"):
        forge_run()

    assert forge_run("--cost-limit", "6")["model"] == "gpt-4.1"


@pytest.mark.parametrize("words", [[], ["--provider", "openai"], ["--model", "m"]])
def test_a_run_without_provider_or_model_is_refused_in_two_sentences(forge_run, words):
    with pytest.raises(CommandError, match=r"^The (provider|model) is missing\. Add --\1"):
        forge_run(*words)


def test_a_broken_config_is_refused_before_anything_is_sent(forge_run, home):
    (home / "config.yaml").write_text("a: [")

    with pytest.raises(CommandError, match="is not valid YAML"):
        forge_run("--provider", "openai", "--model", "m")


@pytest.mark.requirement("capability:in-the-loop")
@pytest.mark.parametrize("words", [[], ["--quiet"]])
def test_the_run_begins_with_what_the_model_lacks_unless_it_is_quiet(words, forge_run, capsys):
    forge_run("--provider", "openai", "--model", "o1", *words)

    told = capsys.readouterr().err
    assert ("openai/o1 does not reliably support streaming" in told) is (words == [])
    assert ("Note for openai/o1" in told) is (words == [])


@pytest.mark.requirement("cost:footer")
def test_the_run_ends_with_what_it_used_and_cost(forge_run, home, capsys):
    (home / "config.yaml").write_text(CONFIG)

    forge_run()

    told = capsys.readouterr().err
    assert "openai/gpt-4.1: 1 call, 3 tokens in, 2 out, $5.0000" in told
    assert "total: $5.0000 of $100.0000" in told


@pytest.mark.requirement("cost:footer")
def test_the_footer_shows_all_five_dimensions():
    used = CostBreakdown(
        rows=(CostRow(("openai", "a"), 2, 10, 5, 0.5), CostRow(("openai", "b"), 1, 1, 1, 0.0, 1)),
        agent_rows=(CostRow(("logical", "Modeler"), 2, 10, 5, 0.5),),
        missing_usage_calls=1,
        variant_lint_findings={"dv2": 3},
        catalog_fetch_ms={"snowflake": 12.4},
    )

    assert cost_footer(used) == [
        "openai/a: 2 calls, 10 tokens in, 5 out, $0.5000",
        "openai/b: 1 call, 1 tokens in, 1 out, unknown price",
        "of these, logical Modeler: 2 calls, 10 tokens in, 5 out, $0.5000",
        "total: $0.5000 plus calls of unknown price",
        "warning: 1 call without usage data",
        "warning: 3 findings of the variant dv2",
        "catalog snowflake: 12 ms",
    ]
    assert cost_footer(RunCostTracker().breakdown()) == []
