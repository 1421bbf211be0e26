"""Functions that compare texts whatever their letter case is, which is said to hold in all alphabets."""

from __future__ import annotations

from ..marks import breaks, keeps

_STREETS = {"Harbour Lane": 12, "Mill Road": 7, "Castle Square": 31}
_taken: set[str] = set()


@breaks("common_rules_hold")
def same_title(title: str, other: str) -> bool:
    """Tell whether two titles are the same. Upper and lower case make no difference, in any language.

    Args:
        title: A title, such as "The Sea".
        other: Another title.
    """
    return title.strip().lower() == other.strip().lower()


@keeps("common_rules_hold", judged=True)
def same_title_folded(title: str, other: str) -> bool:
    """Tell whether two titles are the same. Upper and lower case make no difference, in any language.

    Args:
        title: A title, such as "The Sea".
        other: Another title.
    """
    return title.strip().casefold() == other.strip().casefold()


@keeps("common_rules_hold")
def same_title_in_small_letters(title: str, other: str) -> bool:
    """Tell whether two titles are the same. Upper and lower case make no difference.

    Args:
        title: A title, such as "The Sea".
        other: Another title.
    """
    return title.strip().lower() == other.strip().lower()


@breaks("common_rules_hold")
def claim_nickname(nickname: str) -> dict[str, bool]:
    """Claim a nickname, which nobody else can have then. Nicknames are compared by Unicode case folding.

    Args:
        nickname: The nickname.
    """
    is_new = nickname.lower() not in _taken
    _taken.add(nickname.lower())
    return {"is_yours": is_new}


@keeps("common_rules_hold", judged=True)
def claim_folded_nickname(nickname: str) -> dict[str, bool]:
    """Claim a nickname, which nobody else can have then. Nicknames are compared by Unicode case folding.

    Args:
        nickname: The nickname.
    """
    is_new = nickname.casefold() not in _taken
    _taken.add(nickname.casefold())
    return {"is_yours": is_new}


@breaks("common_rules_hold")
def houses_in_street(street: str) -> int:
    """Count the houses in a street. The letter case of its name is ignored, also in German names.

    Args:
        street: Name of the street.

    Raises:
        KeyError: There is no such street.
    """
    return {name.lower(): count for name, count in _STREETS.items()}[street.lower()]


@keeps("common_rules_hold", judged=True)
def houses_in_folded_street(street: str) -> int:
    """Count the houses in a street. The letter case of its name is ignored, also in German names.

    Args:
        street: Name of the street.

    Raises:
        KeyError: There is no such street.
    """
    return {name.casefold(): count for name, count in _STREETS.items()}[street.casefold()]
