"""A PIN in the data of a server is a secret, though it has no letters."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("way", "code"), [("clear", "secret_shown"), ("masked", "")])
def test_a_pin_that_is_said_to_be_masked_is_found(served, way, code):
    with served("doors_shown.py", way, allow_destructive=True) as session:
        [found] = session.run(0, all_checks()["results_hold_no_environment"])

    assert (found.status, found.code) == (("failed", code) if code else ("passed", "")), found.message
