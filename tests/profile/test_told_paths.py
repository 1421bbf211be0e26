"""Which tools are said to answer with full paths."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_paths import tells_full_paths
from pytest_forge.targets.facts import ToolFacts


@pytest.mark.parametrize(
    ("says", "expected"),
    [
        ("Save a file and return its absolute path.", "absolute path"),
        ("Save a file.\n\nReturns:\n    str: The full path of the file.", "full path"),
        ("Lists the full file paths of a folder.", "full file paths"),
        ("Read a file.\n\nArgs:\n    name: The full path of the file.", ""),
        ("Return the size of a file. The full path is needed.", ""),
    ],
)
def test_a_promise_of_full_paths_is_read(says: str, expected: str) -> None:
    claim = tells_full_paths(ToolFacts("save", "tools.py", "function", says, {}), says)

    assert (claim.holds, claim.word) == (bool(expected), expected)
