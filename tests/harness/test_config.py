"""The unified config: what it says, what stands before it, and how the older files become it."""

from __future__ import annotations

import json
import logging
import os
import stat
from pathlib import Path

import pytest
import yaml

from forge_harness import (
    BehaviorConfig,
    LlmConfig,
    PriceBook,
    UnifiedConfig,
    load_unified_config,
    migrate_legacy_to_unified,
    run_settings,
)

WHOLE = """\
schema_version: 1
llm:
  provider: anthropic
  model: claude-sonnet-4-6
  tiered: false
sources:
  sources:
    snowflake-prod:
      catalog: snowflake
      auth_method: key_pair
      account: myorg-abc12345
prices:
  prices:
    claude-sonnet-4-6: [2.40, 12.00]
behavior:
  quiet: false
  deterministic: false
  cost_limit_usd_per_run: 5.00
"""


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    for name in list(os.environ):
        if name.startswith("FLUID_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("FLUID_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def write(path, content):
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


@pytest.mark.requirement("config:sections")
def test_the_file_of_the_seed_is_understood(home):
    path = write(home / "config.yaml", WHOLE)

    config = load_unified_config()

    assert config == UnifiedConfig(
        llm=LlmConfig("anthropic", "claude-sonnet-4-6"),
        sources={"snowflake-prod": {"catalog": "snowflake", "auth_method": "key_pair", "account": "myorg-abc12345"}},
        prices={"claude-sonnet-4-6": (2.4, 12.0)},
        behavior=BehaviorConfig(cost_limit_usd_per_run=5.0),
        path=path,
    )


@pytest.mark.requirement("config:place")
def test_the_file_is_looked_for_where_the_environment_says(home, tmp_path, monkeypatch):
    write(home / "config.yaml", "llm: {model: home}")
    named = write(tmp_path / "named.yaml", "llm: {model: named}")
    given = write(tmp_path / "given.yaml", "llm: {model: given}")
    found = [load_unified_config().llm.model]
    monkeypatch.setenv("FLUID_CONFIG", str(named))
    found.append(load_unified_config().llm.model)
    found.append(load_unified_config(given).llm.model)

    assert found == ["home", "named", "given"]


@pytest.mark.requirement("config:place")
def test_without_any_file_there_is_no_config(home, monkeypatch):
    assert load_unified_config() is None

    monkeypatch.setenv("FLUID_CONFIG", str(home / "missing.yaml"))

    assert load_unified_config() is None


@pytest.mark.parametrize(
    "content",
    [
        "a: [",
        "- a\n- b\n",
        "just words",
        "a: &x [1]\nb: *x\n",
        "a: !!python/object/apply:os.getcwd []\n",
        "[" * 5000,
        "a" * 300000,
    ],
    ids=["broken", "a-list", "a-text", "aliases", "code", "deep", "long"],
)
def test_a_file_that_is_no_config_is_refused_in_two_sentences(home, content):
    write(home / "config.yaml", content)

    with pytest.raises(ValueError, match=r"config\.yaml") as caught:
        load_unified_config()

    assert str(caught.value).count(". ") == 1
    assert str(caught.value).endswith(".")


@pytest.mark.requirement("config:one-bad-value")
@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("llm: {provider: 5}", "llm.provider"),
        ("llm: words", "'llm'"),
        ("llm: {temperature: 9}", "llm.temperature"),
        ("llm: {tiered: 3}", "llm.tiered"),
        ("sources: {sources: {a: 1}}", "'a'"),
        ("prices: {prices: {m: [1]}}", "'m'"),
        ("schema_version: 99", "99"),
        ("schema_version: soon", "soon"),
        ("behaviour: {quiet: true}", "'behaviour'"),
    ],
)
def test_one_bad_value_costs_that_value_alone_and_is_told(home, bad, said, caplog):
    write(home / "config.yaml", f"{bad}\nbehavior: {{quiet: true, cost_limit_usd_per_run: 2}}\n")

    with caplog.at_level(logging.WARNING):
        config = load_unified_config()

    assert config.behavior == BehaviorConfig(quiet=True, cost_limit_usd_per_run=2.0)
    (problem,) = config.problems
    assert said in problem
    assert problem in caplog.text


def test_a_bad_limit_is_a_problem_and_no_limit_of_nothing(home):
    write(home / "config.yaml", "behavior: {cost_limit_usd_per_run: much, quiet: true}")

    config = load_unified_config()

    assert config.behavior == BehaviorConfig(quiet=True)
    assert "cost_limit_usd_per_run" in config.problems[0]


