"""Which tools go through files for what some of them hold."""

from __future__ import annotations

import pytest

from pytest_forge.profile.searches_files import leaves_out_unreadable, searches_files
from pytest_forge.targets.facts import ToolFacts


def tool(name: str, description: str) -> ToolFacts:
    return ToolFacts(name, "tools.py", "function", description=description)


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("search_files", "Search all files below a folder for a piece of text, ignoring case."),
        ("grep", "Lines that hold a text."),
        ("openings", "List the first line of each text in a folder."),
        ("where_used", "Show where a name is used in the sources."),
        ("todo", "Collects the open points of all notes."),
        ("mentions", "Looks through the letters for a name."),
        ("quotes", "Returns all lines with a quotation."),
    ],
)
def test_a_search_is_told(name: str, description: str) -> None:
    assert searches_files(tool(name, description))


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("add_up", "Add up the hours of all sheets in a folder."),
        ("read_file", "Read a file of the workspace."),
        ("list_words", "List the words of all texts. Every file must be UTF-8."),
        ("find_notes", "Find notes. A file that is not valid UTF-8 is an error."),
        ("list_totals", "List the total of each month over all sheets."),
        ("search_index", "Search the index. Raises ValueError if a file is not text."),
    ],
)
def test_what_needs_every_file_is_no_search(name: str, description: str) -> None:
    assert not searches_files(tool(name, description))


@pytest.mark.parametrize(
    ("says", "leaves_out"),
    [
        ("Files that can't be read are skipped.", True),
        ("Notes which cannot be\ndecoded are left out.", True),
        ("Skips binary files.", True),
        ("Unreadable sheets are ignored, and the others are added up.", True),
        ("A log that is not UTF-8 does not stop the search.", True),
        ("Files that could not be opened are omitted from the result.", True),
        ("Ignores files in other encodings.", True),
        ("Files that cannot be read are an error.", False),
        ("Lines that cannot be read are skipped.", False),
        ("Invalid UTF-8 bytes are skipped.", False),
        ("Hidden files are skipped. A file that is not UTF-8 ends the search.", False),
        ("Folders that cannot be opened are skipped.", False),
        ("Files that are not UTF-8 are never skipped.", False),
        ("Files are skipped with an error if they cannot be read.", False),
        ("Search all files for a text; case is ignored.", False),
        ("", False),
    ],
)
def test_unreadable_files_may_be_left_out(says: str, leaves_out: bool) -> None:
    assert leaves_out_unreadable(says) == leaves_out


def test_a_search_may_leave_out_what_cannot_be_read() -> None:
    assert searches_files(tool("find_notes", "Find notes with a phrase. Files that cannot be read are skipped."))
    assert not searches_files(tool("find_notes", "Find notes with a phrase. Fails if one cannot be read."))
