"""Descriptions that say that an entry of a file is one line, and what ends a line."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_lines import is_edited_by_hand, may_have_lines, told_line, told_line_ends


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


@pytest.mark.parametrize(
    "description",
    [
        "Show lines of a file. Lines are counted as grep -n and git count them.",
        "A line runs from one LF to the next.",
        "Lines end with LF or CRLF.",
        "Return how many rows there are. Only a line feed ends a line.",
        r"Every line is terminated by \n, also the last one.",
        "The line number is the same as in the message of a compiler.",
        "Line numbers match those of your editor.",
        "Count the lines of a file, like wc -l.",
        "Args:\n    first: What to show first.\n    line: A line number from a diff.",
    ],
)
def test_it_is_told_what_ends_a_line(description: str) -> None:
    assert told_line_ends(description)


@pytest.mark.parametrize(
    "description",
    [
        "Show lines of a file, counted from 1.",
        "Lines may end with any kind of line break.",
        "CRLF line ends are converted to LF.",
        "Lines are split like str.splitlines does it, at LF, form feeds and so on.",
        "Return the lines of a git log, newest first.",
        "Search the files of the workspace, like grep. Returns the matching lines.",
        "Write a note. The file ends with a newline.",
        "The next line of the plan, from the editor of the month.",
    ],
)
def test_it_is_not_told_what_ends_a_line(description: str) -> None:
    assert not told_line_ends(description)
