"""A tool of a server that makes its answer anew leaves the data alone of which it makes it."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize("mode", ["shared", "copied", "told"])
def test_an_answer_is_made_of_a_copy(served, mode):
    with served("packings.py", mode, allow_destructive=True) as session:
        [result] = session.run(0, all_checks()["equal_calls_agree"])

    if mode == "shared":
        assert (result.status, result.code) == ("failed", "shared_part_changed"), result.message
    else:
        assert result.status == "not_applicable", result.message
