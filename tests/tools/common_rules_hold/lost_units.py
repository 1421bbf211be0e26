"""Functions that turn a decimal number into whole units: some cut off what binary fractions fall short of."""

from __future__ import annotations

import math

from ..marks import breaks, keeps


def _positive(number: float) -> float:
    if not 0 < number <= 10**6:
        raise ValueError("It must be more than nothing and a million at most.")
    return number


@breaks("common_rules_hold")
def note_tip(crowns: float) -> dict[str, object]:
    """Note a tip for the kitchen, in crowns, such as 12.50."""
    return {"tip": {"hellers": int(_positive(crowns) * 100)}, "shared": True}


@keeps("common_rules_hold", judged=True)
def note_gift(crowns: float) -> dict[str, object]:
    """Note a gift for the kitchen, in crowns, such as 12.50."""
    return {"gift": {"hellers": round(_positive(crowns) * 100)}, "shared": True}


@breaks("common_rules_hold")
def saw_board(metres: float, wood: str = "oak") -> str:
    """Order a board to be sawn, with its length in metres."""
    return f"A board of {wood} of {math.floor(_positive(metres) * 1000)} mm is ordered."


@keeps("common_rules_hold", judged=True)
def saw_plank(metres: float, wood: str = "oak") -> str:
    """Order a plank to be sawn, with its length in metres. Less than a millimetre is cut off."""
    return f"A plank of {wood} of {math.floor(round(_positive(metres) * 1000, 6))} mm is ordered."


@keeps("common_rules_hold", judged=True)
def fill_bag(kilos: float) -> dict[str, float]:
    """Tell the grams of flour for a bag, and the price of it."""
    return {"grams": _positive(kilos) * 1000, "price": round(kilos * 1.3, 2)}


@keeps("common_rules_hold", judged=True)
def fill_sack(kilos: float) -> dict[str, int]:
    """Tell the grams of flour for a sack. A scale shows five grams less at most."""
    return {"grams": int(round(_positive(kilos) * 1000) // 5 * 5)}
