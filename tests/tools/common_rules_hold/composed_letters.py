"""Functions that look up names with accents."""

from __future__ import annotations

import unicodedata

from ..marks import breaks, keeps

_STREETS = [{"street": "Rue de la R\u00e9publique", "zone": 2}, {"street": "Caf\u00e9weg", "zone": 1}]


@breaks("common_rules_hold")
def zone_of(street: str) -> dict[str, object]:
    """Get the zone of a street. Composed and decomposed accents count as the same.

    Args:
        street: Its name.
    """
    wanted = street.strip()
    for row in _STREETS:
        if unicodedata.normalize("NFC", str(row["street"])) == wanted:
            return {"zone": row["zone"]}
    raise ValueError("there is no such street")


@breaks("common_rules_hold")
def has_street(street: str) -> bool:
    """Tell whether there is a street.

    Args:
        street: Its name; it does not matter whether accents are combining characters.
    """
    return street in {unicodedata.normalize("NFD", str(row["street"])) for row in _STREETS}


@breaks("common_rules_hold")
def streets_like(part: str) -> list[str]:
    """List streets by a part of the name. Names that differ in their letters alone are listed, and it is the same
    whether accents are combining characters or not.

    Args:
        part: A part of the name.
    """
    return [str(row["street"]) for row in _STREETS if part.casefold() in str(row["street"]).casefold()]


@keeps("common_rules_hold", judged=True)
def street_zone(street: str) -> dict[str, object]:
    """Get the zone of a street. Composed and decomposed accents count as the same.

    Args:
        street: Its name.
    """
    wanted = unicodedata.normalize("NFC", street.strip())
    for row in _STREETS:
        if unicodedata.normalize("NFC", str(row["street"])) == wanted:
            return {"zone": row["zone"]}
    raise ValueError("there is no such street")


@keeps("common_rules_hold")
def exact_zone(street: str) -> dict[str, object]:
    """Get the zone of a street, whose name is compared sign by sign.

    Args:
        street: Its name.
    """
    for row in _STREETS:
        if row["street"] == street:
            return {"zone": row["zone"]}
    raise ValueError("there is no such street")


@keeps("common_rules_hold")
def form_of(street: str) -> dict[str, object]:
    """Tell in which form accents are written. Composed and combining ones are both told, and look the same.

    Args:
        street: The name of a street.
    """
    return {"composed": unicodedata.is_normalized("NFC", street), "letters": len(street)}


_TEAS = (("Mate\u0301 verde", 75), ("Assam", 95), ("Ru\u0308gen blend", 90))
_DEGREES = {"cafe\u0301 cre\u0300me": 88, "ginger tea": 95}
_FIRMS = [("Bjo\u0308rk & Co", "hidden"), ("Stone Ltd", "open")]


@breaks("common_rules_hold")
def brewing_heat(tea: str) -> int:
    """Get the heat of the water for a tea, in degrees. Both composed and decomposed accents are understood, and are
    the same.

    Args:
        tea: Its whole name.
    """
    wanted = unicodedata.normalize("NFC", tea)
    return next(heat for name, heat in _TEAS if name == wanted)


@keeps("common_rules_hold", judged=True)
def heat_for_brewing(tea: str) -> int:
    """Get the heat of the water for a tea, in degrees. Both composed and decomposed accents are understood, and are
    the same.

    Args:
        tea: Its whole name.
    """
    wanted = unicodedata.normalize("NFC", tea)
    return next(heat for name, heat in _TEAS if unicodedata.normalize("NFC", name) == wanted)


@breaks("common_rules_hold")
def serving_heat(drink: str) -> int:
    """Get the heat at which a drink is served, in degrees.

    Args:
        drink: Its name; it makes no difference whether accents are combining characters.
    """
    return _DEGREES[unicodedata.normalize("NFC", drink.casefold())]


@keeps("common_rules_hold", judged=True)
def heat_for_serving(drink: str) -> int:
    """Get the heat at which a drink is served, in degrees.

    Args:
        drink: Its name; it makes no difference whether accents are combining characters.
    """
    return _DEGREES[unicodedata.normalize("NFD", drink.casefold())]


@keeps("common_rules_hold")
def open_firms(part: str) -> list[str]:
    """List the open firms with a part in their names; hidden ones are not told of. Composed and decomposed accents
    count as the same.

    Args:
        part: The part.
    """
    wanted = unicodedata.normalize("NFC", part)
    return [name for name, state in _FIRMS if state == "open" and wanted in unicodedata.normalize("NFC", name)]
