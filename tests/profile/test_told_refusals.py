"""Which words say that a text which is not of its form as a whole is refused."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_refusals import refuses_others, refuses_rest


@pytest.mark.parametrize(
    ("says", "is_told"),
    [
        ("A text that is anything else is refused rather than guessed at.", True),
        ("Anything else is rejected.", True),
        ("Digits and hyphens; any other character is an error.", True),
        ("Everything else is refused with an error.", True),
        ("Raises:\n    ValueError: If the text has anything else in it.", True),
        ("Raises:\n    ValueError: If there are trailing characters, or no number.", True),
        ("Nothing else is allowed in the text.", True),
        ("All other forms are refused.", True),
        ("Raises ValueError for anything but a clock time.", True),
        ("A text with stray words is refused.", True),
        ("ValueError: if the text is not entirely of this form.", True),
        ("ValueError: if the text does not match the form as a whole.", True),
        ("The whole text must be a range.", True),
        ("What cannot be read is refused, and never guessed.", True),
        ("Unknown units are refused.", True),
        ("Other characters are ignored. Anything else is refused.", False),
        ("Anything else is ignored.", False),
        ("Everything else stays as it was.", False),
        ("Raises:\n    ValueError: If the text is not a duration.", False),
        ("Nothing else changes.", False),
        ("Words that are no amounts are ignored. Anything else is refused.", False),
        ("Spaces between the parts do not matter. Anything else is refused.", True),
        ("Any other text is refused, but what follows the hour does not count.", False),
        ("Find the sizes in a text. Anything else than m and cm is refused.", False),
        ("Returns the parts of a text, and anything else as it is.", False),
    ],
)
def test_what_does_not_belong_to_a_text_is_said_to_be_refused(says, is_told):
    assert bool(refuses_rest(says)) == is_told


@pytest.mark.parametrize(
    ("says", "is_told"),
    [
        ("Read a length.\n\nRaises:\n    ValueError: If the text is not a length.", True),
        ("Read a length.\n\nRaises:\n    ValueError: If the length is not valid.", True),
        ("A clock time, as typed. Raises ValueError when it cannot be parsed.", True),
        ("If the text is not a fraction, the call is refused.", True),
        ("Find the first length in a text.\n\nRaises:\n    ValueError: If the text is not a length.", False),
        ("Read a length. Raises KeyError if the shop is not open.", False),
        ("Read a length.", False),
    ],
)
def test_a_text_without_the_form_is_said_to_be_refused(says, is_told):
    assert bool(refuses_others(says)) == is_told
