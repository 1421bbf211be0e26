"""What the tests of the commands share."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from forge_harness.cli.main import main

#: Runs `forge` with the given words in this process; returns the exit code, standard output, and standard error.
Forge = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: `tools.json` defines a tool with a description, and one without."""
    tools = [
        {"name": name, "description": description, "input_schema": {"type": "object", "properties": {}}}
        for name, description in (("told", "Return the given text as it is."), ("mute", ""))
    ]
    (tmp_path / "tools.json").write_text(json.dumps(tools))
    monkeypatch.chdir(tmp_path)
    # What one test finds is no business of the next.
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


@pytest.fixture
def forge(folder: Path, capsys: pytest.CaptureFixture[str]) -> Forge:
    def run(*words: str) -> tuple[int, str, str]:
        code = main(list(words))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def refused(forge: Forge, folder: Path) -> Callable[..., str]:
    """Runs `forge` with a mistake in it, and returns the two sentences."""

    def run(*words: str) -> str:
        before = sorted(path.name for path in folder.iterdir())
        code, out, err = forge(*words)

        assert code == 2
        assert out == ""
        assert err.startswith("forge: ")
        assert err.count("\n") == 1
        assert err.rstrip("\n").endswith((".", "?"))
        assert err.count(". ") + err.count("? ") >= 1
        assert "Traceback" not in err
        assert all(character.isprintable() for character in err.rstrip("\n"))
        assert sorted(path.name for path in folder.iterdir()) == before
        return err

    return run
