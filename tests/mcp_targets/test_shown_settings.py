"""A secret that a server masks in one place of its settings is masked in every place."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def lighthouse():
    with open_session(target("shown_settings.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "code"),
    [
        ("shows_part", "secret_shown"),
        ("shows_masked_part", ""),
        ("shows_named_part", "secret_shown"),
        ("shows_all", "secret_shown"),
        ("lists_keys", ""),
        ("makes_key", ""),
    ],
)
def test_a_secret_that_is_masked_elsewhere_is_not_shown(lighthouse, tool, code):
    index = [facts.name for facts in lighthouse.tools].index(tool)

    [result] = lighthouse.run(index, all_checks()["results_hold_no_environment"])

    assert (result.status, result.code) == ("failed" if code else "passed", code), result.message
