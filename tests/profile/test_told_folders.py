"""Which words say that files come in the order of their names."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_folders import told_name_order
from pytest_forge.targets.facts import ToolFacts


@pytest.mark.parametrize(
    ("says", "is_told"),
    [
        ("Files are read in the order of\ntheir names.", True),
        ("Lists the files of a folder alphabetically.", True),
        ("Lists documents, sorted by name.", True),
        ("Lists members, sorted by name.", False),
        ("Files come in any order, not sorted by name.", False),
        ("Lists files, newest first.", False),
    ],
)
def test_files_in_the_order_of_names_are_told(says, is_told):
    assert bool(told_name_order(ToolFacts("files", "tools.py", "function", says, {}))) == is_told
