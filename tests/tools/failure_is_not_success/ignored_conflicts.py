"""Functions that give a locker to somebody, and some that tell of it though it is another's."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from ..marks import breaks, keeps

_TABLE = "CREATE TABLE IF NOT EXISTS lockers (number INTEGER PRIMARY KEY, owner TEXT NOT NULL)"


@breaks("failure_is_not_success")
def give_locker(owner: str, number: int) -> dict[str, object]:
    """Give a locker to a member.

    Args:
        owner: Name of the member.
        number: Number of the locker, from 1.
    """
    if number < 1 or not owner.strip():
        raise ValueError("A locker has a number from 1, and an owner.")
    with closing(sqlite3.connect("lockers.db")) as database, database:
        database.execute(_TABLE)
        database.execute("INSERT OR IGNORE INTO lockers VALUES (?, ?)", (number, owner))
    return {"number": number, "owner": owner}


@keeps("failure_is_not_success")
def give_free_locker(owner: str, number: int) -> dict[str, object]:
    """Give a locker to a member.

    Args:
        owner: Name of the member.
        number: Number of the locker, from 1.
    """
    if number < 1 or not owner.strip():
        raise ValueError("A locker has a number from 1, and an owner.")
    with closing(sqlite3.connect("lockers.db")) as database, database:
        database.execute(_TABLE)
        done = database.execute("INSERT OR IGNORE INTO lockers VALUES (?, ?)", (number, owner))
        if done.rowcount == 0:
            raise ValueError("The locker has another owner. Choose a free one.")
    return {"number": number, "owner": owner}


@keeps("failure_is_not_success")
def pass_locker_on(owner: str, number: int) -> dict[str, object]:
    """Give a locker to a member, whoever had it before.

    Args:
        owner: Name of the member.
        number: Number of the locker, from 1.
    """
    if number < 1 or not owner.strip():
        raise ValueError("A locker has a number from 1, and an owner.")
    with closing(sqlite3.connect("lockers.db")) as database, database:
        database.execute(_TABLE)
        database.execute("INSERT OR REPLACE INTO lockers VALUES (?, ?)", (number, owner))
    return {"number": number, "owner": owner}


@keeps("failure_is_not_success")
def first_owner(owner: str, number: int) -> dict[str, object]:
    """Give a locker to a member; one that has an owner already stays with them.

    Args:
        owner: Name of the member.
        number: Number of the locker, from 1.
    """
    if number < 1 or not owner.strip():
        raise ValueError("A locker has a number from 1, and an owner.")
    with closing(sqlite3.connect("lockers.db")) as database, database:
        database.execute(_TABLE)
        database.execute("INSERT OR IGNORE INTO lockers VALUES (?, ?)", (number, owner))
    return {"number": number, "owner": owner}
