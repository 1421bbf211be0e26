"""Servers that can open no file for a while, and tell of it or answer as before."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(
    ("mode", "tool", "code"),
    [
        ("forgets", "register_boat", "write_lost"),
        ("forgets", "print_cards", "write_lost"),
        ("tells", "register_boat", ""),
        ("tells", "print_cards", ""),
        # What is written on the side may be missing.
        ("logs", "add_boat", ""),
    ],
)
def test_a_write_that_fails_is_told(served, mode, tool, code):
    with served("boat_cards.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)
        results = session.run(index, all_checks()["failure_is_not_success"])

    assert [result.code for result in results] == [code], results[0].message
