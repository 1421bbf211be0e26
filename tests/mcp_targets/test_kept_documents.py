"""A server that answers from memory after its document was damaged is found, and one with another memory is not."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, silent_target, target


@pytest.fixture(scope="module", params=[target, silent_target], ids=["seen from inside", "seen from outside"])
def documents(request):
    with open_session(request.param("documents.py", "{workspace}"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("next_line", ("failed", "failure_as_memory")),
        ("next_ferry", ("passed", "")),
        ("next_tram", ("passed", "")),
        ("next_boat", ("passed", "")),
        ("next_train", ("passed", "")),
        ("next_taxi", ("passed", "")),
    ],
)
def test_a_damaged_document_is_not_answered_from_memory(documents, tool, expected):
    index = [facts.name for facts in documents.tools].index(tool)

    [result] = documents.run(index, all_checks()["failure_is_not_success"])

    assert (result.status, result.code) == expected, result.message
