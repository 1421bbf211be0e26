"""Descriptions that say that an entry of a file is one line."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_lines import is_edited_by_hand, may_have_lines, told_line


@pytest.mark.parametrize(
    "description",
    [
        "Add a visit. Each visit is one line: the room and the wish.",
        "Note a parcel. Every call appends exactly one line to parcels.log.",
        "Each reading adds one tab-separated line.",
        "Append a single line to the journal of the pumps.",
        "The list has one wish per line.",
        "Add a host to hosts.txt, one host a line.",
        "Add a rower to crew.txt, which has one line a rower.",
        "Add an entry to the journal, the file pumps.log with one line an entry.",
    ],
)
def test_an_entry_is_one_line(description: str) -> None:
    assert told_line(description)


@pytest.mark.parametrize(
    "description",
    [
        "Add a note to the diary. Each note may have several lines.",
        "Each note is followed by one blank line.",
        "Append lines to the journal.",
        "Keep the rower in mind, and tell of one line a rower may have missed.",
        "Write a report whose first line is the title.",
    ],
)
def test_an_entry_may_have_several_lines(description: str) -> None:
    assert not told_line(description)


def test_people_may_edit_the_file_as_well():
    assert is_edited_by_hand("Add a host. The file is also edited by hand.")
    assert is_edited_by_hand("Add a host. Colleagues may edit the list.")
    assert not is_edited_by_hand("Add a host to the list on the other hand.")


def test_a_text_may_have_lines_unless_it_is_one():
    assert may_have_lines("wishes: one line per wish.")
    assert may_have_lines("note: Lines of the note; the first one is a single line with its title.")
    assert not may_have_lines("note: a single line of at most 300 characters")
    assert not may_have_lines("note: What was done, without line breaks.")
    assert not may_have_lines("name: Name of the visitor.")
