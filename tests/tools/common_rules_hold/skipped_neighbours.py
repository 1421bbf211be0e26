"""Lists out of which items are taken, while they are gone through or by making a new list."""

from __future__ import annotations

from typing_extensions import TypedDict

from ..marks import breaks, keeps


class Loan(TypedDict):
    """A book that is out of the house."""

    book: str
    is_back: bool


@breaks("common_rules_hold")
def open_loans(loans: list[Loan]) -> list[Loan]:
    """List the loans whose books are not back.

    Args:
        loans: All loans of a reader.
    """
    left = list(loans)
    for loan in left:
        if loan["is_back"]:
            left.remove(loan)
    return left


@keeps("common_rules_hold", judged=True)
def all_open_loans(loans: list[Loan]) -> list[Loan]:
    """List the loans whose books are not back.

    Args:
        loans: All loans of a reader.
    """
    return [loan for loan in loans if not loan["is_back"]]


@breaks("common_rules_hold")
def menu_without(dishes: list[str], allergen: str) -> dict[str, list[str]]:
    """Take the dishes that name an allergen off a menu.

    Args:
        dishes: The dishes.
        allergen: A word such as "nuts".
    """
    if not allergen:
        raise ValueError("Name an allergen.")
    left, number = list(dishes), 0
    while number < len(left):
        if allergen in left[number]:
            del left[number]
        number += 1
    return {"menu": left}


@keeps("common_rules_hold", judged=True)
def whole_menu_without(dishes: list[str], allergen: str) -> dict[str, list[str]]:
    """Take the dishes that name an allergen off a menu.

    Args:
        dishes: The dishes.
        allergen: A word such as "nuts".
    """
    if not allergen:
        raise ValueError("Name an allergen.")
    return {"menu": [dish for dish in dishes if allergen not in dish]}


@breaks("common_rules_hold")
def invited(guests: list[str], members: list[str]) -> list[str]:
    """List the guests who are members.

    Args:
        guests: Names of guests.
        members: Names of all members.
    """
    left = list(guests)
    for guest in left:
        if guest not in members:
            left.remove(guest)
    return left


@keeps("common_rules_hold", judged=True)
def all_invited(guests: list[str], members: list[str]) -> list[str]:
    """List the guests who are members.

    Args:
        guests: Names of guests.
        members: Names of all members.
    """
    return [guest for guest in guests if guest in members]


@keeps("common_rules_hold")
def tidy_lines(lines: list[str]) -> list[str]:
    """Drop single blank lines, and make one of several that follow one another.

    Args:
        lines: The lines of a text.
    """
    kept: list[str] = []
    for number, line in enumerate(lines):
        before = lines[number - 1] if number else "-"
        after = lines[number + 1] if number + 1 < len(lines) else "-"
        if line.strip() or (not before.strip() and after.strip()):
            kept.append(line)
    return kept


@keeps("common_rules_hold")
def picked_from(stock: list[str], picked: list[str]) -> list[str]:
    """List what is left of a stock once each picked item is taken out of it once.

    Args:
        stock: The items of the stock.
        picked: The items that are taken, as often as they are.
    """
    left = list(stock)
    for item in picked:
        if item in left:
            left.remove(item)
    return left


@keeps("common_rules_hold")
def every_other(names: list[str], first: str) -> list[str]:
    """List every other name, from the first one that is a given name on.

    Args:
        names: The names.
        first: With whom to begin.
    """
    return names[names.index(first) :: 2] if first in names else []
