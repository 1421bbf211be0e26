"""Which tools go through files for what some of them hold."""

from __future__ import annotations

import pytest

from pytest_forge.profile.searches_files import searches_files
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
