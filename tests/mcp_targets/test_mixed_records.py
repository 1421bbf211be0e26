"""A call is written down under the name that it gives, also while other calls are at work."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize("guards", ["named", "chosen"])
@pytest.mark.parametrize("shape", ["records", "lines"])
@pytest.mark.parametrize(("holder", "expected"), [("shared", "calls_mixed_up"), ("own", "")])
def test_calls_at_once_are_told_under_their_own_names(served, holder, shape, guards, expected):
    with served("gate_visits.py", holder, shape, guards, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("let_in")
        [result] = session.run(index, all_checks()["calls_at_once_agree"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message
