"""The text of a library's exception that a server handles is found in its answers; a sentence of its own is not."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def handled():
    with open_session(target("handled.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("read_note", "zlib.error"),
        ("size_of_note", "zlib.error"),
        ("open_note", ""),
        ("add_shelf", ""),
        ("count_settings", ""),
        ("name_shelf", ""),
    ],
)
def test_the_text_of_a_handled_exception_does_not_belong_into_an_answer(handled, tool, expected):
    index = [facts.name for facts in handled.tools].index(tool)

    [result] = handled.run(index, all_checks()["errors_carry_no_detail"])

    assert (result.status, result.code) == (("failed", "exception_text_in_answer") if expected else ("passed", ""))
    assert expected in result.message
