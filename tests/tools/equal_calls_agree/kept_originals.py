"""Tools that answer with a changed copy of what the module holds, or with what they should have copied."""

from __future__ import annotations

import copy

from ..marks import breaks, keeps

_PALETTES = {
    "dusk": {"title": "Dusk", "shades": [{"name": "plum", "light": 64}, {"name": "slate", "light": 90}]},
    "reef": {"title": "Reef", "shades": [{"name": "coral", "light": 180}, {"name": "teal", "light": 120}]},
}
_ROUTES = {"ridge": {"legs": [400, 650, 900]}, "shore": {"legs": [1200, 300]}}
_PRICES = {"nail": 4, "screw": 7}
_STOCK = {"nail": {"left": 900_000}, "screw": {"left": 400_000}}
_TEXTS: dict[str, list[str]] = {"welcome": ["Good day."], "farewell": ["See you soon."]}


def _checked(name: str, known: dict, percent: int) -> None:
    if name not in known:
        raise ValueError("The name must be one of " + ", ".join(known) + ".")
    if not 10 <= percent <= 90:
        raise ValueError("percent must be from 10 to 90.")


@breaks("equal_calls_agree")
def dimmed_palette(name: str, percent: int) -> dict:
    """Dim the shades of a palette. The stored palette remains unchanged.

    Args:
        name: The palette: dusk or reef.
        percent: The light that is left, 10 to 90.
    """
    _checked(name, _PALETTES, percent)
    palette = dict(_PALETTES[name])
    for shade in palette["shades"]:
        shade["light"] = shade["light"] * percent // 100
    return palette


@keeps("equal_calls_agree")
def dimmed_copy_of_palette(name: str, percent: int) -> dict:
    """Dim the shades of a palette. The stored palette remains unchanged.

    Args:
        name: The palette: dusk or reef.
        percent: The light that is left, 10 to 90.
    """
    _checked(name, _PALETTES, percent)
    palette = copy.deepcopy(_PALETTES[name])
    for shade in palette["shades"]:
        shade["light"] = shade["light"] * percent // 100
    return palette


@breaks("equal_calls_agree")
def shortened_route(name: str, percent: int) -> dict:
    """Shorten the legs of a route for a trial run; the route itself is never changed.

    Args:
        name: The route: ridge or shore.
        percent: The part of each leg that is run, 10 to 90.
    """
    _checked(name, _ROUTES, percent)
    legs = _ROUTES[name]["legs"]
    for number, metres in enumerate(legs):
        legs[number] = metres * percent // 100
    return {"name": name, "legs": legs, "metres": sum(legs)}


@keeps("equal_calls_agree")
def sell_at_kept_prices(name: str, count: int) -> dict:
    """Sell nails or screws. The stored prices stay as they are.

    Args:
        name: The goods: nail or screw.
        count: How many, 10 to 90.
    """
    _checked(name, _PRICES, count)
    _STOCK[name]["left"] -= count
    return {"cents": _PRICES[name] * count, "left": _STOCK[name]["left"]}


@keeps("equal_calls_agree")
def revised_text(name: str, ending: str) -> dict:
    """Make a new version of a text with another ending. The original text is left as it is.

    Args:
        name: The text: welcome or farewell.
        ending: The ending, up to 40 characters.
    """
    if name not in _TEXTS or len(ending) > 40:
        raise ValueError("The text must be welcome or farewell, and the ending up to 40 characters.")
    versions = _TEXTS[name]
    versions.append(f"{versions[-1]} {ending}")
    return {"version": len(versions), "text": versions[-1]}
