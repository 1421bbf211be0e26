"""The catalogue: every check that is declared is found, whenever it is declared."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import forge_harness
import pytest_forge
from pytest_forge.checks import check as check_module
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.checks.check import check


@pytest.fixture(autouse=True)
def _declarations_are_put_back(monkeypatch):
    monkeypatch.setattr(check_module, "_declared", dict(check_module._declared))


def declare_check():
    @check(family="results", level="SHOULD", source="tests")
    def late_rule(subject):
        """A result is late."""

    return late_rule


def test_a_check_declared_after_the_catalogue_was_read_is_found():
    assert "late_rule" not in all_checks()

    judge = declare_check()

    assert all_checks()["late_rule"].judge is judge


def test_a_check_is_built_once():
    assert all_checks()["call_returns"] is all_checks()["call_returns"]


def test_nothing_is_imported_by_a_call_that_the_import_contracts_do_not_see():
    # Ruff bans importlib.import_module; it cannot ban a builtin. The start-up module of a server imports none of ours:
    # it gives way to the `sitecustomize` of the server's own environment, which has the same name.
    folders = [Path(package.__file__).parent for package in (forge_harness, pytest_forge)]
    calls = [
        path.name
        for folder in folders
        for path in folder.rglob("*.py")
        if path.name != "sitecustomize.py" and "__import__" in (text := path.read_text())
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Name) and node.id == "__import__"
    ]

    assert calls == []
