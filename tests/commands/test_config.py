"""`forge config`."""

from __future__ import annotations

import argparse
import json

import pytest

from forge_harness import CommandError
from forge_harness.cli import config as command


def forge_config(*words):
    parser = argparse.ArgumentParser()
    command.configure(parser)
    return command.run(parser.parse_args(words))


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.delenv("FLUID_CONFIG", raising=False)
    monkeypatch.setenv("FLUID_HOME", str(tmp_path))
    return tmp_path


def test_show_prints_what_is_in_force_without_secrets(home, capsys):
    (home / "config.yaml").write_text("llm: {model: m}\nsources: {a: {catalog: x, password: canary}}\n")

    code = forge_config("show", "--format", "json")

    shown = capsys.readouterr().out
    assert code == 0
    assert json.loads(shown)["llm"]["model"] == "m"
    assert json.loads(shown)["sources"] == {"a": {"catalog": "x"}}
    assert "canary" not in shown


def test_show_of_a_config_with_problems_is_a_finding(home, capsys):
    (home / "config.yaml").write_text("llm: {model: 5}\n")

    code = forge_config("show")

    assert code == 1
    assert "llm.model is not a string" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["show"], ["migrate"]])
def test_where_there_is_nothing_the_command_says_so(home, words):
    with pytest.raises(CommandError, match=r"^No (config was|older config files were) found"):
        forge_config(*words)


def test_migrate_writes_the_config_once_and_replaces_it_only_when_told(home, capsys):
    (home / "ai_config.json").write_text(json.dumps({"provider": "openai", "model": "m", "api_key": "canary"}))

    codes = [forge_config("migrate")]
    with pytest.raises(CommandError, match=r"already exists at .*\. Add --overwrite"):
        forge_config("migrate")
    codes.append(forge_config("migrate", "--overwrite"))

    assert codes == [0, 0]
    assert (home / "config.yaml").read_text() == "schema_version: 1\nllm:\n  provider: openai\n  model: m\n"
    assert (home / "config.yaml.bak").exists()
    printed = capsys.readouterr()
    assert "made from ai_config.json" in printed.out
    assert "llm.api_key" in printed.err
    assert "canary" not in printed.out + printed.err


def test_a_broken_file_is_told_in_two_sentences(home):
    (home / "config.yaml").write_text("a: [")

    with pytest.raises(CommandError, match=r"is not valid YAML in line 1\. Correct it"):
        forge_config("show")
