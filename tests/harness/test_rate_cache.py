"""Rates in the user's cache folder: the same costs without the list, and never those of another list."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

#: A book in a fresh process: prints the costs of four calls, and whether the list was imported.
_ASKED = """
import json, sys
from forge_harness import PriceBook
book = PriceBook({}, warns=False, cached=True)
costs = [
    book.cost_usd(provider="openai", model=model, input_tokens=tokens, output_tokens=7)
    for model, tokens in (("gpt-4o", 1_000_003), ("gpt-4o-mini", 11), ("mystery-1", 5), ("gpt-4o", 0))
]
print(json.dumps([costs, "genai_prices" in sys.modules]))
"""
#: A list of one model; a call costs as many dollars as its tokens of the prompt, times %s.
_LIST = """
from decimal import Decimal
from types import SimpleNamespace as Some
def Usage(**tokens): return tokens
def calc_price(usage, model, *, provider_id):
    if not model.startswith("gpt-4o"): raise LookupError(model)
    return Some(total_price=Decimal(usage["input_tokens"] * %s), model=Some(prices=0), model_price=Some())
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "FLUID_HOME": str(tmp_path)}


def asked(environment: dict[str, str]) -> tuple[list[float | None], bool]:
    done = subprocess.run([sys.executable, "-c", _ASKED], env=environment, capture_output=True, check=True, timeout=60)
    costs, is_imported = json.loads(done.stdout)
    return costs, is_imported


def entry(environment: dict[str, str]) -> Path:
    (path,) = Path(environment["XDG_CACHE_HOME"]).rglob("*.json")
    return path


def install(folder: Path, factor: int) -> None:
    package = folder / "genai_prices"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text(_LIST % factor)
    (package / "data_snapshot.py").write_text("def get_snapshot(): return 0")


def test_a_second_process_costs_the_same_without_the_list(environment: dict[str, str]) -> None:
    first, second = asked(environment), asked(environment)

    assert first[1]
    assert second == (first[0], False)
    assert first[0][2] is None


def test_another_list_is_asked_itself(environment: dict[str, str], tmp_path: Path) -> None:
    environment |= {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    install(tmp_path, 2)
    before, kept = asked(environment), asked(environment)
    install(tmp_path, 3)

    after = asked(environment)

    assert (before[0][1], kept) == (22.0, (before[0], False))
    assert after == ([3_000_009.0, 33.0, None, 0.0], True)


def test_a_list_that_cannot_be_imported_leaves_no_entry(environment: dict[str, str], tmp_path: Path) -> None:
    environment |= {"PYTHONPATH": str(tmp_path)}
    install(tmp_path, 2)
    (tmp_path / "genai_prices" / "__init__.py").write_text("import a_package_that_is_missing")

    assert asked(environment)[0] == [None] * 4
    assert not list((tmp_path / "cache").rglob("*.json"))


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_text("{"),
        lambda path: path.write_text(path.read_text().replace('"2.5', '"x')),
        lambda path: path.write_text(path.read_text().replace('"rates": [', '"rates": [[1], ')),
        lambda path: path.chmod(0o666),
        lambda path: path.parent.chmod(0o777),
        lambda path: path.rename(path.with_suffix(".kept")) and path.symlink_to(path.with_suffix(".kept")),
    ],
    ids=["no JSON", "no number", "no row", "writable by others", "in a folder of others", "symbolic link"],
)
def test_an_entry_that_may_be_wrong_is_ignored(damage, environment: dict[str, str], tmp_path: Path) -> None:
    environment |= {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    install(tmp_path, 2.5)
    first = asked(environment)
    damage(entry(environment))

    assert asked(environment) == (first[0], True)
