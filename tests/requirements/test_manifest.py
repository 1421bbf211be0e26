"""The manifest of requirements, enforced both ways: no promise without a test, no marker without a promise."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
MANIFESTS = sorted(Path(__file__).parent.glob("seed_*.py"))


def rows_of(path: Path) -> dict[str, object]:
    """The rows of one manifest file, however pytest was told to import."""
    package = "requirement_manifest"
    if package not in sys.modules:
        spec = importlib.util.spec_from_loader(package, loader=None, is_package=True)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        module.__path__ = [str(path.parent)]
        sys.modules[package] = module
    return dict(importlib.import_module(f"{package}.{path.stem}").REQUIREMENTS)


ROWS = {path.stem: rows_of(path) for path in MANIFESTS}
ALL = {name: row for rows in ROWS.values() for name, row in rows.items()}


def marks(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every ``requirement(...)`` of a file that stands as a mark, with its line."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "requirement"
            and isinstance(node.func.value, ast.Attribute)
            and node.func.value.attr == "mark"
        ):
            for argument in node.args:
                yield (argument.value if isinstance(argument, ast.Constant) else ast.dump(argument)), node.lineno


@pytest.fixture(scope="module")
def marked() -> dict[str, list[str]]:
    """Requirement ids with the places of the tests that carry them."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        # Few files have such a mark.
        if "requirement" in text:
            for name, line in marks(ast.parse(text)):
                found.setdefault(name, []).append(f"{path.relative_to(TESTS)}:{line}")
    return found


@pytest.mark.parametrize("name", sorted(name for name, row in ALL.items() if row.deferred is None))
def test_every_requirement_has_a_test(name: str, marked: dict[str, list[str]]) -> None:
    assert marked.get(name), f"No test carries @pytest.mark.requirement({name!r}). Write one, or defer the row."


@pytest.mark.parametrize("name", sorted(name for name, row in ALL.items() if row.deferred is not None))
def test_a_deferred_requirement_has_no_test(name: str, marked: dict[str, list[str]]) -> None:
    assert name not in marked, f"{marked[name]} test what is deferred. Take `deferred` out of the row."


def test_every_mark_names_a_requirement(marked: dict[str, list[str]]) -> None:
    unknown = {name: places for name, places in marked.items() if name not in ALL}

    assert unknown == {}


def test_no_id_stands_in_two_manifests() -> None:
    names = [name for rows in ROWS.values() for name in rows]

    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.stem)
def test_no_id_stands_twice_in_one_manifest(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    keys = [
        key.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Dict)
        for key in node.keys
        if isinstance(key, ast.Constant)
    ]

    assert sorted(keys) == sorted(set(keys))
    assert set(keys) == set(ROWS[path.stem])


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_row_is_written_out(name: str) -> None:
    row = ALL[name]

    area, _, promise = name.partition(":")
    assert area
    assert promise == promise.lower().replace(" ", "-")
    assert row.source.startswith("seed 00")
    assert row.behaviour.endswith(".")
    assert row.deferred is None or row.deferred.endswith(".")


def test_the_promises_of_the_first_seeds_are_all_there() -> None:
    assert {"seed_000", "seed_002", "seed_003_s013", "seed_004"} <= set(ROWS)
    assert len(ALL) >= 100
