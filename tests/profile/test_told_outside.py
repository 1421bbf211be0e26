"""Descriptions that let a path lead out of the folder in which other files are."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_outside import tells_of_outside


@pytest.mark.parametrize(
    "says",
    [
        "Where to write the copy: an absolute path, or one relative to the notes folder.",
        "Copy a recipe to any folder of the disk.",
        "Save the invoice anywhere you like.",
        "Destination file; may lie outside the library.",
        "Export a note to another location.",
        "The full path of the new file.",
        "Path of the target, such as ~/Desktop/list.txt.",
        "Save the report at an absolute path and return its size.",
    ],
)
def test_a_path_may_lead_anywhere(says: str) -> None:
    assert tells_of_outside(says)


@pytest.mark.parametrize(
    "says",
    [
        "Path relative to the workspace folder.",
        "Move or rename a file within the workspace. Fails if the destination already exists.",
        "Absolute paths are refused.",
        "The new name. It must not lead outside the library.",
        "Refuses anything outside of the folder.",
        "Where the file goes; paths outside the root are rejected.",
        "Copies a file into a folder of the library.",
        "Never writes outside of the shelf.",
        "New name of the recipe.",
        "Write a note into the folder. Returns the full path of the file.",
        "Saves the drawing and answers with its absolute path.",
        "Write a table. The result holds the absolute path of the file.",
    ],
)
def test_a_path_stays_in_the_folder(says: str) -> None:
    assert not tells_of_outside(says)
