"""Answers that follow from the hash of a text, which each start of a Python server salts anew, are found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("mode", "expected"), [("salted", "hash_seed"), ("summed", "")])
def test_answers_do_not_follow_from_the_salt_of_hashes(served, mode, expected):
    with served("trials.py", mode, allow_destructive=True) as session:
        [result] = session.run(0, all_checks()["equal_calls_agree"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message
