"""A document of a server that is damaged is not answered like an empty one."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("way", "code"), [("empty", "failure_as_nothing"), ("fails", "")])
def test_a_damaged_document_taken_for_an_empty_one_is_found(served, way, code):
    with served("shelf.py", way, allow_destructive=True) as session:
        [found] = session.run(1, all_checks()["failure_is_not_success"])

    assert (found.status, found.code) == (("failed", code) if code else ("passed", "")), found.message
