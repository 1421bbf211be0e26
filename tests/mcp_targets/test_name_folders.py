"""A server whose name of a folder only begins as it should is found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("mode", "expected"), [("beginning", "path_traversal"), ("whole", "")])
def test_a_name_that_only_begins_like_one_leads_to_no_other_folder(served, mode, expected):
    with served("signs.py", mode, allow_destructive=True) as session:
        [result] = session.run(0, all_checks()["paths_stay_inside"])

    assert (result.code, result.status == "failed") == (expected, bool(expected)), result.message
