"""Which sentences say that the order of a list makes no difference, and which say so of the whole answer."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_orders import is_whole_answer, told_order


@pytest.mark.parametrize(
    ("sentence", "is_told", "is_whole"),
    [
        ("The result does not depend on the order of the votes", True, True),
        ("The outcome rests on the votes alone, not on the order in which they came", True, True),
        ("Votes count the same, whatever their order", True, False),
        ("The order of the votes is of no importance", True, False),
        ("The order in which votes are listed is without any effect", True, False),
        ("The order of the votes is of great importance", False, False),
        ("The total of the votes doesn't depend on their order", True, False),
        ("The order of the votes is not relevant for the result", False, False),
        ("The votes do not depend on the order of the results", False, False),
        ("The result depends on the order of the votes", False, False),
        ("Votes are counted in the order of their days", False, False),
    ],
)
def test_a_sentence_tells_of_the_order_and_of_the_answer(sentence, is_told, is_whole):
    assert bool(told_order("", sentence + ".", "votes")) == is_told
    assert is_whole_answer(sentence) == is_whole
