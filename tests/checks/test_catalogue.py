"""The catalogue: every check that is declared is found, whenever it is declared."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import forge_harness
import pytest_forge
from pytest_forge.checks import check as check_module
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.checks.check import check, served


@pytest.fixture(autouse=True)
def _declarations_are_put_back(monkeypatch):
    monkeypatch.setattr(check_module, "_declared", dict(check_module._declared))
    monkeypatch.setattr(check_module, "_served", dict(check_module._served))


def declare_check():
    @check(family="results", level="SHOULD", source="tests")
    def late_rule(subject):
        """A result is late."""

    return late_rule


def declare_judge_of_servers():
    @served("late_rule")
    def served_late_rule(subject):
        """A server's result is late."""

    return served_late_rule


def test_a_check_declared_after_the_catalogue_was_read_is_found():
    assert "late_rule" not in all_checks()

    judge = declare_check()

    assert all_checks()["late_rule"].judge is judge


def test_a_judge_of_servers_may_be_declared_before_its_check():
    judge = declare_judge_of_servers()
    declare_check()

    assert all_checks()["late_rule"].judge_served is judge


def test_a_judge_of_servers_may_be_declared_after_its_check_was_read():
    declare_check()
    assert all_checks()["late_rule"].judge_served is None

    judge = declare_judge_of_servers()

    assert all_checks()["late_rule"].judge_served is judge


def test_a_check_is_built_once():
    assert all_checks()["call_returns"] is all_checks()["call_returns"]


def test_every_judge_of_servers_belongs_to_a_check():
    assert set(check_module._served) - set(all_checks()) == set()


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
