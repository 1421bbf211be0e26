"""Which words say that both ways of writing an accented letter are the same."""

from __future__ import annotations

import pytest

from pytest_forge.profile.composed_letters import says_forms_are_equal


@pytest.mark.parametrize(
    ("says", "are_equal"),
    [
        ("It makes no\ndifference whether an accent is a combining one.", True),
        ("Composed and decomposed letters count as the same.", True),
        ("Names are normalised to NFC and found in both forms.", True),
        ("Case is ignored where lengths differ, and it makes no difference whether accents are combining.", True),
        ("The way in which accented letters are encoded makes no difference.", True),
        ("A title that looks the same is the same, however it was entered.", True),
        ("Words that read the same count as equal.", True),
        ("The list looks the same on each device.", False),
        ("Accented letters sort like plain ones, whatever the case.", False),
        ("Tells which letters are decomposed.", False),
        ("NFC and NFD are different here, and both are kept.", False),
        ("It makes no difference in which order names come.", False),
    ],
)
def test_forms_are_equal_if_words_say_so(says, are_equal):
    assert says_forms_are_equal(says) == are_equal
