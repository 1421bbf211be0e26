"""What descriptions say of parts of a letter."""

from __future__ import annotations

from pytest_forge.profile.told_sizes import tells_of_cut_letters


def test_a_description_may_tell_of_parts_of_a_letter():
    assert tells_of_cut_letters("A size that ends in the middle of a letter is refused.")
    assert tells_of_cut_letters("Characters are never split.")
    assert not tells_of_cut_letters("Most bytes to read. The text is UTF-8.")
