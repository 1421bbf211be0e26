"""A server that decodes each piece of its input alone is found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize("tells", ["tells", "says little"])
@pytest.mark.parametrize(("mode", "expected"), [("alone", "letter_mangled"), ("stream", "")])
def test_a_letter_whose_bytes_come_in_two_pieces_is_kept(served, mode, tells, expected):
    # Readers that name what they do not find repeat the letters.
    with served("pieces.py", mode, tells, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("keep_song")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message
