"""`forge check --watch`: a change of a file of the targets makes the check again; Ctrl-C ends it."""

from __future__ import annotations

import json
import os

import pytest

from pytest_forge.commands import watching
from pytest_forge.commands.watching import watch
from pytest_forge.targets.source_files import source_places

WORDS = ("check", "definitions:tools.json", "--checks", "description_is_present", "--store", "off", "--watch")


@pytest.fixture
def edits(monkeypatch):
    """Runs one of the given edits at each pause; the last pause is interrupted, as by Ctrl-C."""

    def plan(*steps) -> None:
        left = list(steps)

        def rest() -> None:
            if not left:
                raise KeyboardInterrupt
            left.pop(0)()

        monkeypatch.setattr(watching, "rest", rest)

    return plan


def rewrite(folder, description: str):
    def edit() -> None:
        tool = {"name": "mute", "description": description, "input_schema": {"type": "object"}}
        (folder / "tools.json").write_text(json.dumps(tool))

    return edit


def test_a_change_makes_the_check_again_and_an_interruption_returns_the_last_code(forge, folder, edits):
    edits(rewrite(folder, "Return the given text."), lambda: None)

    code, out, err = forge(*WORDS)

    assert code == 0
    assert "1 finding in 1 of 2 tools" in out
    assert "No findings in 1 tool" in out
    assert err.splitlines() == [
        "forge: Watching 1 file. Press Ctrl-C to stop.",
        "forge: Changed: tools.json. Checking again.",
        "forge: Watching 1 file. Press Ctrl-C to stop.",
        "forge: Stopped watching. Start again with the same command.",
    ]


def test_a_mistake_is_told_and_the_next_change_is_waited_for(forge, folder, edits):
    edits(lambda: (folder / "tools.json").write_text("{"), lambda: None, rewrite(folder, "Return it."), lambda: None)

    code, out, err = forge(*WORDS)

    assert code == 0
    assert "is not valid JSON" in err
    assert out.count("s; ") + out.count("1 tool; ") == 2


def test_what_the_check_writes_is_no_change(tmp_path, edits, capsys):
    made: list[int] = []

    def check() -> int:
        made.append(1)
        (tmp_path / "report.txt").write_text("again" * len(made))
        return 0

    edits(lambda: None, (tmp_path / "tools.py").touch, lambda: None, lambda: None)
    code = watch(check, [tmp_path], leave=[tmp_path / "report.txt"])

    assert (code, len(made)) == (0, 2)
    assert "Changed: tools.py. Checking again." in capsys.readouterr().err


def test_the_places_of_each_kind_of_target(tmp_path):
    for name in ("src/shop/tools.py", "server/run.py", "tools/a.py", "defs.json", "single.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "src" / "shop" / "__init__.py").touch()

    def places(target: str, base=tmp_path) -> list[str]:
        return [os.path.relpath(place, tmp_path) for place in source_places([target], base=base)]

    assert places("src/shop/tools.py:add") == ["src/shop"]
    assert places("mcp:python server/run.py {workspace}") == ["server"]
    assert places("definitions:defs.json") == ["defs.json"]
    assert places("tools/") == ["tools"]
    assert places("shop.tools:add", base=tmp_path / "src") == ["src/shop"]
    assert places("mcp+http://127.0.0.1:1/mcp") == places("no.such.module") == []
