"""Which descriptions say that a tool makes its answer anew, and which arguments may change something for later."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_making import may_change_for_later, told_making
from pytest_forge.targets.facts import ToolFacts


@pytest.mark.parametrize(
    ("name", "description", "making"),
    [
        ("packing_list", "Put together the packing list for a trip.", "made"),
        ("packing_list", "Builds the list of what to pack.\n\nArgs:\n    extras: Added at the end.", "made"),
        ("menu", "Compile the menu of a day.", "made"),
        ("agenda", "Work out the agenda of a meeting.\n\nReturns:\n    The updated agenda.", "made"),
        ("agenda", "Draw up an agenda.\n\nParameters\n----------\nextra\n    Added.", "made"),
        ("rules", "Return the rules of a game.", "shown"),
        ("rules", "The rules of a game, as a list.", "shown"),
        ("rules", "Lists the rules of a game.\n\n:param house: Adds the rules of the house.", "shown"),
        # It keeps something, or goes on where it was.
        ("shopping", "Show the shopping list, and add an item if one is given.", ""),
        ("order", "Build an order item by item.", ""),
        ("order", "Build up an order.", ""),
        ("playlist", "Compose a playlist. What was played before is kept.", ""),
        ("theme", "Return the theme; a new one stays for later calls.", ""),
        ("draw", "Draw a card.", ""),
        ("add_item", "Return the list with the item.", ""),
        ("number", "Generate the next number.", ""),
        ("deal", "Deal a hand of cards.", ""),
        ("enrol", "Enrol a pupil.", ""),
    ],
)
def test_making_is_told(name, description, making):
    assert told_making(ToolFacts(name, "tools.py", "function", description, {})) == making


@pytest.mark.parametrize(
    ("making", "name", "description", "expected"),
    [
        ("made", "extras", "Further things, added at the end.", False),
        ("made", "extras", "Things to pack from now on.", True),
        ("made", "reset", "Begin with an empty list.", True),
        ("shown", "winter", "Whether it is cold there.", False),
        ("shown", "item", "Item to add to the list.", True),
        ("shown", "new_theme", "", True),
    ],
)
def test_an_argument_may_change_something_for_later(making, name, description, expected):
    assert may_change_for_later(making, name, description) is expected
