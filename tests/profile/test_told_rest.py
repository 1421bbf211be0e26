"""Which sentences promise that a change leaves the rest of a file as it is."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_rest import told_rest


@pytest.mark.parametrize(
    "sentence",
    [
        "All other lines stay as they are.",
        "The rest of the file is not touched.",
        "The remainder of the file is not touched.",
        "Everything else in the file stays as it is.",
        "Everything else stays exactly as it was.",
        "The remainder of the document remains byte for byte the same.",
        "Nothing else in the file changes.",
        "Nothing else is changed.",
        "Leaves the rest of the file alone.",
        "Only that line is changed.",
        "Sets a key and leaves everything else untouched.",
        "Gives it another wording, and leaves everything else exactly as it was.",
        "Line endings are preserved.",
        "Keeps the file's line endings.",
        "The existing line breaks are kept.",
        "Puts the new line there without touching the rest.",
        "It does not change any other line.",
        "Nothing outside the section is modified.",
        "All other text is left as it is.",
        "Any other line is unchanged.",
        "Comments and everything else in it are kept.",
    ],
)
def test_a_promise_for_the_rest_of_a_file_is_found(sentence: str) -> None:
    assert told_rest(f"Change a line of a file. {sentence}")


@pytest.mark.parametrize(
    "sentence",
    [
        "The rest is up to you.",
        "The rest of the arguments are optional.",
        "Everything else is refused.",
        "All other errors are raised.",
        "Replace a text in a file and keep a copy of the file.",
        "Splits a text at its line breaks.",
        "The file is sorted, and other herbs are kept.",
        "Line endings are converted to LF.",
        "Anything else is an error.",
        "Lines are wrapped at 80 characters, the rest goes to the next line.",
        "Keep the last lines of a log.",
    ],
)
def test_other_sentences_promise_nothing(sentence: str) -> None:
    assert not told_rest(f"Change a line of a file. {sentence}")
