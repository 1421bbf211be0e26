"""A range that is said to include its last day has what another tool has added on it."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks

_READERS = ("feedings", "feeding_sheet", "count_feedings")


@pytest.mark.parametrize("tool", _READERS)
@pytest.mark.parametrize(("mode", "is_found"), [("moments", True), ("days", False), ("half_open", False)])
def test_the_last_day_is_in_its_range(served, tool, mode, is_found):
    with served("feedings.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)
        [result] = session.run(index, all_checks()["common_rules_hold"])

    if is_found:
        assert (result.status, result.code.partition(":")[0]) == ("failed", "last_day_left_out"), result.message
        assert [call["tool"] for call in result.before][:1] == ["log_feeding"]
    else:
        assert result.status in ("passed", "not_applicable"), result.message
