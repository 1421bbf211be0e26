"""A server that promises to take both forms of an accent is asked for both."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("way", "status"), [("composed", "failed"), ("both", "passed")])
def test_a_form_of_an_accent_that_is_not_taken_is_found(served, way, status):
    with served("accents.py", way, allow_destructive=True) as session:
        [found] = session.run(0, all_checks()["common_rules_hold"])

    assert found.status == status, found.message
