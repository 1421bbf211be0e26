"""Which numbers of bytes a description names for a text."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_sizes import told_text_sizes


@pytest.mark.parametrize(
    ("says", "sizes"),
    [
        ("One line, at most 80 bytes in UTF-8.", [80]),
        ("A note of up to 4 KiB.", [4096]),
        ("At most 80 characters, and so 320 bytes.", [320]),
        ("64 characters, as a digest has 64 bytes.", []),
        ("A short line.", []),
    ],
)
def test_sizes_of_a_text_are_those_in_bytes(says, sizes):
    assert told_text_sizes(says) == sizes
