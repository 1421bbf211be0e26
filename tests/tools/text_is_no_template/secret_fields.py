"""Functions that fill in texts with the fields of their own records."""

from __future__ import annotations

from ..marks import breaks, keeps

_GUESTS = {
    "G1": {"name": "Noor", "room": "12", "safe_pin": "70531", "wifi_token": "kq-88ab"},
    "G2": {"name": "Piet", "room": "14", "safe_pin": "22904", "wifi_token": "zz-10fe"},
}


def _guest(guest: str) -> dict[str, str]:
    if guest not in _GUESTS:
        raise ValueError("guest must be G1 or G2")
    return _GUESTS[guest]


def _filled(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


@breaks("text_is_no_template")
def write_card(guest: str, wording: str) -> dict[str, str]:
    """Write a card for a guest of the house.

    Args:
        guest: The number of the guest, "G1" or "G2".
        wording: The words on the card, in which {name} and {room} stand for those of the guest.
    """
    return {"card": _filled(wording, _guest(guest))}


@keeps("text_is_no_template")
def write_plain_card(guest: str, wording: str) -> dict[str, str]:
    """Write a card for a guest of the house.

    Args:
        guest: The number of the guest, "G1" or "G2".
        wording: The words on the card, in which {name} and {room} stand for those of the guest.
    """
    known = _guest(guest)
    return {"card": _filled(wording, {"name": known["name"], "room": known["room"]})}


@keeps("text_is_no_template")
def write_card_for_safe(guest: str, wording: str) -> dict[str, str]:
    """Write a card that tells a guest how to open the safe.

    Args:
        guest: The number of the guest, "G1" or "G2".
        wording: The words on the card, in which {name} and {safe_pin} stand for those of the guest.
    """
    known = _guest(guest)
    return {"card": _filled(wording, {"name": known["name"], "safe_pin": known["safe_pin"]})}


@keeps("text_is_no_template")
def write_any_card(guest: str, wording: str) -> dict[str, str]:
    """Write a card for the staff, with any field of the guest's record.

    Args:
        guest: The number of the guest, "G1" or "G2".
        wording: The words on the card, with fields such as {name}.
    """
    return {"card": _filled(wording, _guest(guest))}


@keeps("text_is_no_template")
def show_guest(guest: str, wording: str) -> dict[str, str]:
    """Show the staff all that is known of a guest, and a card.

    Args:
        guest: The number of the guest, "G1" or "G2".
        wording: The words on the card, in which {name} stands for that of the guest.
    """
    known = _guest(guest)
    return {**known, "card": _filled(wording, {"name": known["name"]})}
