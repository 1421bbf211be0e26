"""Which descriptions say that a file may begin with a byte order mark."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_marks import may_begin_with_mark


@pytest.mark.parametrize(
    ("told", "is_told"),
    [
        ('A UTF-8 file with commas, such as Excel saves with "CSV UTF-8".', True),
        ("Reads a CSV UTF-8 file.", True),
        ("The file is UTF-8. It is exported from Excel.", True),
        ("Tables written by Excel (UTF-8, semicolons).", True),
        ("UTF-8 text, made with Notepad or any other editor.", True),
        ("UTF-8 with or without BOM.", True),
        ("A byte order mark at the beginning is skipped.", True),
        ("A BOM, if present, is not part of the first name.", True),
        ("UTF-8; may start with a byte-order mark.", True),
        ("The encoding is utf-8-sig.", True),
        ("Returns the text of a file, without a BOM if there is one.", True),
        ("Lines of a text written by Notepad; a BOM is left out if there is one.", True),
        ("UTF-8 without BOM.", False),
        ("UTF-8; a byte order mark is refused.", False),
        ("The file must not begin with a BOM.", False),
        ("Saves a table as CSV UTF-8.", False),
        ("Writes a UTF-8 file for Excel.", False),
        ("Writes UTF-8 with a BOM.", False),
        ("Makes a UTF-8 table that can be opened in Excel.", False),
        ("A table that was exported from Excel.", False),
        ("A UTF-8 file with commas.", False),
        ("Reads a table.", False),
    ],
)
def test_a_mark_may_be_there_if_words_say_so(told, is_told):
    assert may_begin_with_mark(told) == is_told
