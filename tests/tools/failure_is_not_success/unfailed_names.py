"""Functions that change what a name stands for: some report a change of what is not there, which they tell to fail."""

from __future__ import annotations

import sqlite3
import threading

from ..marks import breaks, keeps

_LOCK = threading.Lock()
_PARCELS = sqlite3.connect(":memory:", check_same_thread=False)
_PARCELS.execute("CREATE TABLE parcels (number TEXT PRIMARY KEY, shelf TEXT, moved INTEGER DEFAULT 0)")
_PARCELS.executemany("INSERT INTO parcels (number, shelf) VALUES (?, ?)", [("PX-301", "A"), ("PX-302", "B")])
_PARCELS.commit()
_MOVE = "UPDATE parcels SET shelf = ?, moved = moved + 1 WHERE number = ?"
_HIVES = {41: "Linden", 42: "Acacia", 43: "Heather"}
_TAGS = {"page-7": ["draft", "legal"], "page-8": ["draft"]}


@breaks("failure_is_not_success")
def put_on_shelf(number: str, shelf: str) -> dict[str, str]:
    """Put a parcel on a shelf.

    Args:
        number: Number of the parcel, such as "PX-301".
        shelf: The shelf that it is put on.

    Raises:
        ValueError: The shelf is blank.
        KeyError: unknown parcel
    """
    if not shelf.strip():
        raise ValueError("The shelf is blank. Choose one, such as B.")
    with _LOCK, _PARCELS:
        _PARCELS.execute(_MOVE, (shelf, number))
    return {"number": number, "shelf": shelf}


@keeps("failure_is_not_success")
def put_on_known_shelf(number: str, shelf: str) -> dict[str, str]:
    """Put a parcel on a shelf.

    Args:
        number: Number of the parcel, such as "PX-301".
        shelf: The shelf that it is put on.

    Raises:
        ValueError: The shelf is blank.
        KeyError: unknown parcel
    """
    if not shelf.strip():
        raise ValueError("The shelf is blank. Choose one, such as B.")
    with _LOCK, _PARCELS:
        if not _PARCELS.execute(_MOVE, (shelf, number)).rowcount:
            raise KeyError(number)
    return {"number": number, "shelf": shelf}


@breaks("failure_is_not_success")
def close_hive(hive: int) -> str:
    """Take a hive from the list. If the hive does not exist, a KeyError is raised.

    Args:
        hive: Number of the hive, 41 for example.
    """
    with _LOCK:
        _HIVES.pop(hive, None)
    return f"Hive {hive} is closed."


@keeps("failure_is_not_success")
def forget_hive(hive: int) -> str:
    """Take a hive from the list. It is not an error if the hive does not exist.

    Args:
        hive: Number of the hive, 41 for example.
    """
    with _LOCK:
        _HIVES.pop(hive, None)
    return f"Hive {hive} is closed."


@keeps("failure_is_not_success")
def take_tag(page: str, tag: str) -> str:
    """Take a tag from a page.

    Args:
        page: Name of the page, like "page-7".
        tag: The tag to take from the page, like "draft".

    Raises:
        LookupError: There is no such page.
    """
    with _LOCK:
        if page not in _TAGS:
            raise LookupError("There is no such page. Choose page-7 or page-8.")
        _TAGS[page] = [one for one in _TAGS[page] if one != tag]
    return f"{page} is without {tag}."
