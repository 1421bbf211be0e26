"""A description may say that it is an error if what a call names is not there."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_errors import tells_of_any_missing, tells_of_missing, told_failed_work


@pytest.mark.parametrize(
    ("description", "is_told"),
    [
        ("Remove a name. It is an error if it is not listed.", True),
        ("Remove a name. Fails if there is no such name.", True),
        ("Remove a name. Raises KeyError when it does not exist.", True),
        ("Remove a name. It is not an error if it is not listed.", False),
        ("Remove a name. It isn't an error if it is not listed.", False),
        ("Remove a name, without an error if it is not listed.", False),
        ("Remove a name. It never fails if there is no such name.", False),
        ("Remove a name. It is an error if it is not a word.", False),
    ],
)
def test_an_error_is_told_where_nothing_is_there(description, is_told):
    assert tells_of_missing(description) is is_told


@pytest.mark.parametrize(
    ("description", "is_told"),
    [
        ("If any of them was never on the list the call fails, and nobody is unsubscribed.", True),
        ("Close some doors. If one of the doors does not exist, the whole call fails.", True),
        ("Fails if any name is not known.", True),
        ("It is an error when one is missing.", True),
        ("Names that are not known are left out. It does not fail if any is unknown.", False),
        ("If any of them is unknown, it is left out.", False),
        ("If any of them is unknown, it is skipped. The call fails if the list is empty.", False),
        ("Fails if any of them is empty.", False),
    ],
)
def test_a_description_says_that_one_missing_thing_fails_the_call(description, is_told):
    assert tells_of_any_missing(description) is is_told


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("Raises:\n    RuntimeError: The backup could not be made.", "RuntimeError"),
        ("subprocess.CalledProcessError if the program fails", "subprocess.CalledProcessError"),
        ("Raises ValueError for a bad name.", ""),
        ("Fails with FileNotFoundError if there is no such file.", ""),
    ],
)
def test_an_exception_for_work_that_failed_is_known(told, expected):
    assert told_failed_work(told) == expected
