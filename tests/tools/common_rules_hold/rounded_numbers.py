"""Functions that round an exact share of an argument, in the way that they tell or in another one."""

from __future__ import annotations

import math
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any

from ..marks import breaks, keeps


def _positive(number: float) -> None:
    if not 0 <= number <= 10**10:
        raise ValueError("The number must be between 0 and 10000000000.")


@breaks("common_rules_hold")
def buyers_premium(hammer_cents: int) -> dict[str, int]:
    """Work out what a buyer pays at an auction, with a premium of 17.5 %, in whole cents. Halves are rounded upwards.

    Args:
        hammer_cents: The hammer price in cents.
    """
    _positive(hammer_cents)
    premium = round(hammer_cents * 175 / 1000)
    return {"premium_cents": premium, "total_cents": hammer_cents + premium}


@keeps("common_rules_hold", judged=True)
def buyers_premium_upwards(hammer_cents: int) -> dict[str, int]:
    """Work out what a buyer pays at an auction, with a premium of 17.5 %, in whole cents. Halves are rounded upwards.

    Args:
        hammer_cents: The hammer price in cents.
    """
    _positive(hammer_cents)
    premium = (hammer_cents * 175 + 500) // 1000
    return {"premium_cents": premium, "total_cents": hammer_cents + premium}


@breaks("common_rules_hold")
def saffron_price(grams: float) -> float:
    """Tell the price of saffron at 0.50 a gram. Prices are rounded half up to two decimals.

    Args:
        grams: The weight, such as 2.25.
    """
    _positive(grams)
    return round(grams * 0.5, 2)


@keeps("common_rules_hold", judged=True)
def saffron_price_up(grams: float) -> float:
    """Tell the price of saffron at 0.50 a gram. Prices are rounded half up to two decimals.

    Args:
        grams: The weight, such as 2.25.
    """
    _positive(grams)
    return math.floor(grams * 0.5 * 100 + 0.5) / 100


def _amount(text: str) -> Decimal:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        raise ValueError("Not an amount.") from None
    if not amount.is_finite() or amount < 0:
        raise ValueError("Not an amount.")
    return amount


@breaks("common_rules_hold")
def interest_to_even(capital: str) -> str:
    """Work out the interest of a year, at 2.5 %. It is rounded to the nearest cent with banker's rounding.

    Args:
        capital: The capital, such as "1250.50".
    """
    return f"EUR {(_amount(capital) * Decimal('0.025')).quantize(Decimal('0.01'), ROUND_HALF_UP)}"


@keeps("common_rules_hold", judged=True)
def interest_as_told(capital: str) -> str:
    """Work out the interest of a year, at 2.5 %. It is rounded to the nearest cent with banker's rounding.

    Args:
        capital: The capital, such as "1250.50".
    """
    return f"EUR {(_amount(capital) * Decimal('0.025')).quantize(Decimal('0.01'), ROUND_HALF_EVEN)}"


@breaks("common_rules_hold")
def stamps_for(spent_cents: int) -> dict[str, int]:
    """Tell how many stamps a customer gets: one for each 250 cents. The stamps are rounded down to whole ones.

    Args:
        spent_cents: What was spent, in cents.
    """
    _positive(spent_cents)
    return {"stamps": round(spent_cents / 250)}


@keeps("common_rules_hold", judged=True)
def whole_stamps_for(spent_cents: int) -> dict[str, int]:
    """Tell how many stamps a customer gets: one for each 250 cents. The stamps are rounded down to whole ones.

    Args:
        spent_cents: What was spent, in cents.
    """
    _positive(spent_cents)
    return {"stamps": spent_cents // 250}


@breaks("common_rules_hold")
def inches_of(millimetres: int) -> dict[str, Any]:
    """Convert a length to inches, rounded to the nearest tenth of an inch.

    Args:
        millimetres: The length.
    """
    _positive(millimetres)
    inches = (Decimal(millimetres) / Decimal("25.4")).quantize(Decimal("0.1"), ROUND_DOWN)
    return {"inches": float(inches)}


@keeps("common_rules_hold", judged=True)
def inches_to_a_tenth(millimetres: int) -> dict[str, Any]:
    """Convert a length to inches, rounded to the nearest tenth of an inch.

    Args:
        millimetres: The length.
    """
    _positive(millimetres)
    return {"inches": round(millimetres / 25.4, 1)}


@breaks("common_rules_hold")
def mean_mark(marks: list[int]) -> float:
    """Tell the mean of marks to one decimal. Halves are rounded away from zero.

    Args:
        marks: The marks, at least one.
    """
    if not marks:
        raise ValueError("There are no marks.")
    return round(sum(marks) / len(marks), 1)


@keeps("common_rules_hold")
def price_after_discount(price_cents: int) -> dict[str, int]:
    """Tell a price after a discount of 2.5 %. The discount is rounded to whole cents, halves up.

    Args:
        price_cents: The price in cents.
    """
    _positive(price_cents)
    return {"to_pay_cents": price_cents - (price_cents * 25 + 500) // 1000}


@keeps("common_rules_hold", judged=True)
def price_and_discount(price_cents: int) -> dict[str, int]:
    """Tell a price after a rebate of 2.5 %. The rebate is rounded to whole cents, halves up.

    Args:
        price_cents: The price in cents.
    """
    _positive(price_cents)
    rebate = (price_cents * 25 + 500) // 1000
    return {"rebate_cents": rebate, "to_pay_cents": price_cents - rebate}


@keeps("common_rules_hold")
def points_and_tax(spent_cents: int) -> dict[str, int]:
    """Tell the tax of 2.5 % on what was spent. Points, one for each 300 cents, are rounded down.

    Args:
        spent_cents: What was spent, in cents.
    """
    _positive(spent_cents)
    return {"tax_cents": round(spent_cents * 25 / 1000), "points": spent_cents // 300}


@keeps("common_rules_hold", judged=True)
def till_total(cents: int) -> dict[str, int]:
    """Tell what is paid in cash. Totals are rounded to 5 cents, with half of that rounded up.

    Args:
        cents: The total in cents, in tenths of a cent.
    """
    _positive(cents)
    return {"cash": (cents * 2 + 50) // 100 * 5}


@keeps("common_rules_hold")
def tax_of_each_item(price_cents: int, items: int = 3) -> dict[str, int]:
    """Tell the tax of several equal items. The tax of each is rounded half up to whole cents.

    Args:
        price_cents: The price of an item in cents.
        items: How many there are.
    """
    _positive(price_cents)
    _positive(items)
    return {"tax_cents": (price_cents * 7 + 50) // 100 * items}


@breaks("common_rules_hold")
def flask_volume(litres: float) -> dict[str, int]:
    """Note how much a flask holds, in millilitres, rounded half up. What is left in it counts as well.

    Args:
        litres: The volume, such as 0.75; less than one millilitre is refused.
    """
    _positive(litres)
    return {"millilitres": int(litres * 1000)}


@keeps("common_rules_hold", judged=True)
def flask_volume_half_up(litres: float) -> dict[str, int]:
    """Note how much a flask holds, in millilitres, rounded half up. What is left in it counts as well.

    Args:
        litres: The volume, such as 0.75; less than one millilitre, and more than four decimals, are refused.
    """
    _positive(litres)
    exact = Decimal(str(litres))
    if exact != exact.quantize(Decimal("0.0001")):
        raise ValueError("The volume must have four decimals at most.")
    return {"millilitres": int((exact * 1000).quantize(Decimal(1), rounding=ROUND_HALF_UP))}
