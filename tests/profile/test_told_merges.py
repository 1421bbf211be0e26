"""Which descriptions say that nested values are merged."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_merges import told_merge


@pytest.mark.parametrize(
    "told",
    [
        "Deep-merges the patch into the document.",
        "The layers are merged recursively, later ones win.",
        "Objects are merged at every level.",
        "Nested sections are merged, lists are replaced.",
        "It has the same layout and contains the settings that differ. Everything else keeps its value.",
        "Changes, such as {'mail': {'port': 25}}. What is not given stays as it is.",
        "Only the given fields are changed, also those of subsections.",
        "On all levels, keys of both are combined.",
    ],
)
def test_nested_values_are_said_to_be_merged(told: str) -> None:
    assert told_merge(told)


@pytest.mark.parametrize(
    "told",
    [
        "Merge two documents.",
        "Only the given fields are changed.",
        "What is not given stays as it is.",
        "A shallow merge: everything else keeps its value.",
        "Top-level keys that are not given stay as they are.",
        "Sections are replaced; everything else stays.",
        "Each section is taken as a whole. What is not given stays.",
        "Shows the settings of a stage.",
    ],
)
def test_other_merges_may_end_at_the_first_level(told: str) -> None:
    assert not told_merge(told)
