"""shown_name: any text in one line, with escapes for what a line cannot hold."""

import os

import pytest

from forge_harness.texts.shown_name import shown_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\ud800", r"\ud800"),
        ("a\udfff.csv", r"a\udfff.csv"),
        ("\udcff\ud800\n", r"\xff\ud800\n"),
        (os.fsdecode(b"caf\xe9"), r"caf\xe9"),
        ("\x85\u2028\x1b[2J", r"\x85\u2028\x1b[2J"),
        ("café\\n", "café\\n"),
    ],
)
def test_what_cannot_stand_in_a_line_is_escaped(name, shown):
    assert shown_name(name) == shown


def test_every_surrogate_can_be_written_once_shown():
    for code in range(0xD800, 0xE000):
        assert shown_name(chr(code)).isascii()
