"""A text that one tool stores is read by pieces, which lose none of its letters."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(
    ("mode", "code"),
    [
        ("marked", "page_loses_letters"),
        ("dropped", "page_loses_letters"),
        ("fixed", "page_loses_letters"),
        ("ends", "page_loses_letters"),
        ("words", "page_loses_letters"),
        ("whole", ""),
        ("letters", ""),
        ("fixed-whole", ""),
        ("ends-whole", ""),
        ("words-whole", ""),
    ],
)
def test_pieces_of_a_stored_text_lose_no_letter(served, mode, code):
    with served("ship_logs.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("read_log")
        [result] = session.run(index, all_checks()["equal_calls_agree"])

    assert (result.status, result.code) == ("failed" if code else "passed", code), result.message
    if code:
        assert [step["tool"] for step in result.before] == ["write_log"]
