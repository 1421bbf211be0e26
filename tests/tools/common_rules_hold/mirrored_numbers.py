"""Tools that round amounts above and below zero, alike or not."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from ..marks import breaks, keeps


def _checked(amount: int) -> int:
    if not -(10**12) <= amount <= 10**12:
        raise ValueError("The amount is too large.")
    return amount


@breaks("common_rules_hold")
def levy_upwards(tonnes: int) -> dict[str, int]:
    """Work out the levy on what is added to a dump, or the refund for what is taken from it, at 7.5 % of the tonnes.

    It is rounded to whole tonnes, halves away from zero.

    Args:
        tonnes: What is added; below zero for what is taken away.
    """
    return {"tonnes": tonnes, "levy": (_checked(tonnes) * 75 + 500) // 1000}


@keeps("common_rules_hold", judged=True)
def levy_from_zero(tonnes: int) -> dict[str, int]:
    """Work out the levy on what is added to a dump, or the refund for what is taken from it, at 7.5 % of the tonnes.

    It is rounded to whole tonnes, halves away from zero.

    Args:
        tonnes: What is added; below zero for what is taken away.
    """
    exact = Decimal(_checked(tonnes)) * Decimal("0.075")
    return {"tonnes": tonnes, "levy": int(exact.quantize(Decimal(1), ROUND_HALF_UP))}


@keeps("common_rules_hold", judged=True)
def levy_half_up(tonnes: int) -> dict[str, int]:
    """Work out the levy on what is added to a dump, at 7.5 % of the tonnes, rounded half up to whole tonnes.

    Args:
        tonnes: What is added; below zero for what is taken away.
    """
    return {"tonnes": tonnes, "levy": (_checked(tonnes) * 75 + 500) // 1000}


@keeps("common_rules_hold", judged=True)
def levy_of_additions(tonnes: int) -> dict[str, int]:
    """Work out the levy on what is added to a dump, at 7.5 % of the tonnes, and nothing for what is taken from it.

    It is rounded to whole tonnes, halves away from zero.

    Args:
        tonnes: What is added; below zero for what is taken away.
    """
    return {"tonnes": tonnes, "levy": (max(_checked(tonnes), 0) * 75 + 500) // 1000}


@breaks("common_rules_hold")
def bonus_downwards(points: int) -> int:
    """Work out a bonus of 4 % on points, which is rounded towards zero.

    Args:
        points: Points that are won; below zero for points that are lost.
    """
    return _checked(points) * 4 // 100


@keeps("common_rules_hold", judged=True)
def bonus_to_zero(points: int) -> int:
    """Work out a bonus of 4 % on points, which is rounded towards zero.

    Args:
        points: Points that are won; below zero for points that are lost.
    """
    return (abs(_checked(points)) * 4 // 100) * (-1 if points < 0 else 1)
