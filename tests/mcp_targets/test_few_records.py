"""An answer is a valid message also where one record, or none but zeros, gives no number."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize("form", ["structured", "text"])
@pytest.mark.parametrize("where", ["spread", "share"])
@pytest.mark.parametrize(("lack", "expected"), [("nan", "not_json"), ("null", "")])
def test_what_few_records_do_not_tell_is_no_nan(served, lack, where, form, expected):
    with served("rainfall.py", lack, where, form, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("rain_of")
        [result] = session.run(index, all_checks()["results_are_json"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message
