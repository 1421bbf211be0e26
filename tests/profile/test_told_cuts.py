"""Descriptions that say that the parts of a text hold all of it."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_cuts import cuts_text, holds_whole_text


@pytest.mark.parametrize(
    "told",
    [
        "All of the text is covered.",
        "The chunks cover the whole document.",
        "No word of the speech is lost.",
        "Nothing is left out between the parts.",
        "Each word is in at least one window.",
        "Every sentence is kept.",
        "Joined in order, the pieces give the original text.",
        "Each part has size words; the last one may be shorter.",
        "The last card holds what is left: the rest.",
        "Cuts a script without losing a line.",
        "The entire transcript is in the segments.",
    ],
)
def test_the_parts_hold_the_whole_text(told: str) -> None:
    assert holds_whole_text(told)


@pytest.mark.parametrize(
    "told",
    [
        "Each chunk has size words.",
        "All of the text is covered. A last chunk that is too short is dropped.",
        "Returns the first parts of the text.",
        "Only full windows are returned; the last one may be shorter than a page.",
        "The whole list is sorted.",
    ],
)
def test_parts_may_lack_some_of_the_text(told: str) -> None:
    assert not holds_whole_text(told)


@pytest.mark.parametrize(
    ("told", "cuts"),
    [
        ("Cut a text into chunks of words, for instance to index it.", True),
        ("Splits a long message into parts.", True),
        ("Break the document up at sentences. Empty lines are skipped.", True),
        ("Split a text into windows. Words beyond the last full window are ignored.", False),
        ("Cut a loaf into slices.", False),
        ("Cut a text to the size of a display.", False),
        ("Count the words of a text.", False),
        ("Returns a text, split into lines.", False),
    ],
)
def test_a_text_is_cut(told: str, cuts: bool) -> None:
    assert cuts_text(told) is cuts
