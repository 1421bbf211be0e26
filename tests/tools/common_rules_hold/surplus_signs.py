"""Texts of a form that are read as a whole, and texts of which only what is known is picked out."""

from __future__ import annotations

import re

from ..marks import breaks, keeps

_ROW = re.compile(r"([A-H])([1-8])")
_STEP = re.compile(r"(\d+)\s*(cups?|tsp|tbsp|ml)")
_MILLILITRES = {"cup": 240, "tsp": 5, "tbsp": 15, "ml": 1}
_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
_RANGE = re.compile(r"(\d+)(?:-(\d+))?")


def _volume(found: list[tuple[str, str]]) -> int:
    if not found:
        raise ValueError("This is no amount.")
    return sum(int(number) * _MILLILITRES[unit.removesuffix("s")] for number, unit in found)


@breaks("common_rules_hold")
def recipe_volume(amount: str) -> int:
    """Return the volume of an amount such as "2 cups 3 tbsp" in millilitres.

    The units are cup, tsp, tbsp and ml. Everything else is rejected with an error.

    Args:
        amount: The amount.
    """
    return _volume(_STEP.findall(amount.lower()))


@keeps("common_rules_hold", judged=True)
def whole_recipe_volume(amount: str) -> int:
    """Return the volume of an amount such as "2 cups 3 tbsp" in millilitres.

    The units are cup, tsp, tbsp and ml. Everything else is rejected with an error.

    Args:
        amount: The amount.
    """
    if not re.fullmatch(rf"(?:{_STEP.pattern}\s*)+", amount.lower()):
        raise ValueError("This is no amount.")
    return _volume(_STEP.findall(amount.lower()))


@keeps("common_rules_hold")
def volume_in_a_line(line: str) -> int:
    """Add up the amounts in a line of a recipe, such as "2 cups of flour, 3 tbsp of oil", in millilitres.

    Args:
        line: The line. Words that are no amounts are ignored. Anything else, such as a unit in ounces, is refused.
    """
    return _volume(_STEP.findall(line.lower()))


@breaks("common_rules_hold")
def minutes_of_clock(clock: str) -> int:
    """Return the minutes since midnight.

    Args:
        clock: Time of day, such as "07:45". A text with other characters is refused.
    """
    found = _CLOCK.match(clock)
    if found is None:
        raise ValueError("This is no time of day.")
    return int(found[1]) * 60 + int(found[2])


@keeps("common_rules_hold", judged=True)
def minutes_of_whole_clock(clock: str) -> int:
    """Return the minutes since midnight.

    Args:
        clock: Time of day, such as "07:45". A text with other characters is refused.
    """
    found = _CLOCK.fullmatch(clock.strip())
    if found is None:
        raise ValueError("This is no time of day.")
    return int(found[1]) * 60 + int(found[2])


@keeps("common_rules_hold")
def hour_of_clock(clock: str) -> int:
    """Return the hour.

    Args:
        clock: Time of day, such as "07:45". Any other text is refused, but what follows the hour does not count.
    """
    found = re.match(r"([01]\d|2[0-3]):", clock)
    if found is None:
        raise ValueError("This is no time of day.")
    return int(found[1])


@breaks("common_rules_hold")
def pages_to_print(pages: str, copies: int = 1) -> dict[str, int]:
    """Count the sheets that a print job takes.

    Args:
        pages: Pages and ranges, for example "3, 5-7".
        copies: Number of copies, at least 1.

    Raises:
        ValueError: If the pages are not a list of pages and ranges, or the copies are less than 1.
    """
    parts = re.findall(r"(\d+)(?:-(\d+))?(?=\s*(?:,|$))", pages)
    if not parts or copies < 1:
        raise ValueError("There is nothing to print.")
    return {"sheets": copies * sum(int(end or start) - int(start) + 1 for start, end in parts)}


@keeps("common_rules_hold")
def pages_of_parts_to_print(pages: str, copies: int = 1) -> dict[str, int]:
    """Count the sheets that a print job takes.

    Args:
        pages: Pages and ranges, for example "3, 5-7".
        copies: Number of copies, at least 1.

    Raises:
        ValueError: If the pages are not a list of pages and ranges, or the copies are less than 1.
    """
    parts = [_RANGE.fullmatch(part.strip()) for part in pages.split(",")]
    if copies < 1 or any(part is None for part in parts):
        raise ValueError("There is nothing to print.")
    return {"sheets": copies * sum(int(part[2] or part[1]) - int(part[1]) + 1 for part in parts if part)}


@keeps("common_rules_hold")
def is_square_of_a_board(square: str) -> bool:
    """Tell whether a text is a square of a chess board, such as "E4"; nothing else passes.

    Args:
        square: The text.
    """
    return _ROW.fullmatch(square.upper()) is not None


@breaks("common_rules_hold")
def is_known_square(square: str) -> bool:
    """Tell whether a text is a square of a chess board, such as "E4"; nothing else passes.

    Args:
        square: The text.
    """
    return _ROW.search(square.upper()) is not None


@keeps("common_rules_hold")
def digits_of_card(number: str) -> dict[str, str]:
    """Return the digits of a card.

    Args:
        number: Number of the card, such as "4111 1111".

    Raises:
        ValueError: If the number is not a number of a card.
    """
    digits = re.sub(r"\D", "", number)
    if len(digits) < 8:
        raise ValueError("A card has at least eight digits.")
    return {"digits": digits}
