"""Tools with a switch or another optional argument, some of which take something out of what the module holds."""

from __future__ import annotations

from typing import Literal

from ..marks import breaks, keeps

_NIGHTS = {"hut": [20, 30, 40], "lodge": [55, 80, 65, 70]}
_TEAMS = {"red": ["Ada", "Bo", "Cy"], "blue": ["Dee", "Eli", "Fay"]}
_LINES: dict[str, list[str]] = {"menu": ["soup", "rice"], "ordered": []}
_DEPTHS = {"north": [4, 9, 2, 7], "south": [8, 1, 3]}
_SEEN: dict[str, list[int]] = {}


def _price(house: str, nights: list[int], *, without_dearest: bool) -> dict[str, object]:
    if without_dearest:
        nights.remove(max(nights))
    return {"house": house, "price": sum(nights)}


def _checked(name: str, known: dict[str, list]) -> list:
    if name not in known:
        raise ValueError("The name must be one of " + ", ".join(known) + ".")
    return known[name]


@breaks("equal_calls_agree")
def stay_price(house: str, without_dearest: bool = False) -> dict[str, object]:
    """Add up the nights of a house. The price list is never changed.

    Args:
        house: The house: hut or lodge.
        without_dearest: Whether the dearest night is free.
    """
    return _price(house, _checked(house, _NIGHTS), without_dearest=without_dearest)


@keeps("equal_calls_agree")
def stay_price_of_copy(house: str, without_dearest: bool = False) -> dict[str, object]:
    """Add up the nights of a house. The price list is never changed.

    Args:
        house: The house: hut or lodge.
        without_dearest: Whether the dearest night is free.
    """
    return _price(house, list(_checked(house, _NIGHTS)), without_dearest=without_dearest)


@breaks("equal_calls_agree")
def team_of(team: str, order: Literal["as_joined", "by_name_backwards"] = "as_joined") -> dict[str, object]:
    """Name the members of a team. Nothing is changed.

    Args:
        team: The team: red or blue.
        order: The order of the names.
    """
    members = _checked(team, _TEAMS)
    if order == "by_name_backwards":
        members.sort(reverse=True)
    return {"team": team, "members": list(members)}


@keeps("equal_calls_agree")
def sorted_team_of(team: str, order: Literal["as_joined", "by_name_backwards"] = "as_joined") -> dict[str, object]:
    """Name the members of a team. Nothing is changed.

    Args:
        team: The team: red or blue.
        order: The order of the names.
    """
    members = _checked(team, _TEAMS)
    return {"team": team, "members": sorted(members, reverse=True) if order == "by_name_backwards" else members}


@keeps("equal_calls_agree")
def dish_for(dish: str, twice: bool = False) -> dict[str, object]:
    """Bring a dish to the table. The menu is never changed.

    Args:
        dish: The dish: soup or rice.
        twice: Whether to bring two of them.
    """
    if dish not in _LINES["menu"]:
        raise ValueError("There is soup and rice.")
    _LINES["ordered"].extend([dish] * (2 if twice else 1))
    return {"on_the_table": list(_LINES["ordered"])}


@keeps("equal_calls_agree")
def deepest(lake: str, fresh: bool = False) -> dict[str, object]:
    """Tell the greatest depth of a lake, from what is remembered of it. Nothing is changed.

    Args:
        lake: The lake: north or south.
        fresh: Whether to sort the depths again.
    """
    depths = _checked(lake, _DEPTHS)
    if fresh or lake not in _SEEN:
        _SEEN[lake] = sorted(depths, reverse=True)
    return {"lake": lake, "metres": _SEEN[lake][0], "lakes_in_memory": len(_SEEN)}
