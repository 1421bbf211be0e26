"""Tools whose keys are said to be booked once: by the description, or by that of the key."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


def _jars() -> sqlite3.Connection:
    jars = sqlite3.connect("jars.db")
    jars.execute("CREATE TABLE IF NOT EXISTS jars (name TEXT PRIMARY KEY, coins INTEGER)")
    jars.execute("CREATE TABLE IF NOT EXISTS slips (slip TEXT PRIMARY KEY)")
    jars.execute("INSERT OR IGNORE INTO jars VALUES ('house', 0)")
    return jars


def _drop(coins: int, slip: str, *, once: bool) -> int:
    with closing(_jars()) as jars, jars:
        is_new = jars.execute("INSERT OR IGNORE INTO slips VALUES (?)", (slip,)).rowcount == 1
        if is_new or not once:
            jars.execute("UPDATE jars SET coins = coins + ?", (coins,))
        return jars.execute("SELECT coins FROM jars").fetchone()[0]


@breaks("repeated_calls_add_nothing")
def drop_coins_again(coins: int, slip_id: str) -> dict[str, int]:
    """Put coins into the jar of the house. A call can be sent twice: each slip_id is counted only once.

    Args:
        coins: Number of coins, at least 1.
        slip_id: Id of the slip, of your choice.
    """
    return {"coins": _drop(coins, slip_id, once=False)}


@keeps("repeated_calls_add_nothing", judged=True)
def drop_coins_once(coins: int, slip_id: str) -> dict[str, int]:
    """Put coins into the jar of the house. A call can be sent twice: each slip_id is counted only once.

    Args:
        coins: Number of coins, at least 1.
        slip_id: Id of the slip, of your choice.
    """
    return {"coins": _drop(coins, slip_id, once=True)}


@keeps("repeated_calls_add_nothing")
def drop_coins_each_time(coins: int, slip_id: str) -> dict[str, int]:
    """Put coins into the jar of the house. Each slip_id is counted once the jar is full; repeat it for more coins.

    Args:
        coins: Number of coins, at least 1.
        slip_id: Id of the slip, of your choice.
    """
    return {"coins": _drop(coins, slip_id, once=False)}


Slip = Annotated[str, Field(description="Key of the call. Send the same key again when you retry.", min_length=1)]
Note = Annotated[str, Field(description="Note for the book. A retry need not have another one.", min_length=1)]


@breaks("repeated_calls_add_nothing")
def drop_coins_with_a_key(coins: int, slip: Slip) -> dict[str, int]:
    """Put coins into the jar of the house."""
    return {"coins": _drop(coins, slip, once=False)}


@keeps("repeated_calls_add_nothing", judged=True)
def drop_coins_with_a_kept_key(coins: int, slip: Slip) -> dict[str, int]:
    """Put coins into the jar of the house."""
    return {"coins": _drop(coins, slip, once=True)}


@keeps("repeated_calls_add_nothing", judged=False)
def drop_coins_with_a_note(coins: int, slip: Note) -> dict[str, int]:
    """Put coins into the jar of the house."""
    return {"coins": _drop(coins, slip, once=False)}
