"""Functions whose first test refuses either of two ids, so that one right id alone gets no further."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

from ..marks import breaks, keeps

_LOCKER = re.compile(r"L[0-9]{3}")
_SLIP = re.compile(r"[a-f]{2}-[0-9]{4}")


def _top_up(locker: str, slip: str, hours: int, *, is_noticed: bool) -> dict[str, object]:
    if not (_LOCKER.fullmatch(locker) and _SLIP.fullmatch(slip)):
        raise ValueError("The locker or the slip has another form.")
    if not 1 <= hours <= 500:
        raise ValueError("hours must be between 1 and 500.")
    with closing(sqlite3.connect("lockers.db")) as lockers, lockers:
        lockers.execute("CREATE TABLE IF NOT EXISTS slips (slip TEXT PRIMARY KEY)")
        lockers.execute("CREATE TABLE IF NOT EXISTS lockers (locker TEXT PRIMARY KEY, hours INTEGER)")
        lockers.execute("INSERT OR IGNORE INTO lockers VALUES (?, 0)", (locker,))
        is_new = lockers.execute("INSERT OR IGNORE INTO slips VALUES (?)", (slip,)).rowcount == 1
        if is_new or not is_noticed:
            lockers.execute("UPDATE lockers SET hours = hours + ? WHERE locker = ?", (hours, locker))
        left = lockers.execute("SELECT hours FROM lockers WHERE locker = ?", (locker,)).fetchone()[0]
    return {"locker": locker, "hours": left}


@breaks("repeated_calls_add_nothing")
def top_up_locker(locker: str, slip: str, hours: int) -> dict[str, object]:
    """Add paid hours to a locker. It is safe to repeat a call with the same id: the hours are added once.

    Args:
        locker: The locker.
        slip: Id of the slip that was paid.
        hours: Hours to add, 1 to 500.
    """
    return _top_up(locker, slip, hours, is_noticed=False)


@keeps("repeated_calls_add_nothing")
def top_up_locker_once(locker: str, slip: str, hours: int) -> dict[str, object]:
    """Add paid hours to a locker. It is safe to repeat a call with the same id: the hours are added once.

    Args:
        locker: The locker.
        slip: Id of the slip that was paid.
        hours: Hours to add, 1 to 500.
    """
    return _top_up(locker, slip, hours, is_noticed=True)
