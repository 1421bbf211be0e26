"""A reader's structured results match its schema after a writer's call as well: of one value, and of none."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def gauges():
    with open_session(target("gauges.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "says"),
    [
        ("mean_step", "after a call of 'note_level' breaks the tool's own output schema at 'step'"),
        ("mean_step_or_zero", ""),
        ("highest", "after a call of 'remove_levels' breaks the tool's own output schema at 'highest'"),
        ("highest_if_any", ""),
        ("latest", ""),
    ],
)
def test_a_result_matches_its_schema_once_a_record_has_changed(gauges, tool, says):
    index = [facts.name for facts in gauges.tools].index(tool)

    [result] = gauges.run(index, all_checks()["structured_results_match"])

    assert result.status == ("failed" if says else "passed"), result.message
    assert says in result.message
