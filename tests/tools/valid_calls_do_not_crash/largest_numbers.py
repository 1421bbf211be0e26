"""Functions that add one to a number: the largest one overflows where it counts what there is."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from ..marks import breaks, keeps


@keeps("valid_calls_do_not_crash", judged=True)
def first_harbours(most: int = 10) -> dict[str, object]:
    """List the harbours of the coast, at most so many.

    Args:
        most: How many to list.
    """
    if most < 1:
        raise ValueError("most has to be 1 at least")
    with closing(sqlite3.connect(":memory:")) as database:
        found = database.execute("SELECT 'Roe' UNION SELECT 'Vik' UNION SELECT 'Ask'").fetchmany(most + 1)
    return {"harbours": [name for (name,) in found[:most]], "more": len(found) > most}


@breaks("valid_calls_do_not_crash")
def sign_of_harbour(number: int = 65) -> dict[str, str]:
    """Return the letter on the sign of a harbour.

    Args:
        number: The number of the letter.
    """
    if number < 1:
        raise ValueError("number has to be 1 at least")
    return {"sign": number.to_bytes(2, "big").decode("utf-16-be", errors="replace")}