def test_flat_sources_and_prices_are_understood(home):
    write(home / "config.yaml", "prices: {m: [1, 2]}\nsources: {a: {catalog: x}}")

    config = load_unified_config()

    assert (config.prices, config.sources) == ({"m": (1.0, 2.0)}, {"a": {"catalog": "x"}})


@pytest.mark.requirement("config:precedence")
@pytest.mark.parametrize(
    ("given", "environment", "file", "expected"),
    [
        (3.0, "2", 1.0, 3.0),
        (None, "2", 1.0, 2.0),
        (None, None, 1.0, 1.0),
        (None, None, None, None),
        (0.0, "2", 1.0, None),
        (None, "much", 1.0, 1.0),
        (None, "0", 1.0, None),
    ],
)
def test_what_is_given_stands_before_environment_file_and_default(
    home, monkeypatch, given, environment, file, expected
):
    if environment is not None:
        monkeypatch.setenv("FLUID_COST_LIMIT_USD", environment)
        monkeypatch.setenv("FLUID_LLM_TEMPERATURE", environment)
    config = UnifiedConfig(llm=LlmConfig(temperature=file), behavior=BehaviorConfig(cost_limit_usd_per_run=file))

    settings = run_settings(config, cost_limit=given, temperature=given)

    assert settings.cost_limit_usd == expected
    expected_temperature = {"0": 0.0}.get(environment, expected) if given is None else given
    assert settings.temperature == expected_temperature


@pytest.mark.requirement("config:precedence")
def test_the_model_of_the_file_is_that_of_its_provider(home, monkeypatch):
    config = UnifiedConfig(llm=LlmConfig("anthropic", "claude-sonnet-4-6"))
    asked = [run_settings(config), run_settings(config, provider="openai"), run_settings(config, model="m")]
    monkeypatch.setenv("FLUID_LLM_PROVIDER", "openai")
    monkeypatch.setenv("FLUID_LLM_MODEL", "gpt-4.1")
    asked += [run_settings(config), run_settings(config, provider="gemini", model="g"), run_settings(None)]

    assert [(settings.provider, settings.model) for settings in asked] == [
        ("anthropic", "claude-sonnet-4-6"),
        ("openai", None),
        ("anthropic", "m"),
        ("openai", "gpt-4.1"),
        ("gemini", "g"),
        ("openai", "gpt-4.1"),
    ]


@pytest.mark.requirement("config:precedence")
def test_quiet_and_deterministic_are_what_they_say(home, monkeypatch):
    config = UnifiedConfig(behavior=BehaviorConfig(quiet=True, deterministic=True))
    told = [run_settings(None).quiet, run_settings(config).quiet, run_settings(config, quiet=False).quiet]
    monkeypatch.setenv("FLUID_QUIET", "1")
    told.append(run_settings(None).quiet)

    assert told == [False, True, False, True]
    assert run_settings(config).temperature == 0.0


@pytest.mark.requirement("cost:unified-config-limit")
def test_limit_and_prices_of_the_file_hold_for_a_run(home, tmp_path, monkeypatch):
    write(home / "config.yaml", WHOLE)
    settings = run_settings(load_unified_config())

    cost = PriceBook(settings.prices).cost_usd(
        provider="anthropic", model="claude-sonnet-4-6", input_tokens=1_000_000, output_tokens=1_000_000
    )

    assert (cost, settings.cost_limit_usd) == (pytest.approx(14.4), 5.0)

    monkeypatch.setenv("FLUID_PRICES_JSON", str(write(tmp_path / "p.json", {"claude-sonnet-4-6": [1, 1]})))

    assert run_settings(load_unified_config()).prices == {"claude-sonnet-4-6": (1.0, 1.0)}


def test_nothing_is_read_until_it_is_asked_for(home, monkeypatch):
    write(home / "config.yaml", "a: [")

    assert run_settings(None).provider is None


@pytest.mark.requirement("config:legacy-fallback")
def test_the_older_files_are_read_for_what_the_new_one_lacks(home):
    write(home / "ai_config.json", {"provider": "openai", "model": "gpt-4.1", "api_key": "sk-abcDEF0123456789abcdef"})
    write(home / "prices.json", {"m": [1, 2]})
    alone = load_unified_config()
    write(home / "config.yaml", "llm: {provider: gemini}")

    both = load_unified_config()

    assert (alone.llm, alone.path) == (LlmConfig("openai", "gpt-4.1"), None)
    assert (both.llm, both.prices) == (LlmConfig("gemini"), {"m": (1.0, 2.0)})


def test_a_broken_older_file_does_not_hide_the_others(home):
    write(home / "ai_config.json", "{")
    write(home / "sources.yaml", "a: {catalog: x}")

    config = load_unified_config()

    assert config.sources == {"a": {"catalog": "x"}}
    assert "ai_config.json" in config.problems[0]


