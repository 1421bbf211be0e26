"""Codes: every finding of ours has one, and every check documents its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pytest_forge.checks
from pytest_forge.checks.catalogue import all_checks

FILES = sorted(
    path for path in Path(pytest_forge.checks.__file__).parent.rglob("*.py") if path.parent.name != "examples"
)
#: What a check makes of what it has found.
FINDINGS = ("CheckFailure", "CallNeverReturned")


def raised(path: Path) -> Iterator[ast.Call]:
    """Yield each finding that a module makes."""
    text = path.read_text()
    for node in ast.walk(ast.parse(text)) if any(name in text for name in FINDINGS) else ():
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in FINDINGS:
            yield node


def texts_beside_tables(path: Path) -> Iterator[str]:
    """Yield each text of a module that is not a key of a dict, where codes are documented."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    keys = {id(key) for node in nodes if isinstance(node, ast.Dict) for key in node.keys}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in keys:
            yield node.value


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_finding_of_ours_has_a_code(path):
    without = [node.lineno for node in raised(path) if len(node.args) != 2 and path.name != "candidates.py"]

    assert without == []


def test_every_check_documents_its_codes_in_plain_clauses():
    meanings = [meaning for check in all_checks().values() for meaning in (*check.codes.values(),)]

    assert [check.id for check in all_checks().values() if not check.codes] == []
    assert [meaning for meaning in meanings if not (meaning[0].isupper() and meaning.endswith("."))] == []


def test_every_code_that_is_documented_is_reported_by_somebody_and_the_other_way_round():
    literal = {node.args[0].value for path in FILES for node in raised(path) if isinstance(node.args[0], ast.Constant)}
    documented = {code for check in all_checks().values() for code in check.codes}
    # Some hand their code to whoever makes the finding.
    written = {text for path in FILES for text in texts_beside_tables(path)}

    assert literal - documented == set()
    assert documented - written == set()
