"""The words that say how exactly a name has to be written."""

from __future__ import annotations

import pytest

from pytest_forge.profile.similar_names import says_encodings_are_alike, says_similar_names_count
from pytest_forge.targets.facts import ToolFacts


def facts(name: str, description: str) -> ToolFacts:
    return ToolFacts(target="tools.py", kind="function", name=name, description=description, input_schema={})


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The name, or its first characters.", "first characters"),
        ("Plate of the vehicle; a prefix is enough.", "prefix"),
        ("Name of the hall. The closest one is taken if it has a typo.", "closest"),
        ("Plate of the vehicle, such as VAN-0117.", ""),
        ("Number of the loan as it was given.", ""),
    ],
)
def test_an_argument_may_say_that_a_name_need_not_be_exact(text, word):
    assert says_similar_names_count(facts("retire", "Retire a vehicle."), text) == word


def test_the_tool_may_say_so_as_well():
    tool = facts("retire_by_prefix", "Retire the vehicle whose plate begins with a text.")

    assert says_similar_names_count(tool, "The text.") != ""


@pytest.mark.parametrize(
    ("says", "alike"),
    [
        ("Names are the same in any form of Unicode.", True),
        ("Names that differ in how their accents are encoded are equal.", True),
        ("Case and the way accented letters are encoded make no difference.", True),
        ("Accented letters are kept, and the same name may be given twice.", False),
        ("Unicode is allowed. Two names are never the same.", False),
        ("The same name may be given twice.", False),
    ],
)
def test_a_tool_says_that_encodings_of_a_name_are_alike(says, alike):
    assert says_encodings_are_alike(says) is alike
