"""Functions that take a list of names, and tell of some of them."""

from __future__ import annotations

import re

from ..marks import breaks, keeps

_TOURS = {"T-10": ("harbour", 12), "T-11": ("castle", 0), "T-12": ("old town", 7), "T-13": ("cellars", 30)}


@breaks("common_rules_hold")
def free_places(tours: list[str]) -> dict[str, object]:
    """Tell how many places are left on guided tours.

    Args:
        tours: Numbers of tours, such as "T-10".
    """
    places, unknown = [], []
    for tour in dict.fromkeys(tours):
        if tour not in _TOURS:
            unknown.append(tour)
            continue
        name, left = _TOURS[tour]
        if left:
            places.append({"tour": tour, "name": name, "left": left})
    return {"places": places, "unknown": unknown}


@keeps("common_rules_hold")
def places_of_all(tours: list[str]) -> dict[str, object]:
    """Tell how many places are left on guided tours.

    Args:
        tours: Numbers of tours, such as "T-10".
    """
    places, unknown = [], []
    for tour in dict.fromkeys(tours):
        if tour not in _TOURS:
            unknown.append(tour)
            continue
        name, left = _TOURS[tour]
        places.append({"tour": tour, "name": name, "left": left})
    return {"places": places, "unknown": unknown}


@keeps("common_rules_hold")
def names_of(tours: list[str]) -> dict[str, object]:
    """Return the names of guided tours that have places left; others are left out.

    Args:
        tours: Numbers of tours, such as "T-10".
    """
    known = [tour for tour in tours if tour in _TOURS]
    return {
        "tours": [{"tour": tour, "name": _TOURS[tour][0]} for tour in known if _TOURS[tour][1]],
        "unknown": [tour for tour in tours if tour not in _TOURS],
    }


@keeps("common_rules_hold")
def wrong_codes(codes: list[str]) -> dict[str, str]:
    """Tell which codes of parcels have a wrong form.

    A code has letters, digits and hyphens, up to forty of them: ``ab-12``.

    Args:
        codes: The codes.

    Returns:
        The codes that have a wrong form, each with the reason: ``empty``, ``too long`` or ``malformed``.
    """
    reasons: dict[str, str] = {}
    for code in codes:
        if not code:
            reasons[code] = "empty"
        elif len(code) > 40:
            reasons[code] = "too long"
        elif re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", code) is None:
            reasons[code] = "malformed"
    return reasons
