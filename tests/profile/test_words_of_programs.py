"""Which words programs read as options, and which lines they print; which messages complain of a format."""

from __future__ import annotations

import pytest

from pytest_forge.profile.program_options import is_option
from pytest_forge.profile.program_texts import BANNER, USAGE, complaint_about
from pytest_forge.profile.templates import complains_of_format, mentions_expressions


@pytest.mark.parametrize(
    ("words", "reads"),
    [
        (["grep", "--x", "notes.txt"], True),
        (["sudo", "-n", "grep", "-r", "--x"], True),
        (["git", "log", "--oneline", "--x"], True),
        (["grep", "-e", "--x"], False),
        (["grep", "--", "--x"], False),
        (["echo", "--x"], False),
        (["python3.11", "script.py", "--x"], False),
        (["unknown-program", "-v", "--x"], False),
    ],
)
def test_a_word_with_a_dash_is_an_option_unless_it_may_be_a_value(words, reads):
    assert is_option(words, "--x") == reads


@pytest.mark.parametrize(
    ("pattern", "line", "name"),
    [
        (BANNER, "sort (GNU coreutils) 9.1", "sort"),
        (BANNER, "git version 2.39.2", "git"),
        (BANNER, "jq-1.6", "jq"),
        (BANNER, "The version is unknown.", None),
        (BANNER, "Chapter one", None),
        (USAGE, "Usage: sort [OPTION]... [FILE]...", "sort"),
        (USAGE, "usage: git [-v | --version]", "git"),
        (USAGE, "The usage of this word is rare.", None),
    ],
)
def test_a_program_is_named_by_the_first_line_of_its_answer(pattern, line, name):
    found = pattern.search(line)

    assert (None if found is None else found["name"]) == name


@pytest.mark.parametrize(
    ("line", "complains"),
    [
        ("grep: unrecognized option '--x'", True),
        ("error: Found argument '--x' which wasn't expected", True),
        ("grep: unrecognized option '--y'", False),
        ("x is not a folder", False),
    ],
)
def test_a_complaint_is_about_the_word(line, complains):
    assert bool(complaint_about("x").search(line)) == complains


@pytest.mark.parametrize(
    ("message", "complains"),
    [
        ("Single '}' encountered in format string", True),
        ("not enough arguments for format string", True),
        ("Replacement index 1 out of range for positional args tuple", True),
        ("The format of the date is wrong.", False),
        ("Invalid placeholder", False),
    ],
)
def test_a_message_of_formatting_is_known(message, complains):
    assert complains_of_format(message) == complains


@pytest.mark.parametrize(
    ("says", "mentions"),
    [
        ("the template to fill", True),
        ("with {{ name }}", True),
        ("expressions in braces", True),
        ("contemplates", False),
    ],
)
def test_a_text_with_expressions_is_named_so(says, mentions):
    assert mentions_expressions(says) == mentions
