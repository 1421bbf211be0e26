"""Functions that count what matches, behind the limit or up to it, and tell whether there is more."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Text = Annotated[str, Field(min_length=1, max_length=60, description="Text to look for, in any case.")]
Most = Annotated[int, Field(ge=1, le=40, description="Most recipes to return.")]
_RECIPES = [
    ("r1", "Leek soup with potatoes"),
    ("r2", "Potatoes in cream"),
    ("r3", "Plum cake"),
    ("r4", "Salad of potatoes and eggs"),
    ("r5", "Fried potatoes"),
    ("r6", "Plum dumplings"),
]


def _matching(text: str) -> list[str]:
    return [number for number, title in _RECIPES if text.lower() in title.lower()]


@breaks("common_rules_hold")
def find_recipes_up_to_the_limit(text: Text, most: Most = 3) -> dict[str, object]:
    """Find recipes by their title.

    Returns "recipes" and "found" (how many recipes match in all).
    """
    found: list[str] = []
    for number in _matching(text):
        found.append(number)
        if len(found) >= most:
            break
    return {"recipes": found, "found": len(found)}


@breaks("common_rules_hold")
def find_recipes_up_to_one_more(text: Text, most: Most = 3) -> dict[str, object]:
    """Find recipes by their title.

    Returns "recipes" and "found" (how many recipes match in all) and "cut" (true if some are left out).
    """
    found: list[str] = []
    for number in _matching(text):
        found.append(number)
        if len(found) > most:
            break
    return {"recipes": found[:most], "found": len(found), "cut": len(found) > most}


@keeps("common_rules_hold")
def find_recipes_and_number_the_next(text: Text, most: Most = 3) -> dict[str, object]:
    """Find recipes by their title.

    Returns "recipes" and "reached" (number of the last recipe that was looked at, up to one more than is returned).
    """
    found = _matching(text)
    return {"recipes": found[:most], "reached": min(len(found), most + 1)}


@keeps("common_rules_hold", judged=True)
def find_recipes_and_count_all(text: Text, most: Most = 3) -> dict[str, object]:
    """Find recipes by their title.

    Returns "recipes" and "found" (how many recipes match in all).
    """
    found = _matching(text)
    return {"recipes": found[:most], "found": len(found)}


@keeps("common_rules_hold")
def find_recipes_and_count_those(text: Text, most: Most = 3) -> dict[str, object]:
    """Find recipes by their title.

    Returns "recipes" and "total" (how many recipes that match are returned).
    """
    found = _matching(text)[:most]
    return {"recipes": found, "total": len(found)}


@breaks("common_rules_hold")
def find_recipes_and_call_them_all(text: Text, most: Most = 3) -> dict[str, object]:
    """Find recipes by their title.

    Returns:
        recipes: Their numbers.
        truncated: Whether recipes were left out.
    """
    found = _matching(text)[:most]
    return {"recipes": found, "truncated": len(found) > most}


@keeps("common_rules_hold", judged=True)
def find_recipes_and_tell_of_more(text: Text, most: Most = 3) -> dict[str, object]:
    """Find recipes by their title.

    Returns:
        recipes: Their numbers.
        truncated: Whether recipes were left out.
    """
    found = _matching(text)
    return {"recipes": found[:most], "truncated": len(found) > most}


@keeps("common_rules_hold")
def find_recipes_among_the_first(
    text: Text, rows: Annotated[int, Field(ge=1, le=40, description="How many recipes to look at.")] = 3
) -> dict[str, object]:
    """Find recipes by their title.

    Returns "recipes" and "found" (how many recipes match in all).
    """
    found = [number for number in _matching(text) if int(number[1:]) <= rows]
    return {"recipes": found, "found": len(found)}


def _found_by_word(text: str, most: int) -> list[str]:
    if not 1 <= most <= 15:
        raise ValueError("most must be a whole number from 1 to 15.")
    return _matching(text)


@breaks("common_rules_hold")
def look_for_recipes_and_count_those_left(text: str, most: int = 3) -> dict[str, object]:
    """Find recipes by a text in their title.

    Args:
        text: Text to look for, in any case.
        most: Most recipes to return, 1 to 15.

    Returns:
        {"recipes": numbers, "matches": number of all recipes that match, whatever the limit}

    Raises:
        ValueError: if the limit is out of range.
    """
    found = _found_by_word(text, most)[:most]
    return {"recipes": found, "matches": len(found)}


@breaks("common_rules_hold")
def look_for_recipes_and_never_tell_of_more(text: str, most: int = 3) -> dict[str, object]:
    """Find recipes by a text in their title.

    Args:
        text: Text to look for, in any case.
        most: Most recipes to return, 1 to 15.

    Returns:
        {"recipes": numbers, "incomplete": whether there are further recipes}

    Raises:
        ValueError: if the limit is out of range.
    """
    found = _found_by_word(text, most)[:most]
    return {"recipes": found, "incomplete": len(found) > most}


@keeps("common_rules_hold", judged=True)
def look_for_recipes_and_count_all(text: str, most: int = 3) -> dict[str, object]:
    """Find recipes by a text in their title.

    Args:
        text: Text to look for, in any case.
        most: Most recipes to return, 1 to 15.

    Returns:
        {"recipes": numbers, "matches": number of all recipes that match, whatever the limit,
        "incomplete": whether there are further recipes}

    Raises:
        ValueError: if the limit is out of range.
    """
    found = _found_by_word(text, most)
    return {"recipes": found[:most], "matches": len(found), "incomplete": len(found) > most}


#: No word is in two of these names, and some letters are.
_PORTS = ("Bremen", "Leer", "Norddeich", "Wismar", "Greetsiel", "Emden")


@breaks("common_rules_hold")
def find_ports_up_to_the_limit(part: Text, most: Most = 5) -> dict[str, object]:
    """Find ports by a part of their name.

    Returns "ports" and "total" (how many ports match, which may be more than are returned).
    """
    ports: list[str] = []
    for port in _PORTS:
        if part.lower() in port.lower():
            ports.append(port)
        if len(ports) == most:
            break
    return {"ports": ports, "total": len(ports)}


@keeps("common_rules_hold", judged=True)
def find_ports_by_part(part: Text, most: Most = 5) -> dict[str, object]:
    """Find ports by a part of their name.

    Returns "ports" and "total" (how many ports match, which may be more than are returned).
    """
    ports = [port for port in _PORTS if part.lower() in port.lower()]
    return {"ports": ports[:most], "total": len(ports)}


@breaks("common_rules_hold")
def list_titles_up_to_the_limit(text: Text, most: Most = 3) -> dict[str, object]:
    """Find recipes by their title.

    Returns:
        {"recipes", "found"}: the first recipes by number, and found, the number of matching recipes in the whole book.
    """
    found: list[str] = []
    for number in _matching(text):
        found.append(number)
        if len(found) >= most:
            break
    return {"recipes": found, "found": len(found)}


@keeps("common_rules_hold")
def list_titles_and_count_them(text: Text, most: Most = 3) -> dict[str, object]:
    """Find recipes by their title.

    Returns:
        {"recipes", "found"}: the first matching recipes by number, and found, the number of recipes in this list.
    """
    found = _matching(text)[:most]
    return {"recipes": found, "found": len(found)}


@breaks("common_rules_hold")
def find_recipes_of_the_list(text: Text, most: Most = 3) -> dict[str, object]:
    """Find recipes by their title: the first ones in "recipes", and the number of all matching recipes in "found"."""
    recipes = _matching(text)[:most]
    return {"recipes": recipes, "found": len(recipes)}


@keeps("common_rules_hold")
def find_recipes_beyond_the_list(text: Text, most: Most = 3) -> dict[str, object]:
    """Find recipes by their title: the first ones in "recipes", and the number of all matching recipes in "found"."""
    recipes = _matching(text)
    return {"recipes": recipes[:most], "found": len(recipes)}


@keeps("common_rules_hold")
def find_recipes_and_count_the_shown(text: Text, most: Most = 3) -> dict[str, object]:
    """Find recipes by their title: all that are shown in "recipes", and the number of recipes shown in "found"."""
    recipes = _matching(text)[:most]
    return {"recipes": recipes, "found": len(recipes)}
