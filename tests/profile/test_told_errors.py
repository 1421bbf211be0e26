"""A description may say that it is an error if what a call names is not there."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_errors import tells_of_missing


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
