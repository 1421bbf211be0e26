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
