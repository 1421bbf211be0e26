"""Functions that answer yes or no to a digest, a token or a PIN."""

from __future__ import annotations

import hashlib
import hmac

from ..marks import breaks, keeps

_PINS = {"garage": "58213", "cellar": "90417"}


def _digest(text: str) -> str:
    return hashlib.sha1(text.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()


def _pin_of(door: str) -> str:
    if door not in _PINS:
        raise ValueError("there is no such door")
    return _PINS[door]


@breaks("common_rules_hold")
def text_is_whole(text: str, checksum: str) -> bool:
    """Tell whether a text has arrived as it was sent.

    Args:
        text: The text.
        checksum: Its SHA-1 in hexadecimal digits.
    """
    return all(one == other for one, other in zip(_digest(text), checksum, strict=False))


@breaks("common_rules_hold")
def open_door(door: str, pin: str) -> dict[str, object]:
    """Open a door.

    Args:
        door: The garage or the cellar.
        pin: The PIN of the door.
    """
    if pin not in _pin_of(door):
        raise PermissionError("this is not the PIN of the door")
    return {"door": door, "state": "open"}


@keeps("common_rules_hold", judged=True)
def text_is_the_same(text: str, checksum: str) -> bool:
    """Tell whether a text has arrived as it was sent.

    Args:
        text: The text.
        checksum: Its SHA-1 in hexadecimal digits.
    """
    return hmac.compare_digest(_digest(text).encode(), checksum.encode("utf-8", "replace"))


@keeps("common_rules_hold")
def text_begins_so(text: str, checksum: str) -> bool:
    """Tell whether a text has a checksum.

    Args:
        text: The text.
        checksum: Its SHA-1, or the first digits of it.
    """
    return _digest(text).startswith(checksum)


@keeps("common_rules_hold")
def text_may_be_whole(text: str, checksum: str = "") -> dict[str, bool]:
    """Tell whether a text has arrived as it was sent.

    Args:
        text: The text.
        checksum: Its SHA-1; without one, every text is taken.
    """
    return {"whole": not checksum or _digest(text) == checksum}


@keeps("common_rules_hold", judged=True)
def unlock_door(door: str, pin: str) -> dict[str, object]:
    """Unlock a door.

    Args:
        door: The garage or the cellar.
        pin: The PIN of the door.
    """
    if pin != _pin_of(door):
        raise PermissionError("this is not the PIN of the door")
    return {"door": door, "state": "open"}


@keeps("common_rules_hold")
def switch_pin(pin: str) -> dict[str, bool]:
    """Switch a pin of the board on.

    Args:
        pin: Its name: GPIO1, GPIO17, GPIO27.
    """
    if pin not in ("GPIO1", "GPIO17", "GPIO27"):
        raise ValueError("there is no such pin")
    return {"on": True}
