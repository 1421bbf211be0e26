"""A default that is today's date: worked out at import, or written by the author."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session

TOOL = """
from datetime import UTC, date, datetime

def overdue(on: str = {default}) -> dict:
    "List what is overdue."
    return {{"on": on}}
"""


def code_of(tmp_path, default):
    (tmp_path / "loans.py").write_text(TOOL.format(default=default))
    check = all_checks()["equal_calls_agree"]
    with open_session("loans.py", base=tmp_path, budget=BUDGETS["quick"]) as session:
        return session.run(0, check)[0].code


@pytest.mark.parametrize("default", ["datetime.now(UTC).date().isoformat()", "f'{datetime.now(UTC):%Y%m%d}'"])
def test_a_day_that_is_worked_out_at_import_is_found(tmp_path, default):
    assert code_of(tmp_path, default) == "default_of_import"


def test_a_day_that_the_author_wrote_is_none_of_import(tmp_path):
    today = datetime.now(UTC).date()

    assert code_of(tmp_path, repr(today.isoformat())) == ""
    assert code_of(tmp_path, f"date({today.year}, {today.month}, {today.day}).isoformat()") == ""
