"""Descriptions that say that a file which cannot be understood is an error."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_damage import told_damage


@pytest.mark.parametrize(
    "told",
    [
        "Look it up.\n\nRaises:\n    ValueError: The settings file is there but damaged, so that nothing can be told.",
        "Raises:\n    OSError: It cannot be opened.\n    ValueError: limits.json is corrupt",
        "A list that is not valid JSON is refused.",
        "RuntimeError: If the store cannot be parsed.",
        "It is an error if the file is there and malformed.",
        "A damaged catalogue is reported as an error.",
        ":raises ValueError: the file holds no JSON",
        "Fails when prices.toml is broken; a missing one is fine.",
    ],
)
def test_a_damaged_file_is_said_to_be_an_error(told: str) -> None:
    assert told_damage(told)


@pytest.mark.parametrize(
    "told",
    [
        "Look up a setting.",
        "A damaged file is ignored.",
        "A corrupt cache counts as empty, without an error.",
        "ValueError: There is no such setting.",
        "OSError: The file cannot be read.",
        "A broken file is treated as if there were none; ValueError: The key is empty.",
        "Errors are logged, and a malformed file is skipped.",
        "Report damaged goods.",
    ],
)
def test_a_damaged_file_is_not_said_to_be_an_error(told: str) -> None:
    assert not told_damage(told)