SECRETS = {
    "password": "hunter2",
    "api_key": "x",
    "apiKey": "y",
    "PRIVATE_KEY": "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----",
    "client_secret": "z-canary",
    "token": "t-canary",
    "note": "AKIAIOSFODNN7EXAMPLE",
    "url": "postgres://me:canary9word@db.example/x",
    "odd": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "nested": {"passphrase": "p-canary", "role": "READER"},
    "list": ["ghp_0123456789abcdefghijklmnopqrstuvwxyz", "plain", {"pwd": "q-canary"}],
}
HARMLESS = {
    "catalog": "snowflake",
    "auth_method": "key_pair",
    "account": "myorg-abc12345",
    "private_key_path": "/home/me/keys/rsa_key.p8",
    "password_env": "WAREHOUSE_PASSWORD",
    "credential_id": "snowflake-prod",
    "port": 5432,
    "warehouse": "COMPUTE_WH",
}


@pytest.fixture
def legacy(home) -> Path:
    providers = {"anthropic": {"model": "claude-sonnet-4-6", "api_key": "sk-ant-canary0123456789ABCDEF"}, "openai": {}}
    write(home / "ai_config.json", {"active": "anthropic", "providers": providers})
    write(home / "sources.yaml", yaml.safe_dump({"sources": {"warehouse": HARMLESS | SECRETS, "broken": 5}}))
    write(home / "prices.json", {"prices": {"m": [1, 2], "bad": [1]}})
    return home


def leaves(value):
    if isinstance(value, dict):
        return [leaf for part in value.values() for leaf in leaves(part)]
    return [leaf for part in value for leaf in leaves(part)] if isinstance(value, list) else [str(value)]


@pytest.mark.requirement("config:migration")
def test_the_older_files_become_one(legacy):
    before = {path.name: path.read_bytes() for path in legacy.iterdir()}

    path, consumed = migrate_legacy_to_unified()

    config = load_unified_config(path)
    assert path == legacy / "config.yaml"
    assert [file.name for file in consumed] == ["ai_config.json", "sources.yaml", "prices.json"]
    assert config.problems == ()
    assert config.llm == LlmConfig("anthropic", "claude-sonnet-4-6")
    assert config.prices == {"m": (1.0, 2.0)}
    assert config.sources["warehouse"] == HARMLESS | {"nested": {"role": "READER"}, "list": ["plain", {}]}
    assert {name: (legacy / name).read_bytes() for name in before} == before


@pytest.mark.requirement("config:no-secrets")
def test_no_secret_is_written_or_told(legacy, caplog):
    with caplog.at_level(logging.DEBUG):
        path, _ = migrate_legacy_to_unified()

    written = path.read_text()
    secrets = [leaf for leaf in leaves(SECRETS) if leaf not in ("READER", "plain") and len(leaf) > 1]
    assert [secret for secret in [*secrets, "canary"] if secret in written + caplog.text] == []
    assert "warehouse.password" in caplog.text
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.requirement("config:migration")
def test_the_same_files_give_the_same_bytes(legacy, tmp_path):
    first, _ = migrate_legacy_to_unified(target_path=tmp_path / "a" / "config.yaml")
    second, _ = migrate_legacy_to_unified(target_path=tmp_path / "b" / "config.yaml")

    assert first.read_bytes() == second.read_bytes()


@pytest.mark.requirement("config:backup")
def test_a_config_that_is_there_is_kept_as_a_backup_or_left_alone(legacy):
    write(legacy / "config.yaml", "llm: {model: first}")

    with pytest.raises(FileExistsError, match=r"already exists at .*\. Pass overwrite=True"):
        migrate_legacy_to_unified()
    assert (legacy / "config.yaml").read_text() == "llm: {model: first}"

    migrate_legacy_to_unified(overwrite=True)
    migrate_legacy_to_unified(overwrite=True)

    assert (legacy / "config.yaml.bak").read_text() == "llm: {model: first}"
    assert (legacy / "config.yaml.bak.1").read_text() == (legacy / "config.yaml").read_text()
    assert sorted(path.name for path in legacy.iterdir() if path.name.startswith(".")) == []


@pytest.mark.requirement("config:migration")
def test_where_an_older_file_is_broken_nothing_is_written(legacy):
    write(legacy / "ai_config.json", "{")

    with pytest.raises(ValueError, match=r"ai_config\.json' is not valid JSON\. Correct it"):
        migrate_legacy_to_unified()

    assert not (legacy / "config.yaml").exists()


def test_where_there_is_nothing_old_nothing_is_written(home):
    path, consumed = migrate_legacy_to_unified()

    assert consumed == []
    assert not path.exists()
