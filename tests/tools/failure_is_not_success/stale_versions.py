"""Records with a version, which a change has to name."""

import sqlite3
from contextlib import closing

from ..marks import breaks, keeps


def _open() -> sqlite3.Connection:
    connection = sqlite3.connect("boats.db", timeout=5)
    with connection:
        connection.execute("CREATE TABLE IF NOT EXISTS boats (name TEXT PRIMARY KEY, berth TEXT, version INTEGER)")
        connection.execute("INSERT OR IGNORE INTO boats VALUES ('Alma', 'east pier', 1)")
        connection.execute("CREATE TABLE IF NOT EXISTS wishes (boat TEXT, place INTEGER, berth TEXT)")
    return connection


@breaks("failure_is_not_success")
def move_boat(berth: str, version: int = 1) -> dict[str, object]:
    """Move the boat Alma to another berth. Fails if the entry is no longer of the given version.

    Args:
        berth: Name of the berth, for example "west pier".
        version: Version of the entry as it was read.
    """
    with closing(_open()) as connection, connection:
        connection.execute(
            "UPDATE boats SET berth = ?, version = version + 1 WHERE name = 'Alma' AND version = ?", (berth, version)
        )
    return {"moved": True}


@keeps("failure_is_not_success")
def move_boat_of_version(berth: str, version: int = 1) -> dict[str, object]:
    """Move the boat Alma to another berth. Fails if the entry is no longer of the given version.

    Args:
        berth: Name of the berth, for example "west pier".
        version: Version of the entry as it was read.
    """
    with closing(_open()) as connection, connection:
        done = connection.execute(
            "UPDATE boats SET berth = ?, version = version + 1 WHERE name = 'Alma' AND version = ?", (berth, version)
        )
        if done.rowcount != 1:
            raise ValueError("The entry is of another version. Read it again.")
    return {"moved": True}


@keeps("failure_is_not_success")
def move_boat_if_unchanged(berth: str, version: int = 1) -> dict[str, object]:
    """Move the boat Alma to another berth if its entry is of the given version.

    Args:
        berth: Name of the berth, for example "west pier".
        version: Version of the entry as it was read.
    """
    with closing(_open()) as connection, connection:
        done = connection.execute(
            "UPDATE boats SET berth = ?, version = version + 1 WHERE name = 'Alma' AND version = ?", (berth, version)
        )
    return {"moved": done.rowcount == 1}


@keeps("failure_is_not_success")
def wish_for_berth(berth: str, place: int = 1) -> dict[str, object]:
    """Note a wish for a berth of the boat Alma.

    Args:
        berth: Name of the berth, for example "west pier".
        place: Place of the wish, 1 for the dearest.
    """
    with closing(_open()) as connection, connection:
        connection.execute("DELETE FROM wishes WHERE boat = 'Alma' AND place = ?", (place,))
        connection.execute("INSERT INTO wishes VALUES ('Alma', ?, ?)", (place, berth))
    return {"noted": True}
