"""Descriptions that deny patterns."""

from __future__ import annotations

import pytest

from pytest_forge.profile.argument import Argument
from pytest_forge.profile.roles import Role
from pytest_forge.profile.templates import offers_patterns


def offers(says: str) -> bool:
    return offers_patterns(Argument("text", "The text to look for.", Role.TEXT), f"find_notes {says}")


@pytest.mark.parametrize(
    "says",
    [
        "The text is taken literally, no character is a wildcard.",
        "The text is not a regular expression.",
        "The text is taken literally. Upper and lower case make no difference.",
    ],
)
def test_what_denies_patterns_offers_none(says: str) -> None:
    assert not offers(says)


@pytest.mark.parametrize(
    "says",
    [
        "Wildcards are allowed.",
        "* stands for any run of characters, all others are taken literally.",
        "The text is taken literally, except for wildcards.",
    ],
)
def test_an_exception_still_offers_them(says: str) -> None:
    assert offers(says)
