"""Functions that take from one place for another one: some take it before they know that the other one may have it."""

from __future__ import annotations

import sqlite3
import threading

from ..marks import breaks, keeps

_LOCK = threading.Lock()
_CASKS = {"oak-1": 225.0, "oak-2": 40.0, "ash-1": 0.0}
_ROOM = {"oak-1": 230.0, "oak-2": 120.0, "ash-1": 60.0}
_SEEDS = sqlite3.connect(":memory:", check_same_thread=False)
_SEEDS.executescript(
    """
    CREATE TABLE seeds (kind TEXT PRIMARY KEY, grams INTEGER);
    CREATE TABLE growers (name TEXT PRIMARY KEY, most INTEGER, taken INTEGER DEFAULT 0);
    INSERT INTO seeds VALUES ('dill', 900), ('beet', 450);
    INSERT INTO growers (name, most) VALUES ('ilse', 600), ('jonas', 200);
    """
)


def _checked_casks(source: str, target: str, litres: float) -> None:
    if source not in _CASKS or target not in _CASKS or source == target:
        raise ValueError("There are no two such casks. Choose two of oak-1, oak-2 and ash-1.")
    if not 0 < litres <= _CASKS[source]:
        raise ValueError("The cask does not hold as much. Choose fewer litres.")


@breaks("failing_calls_change_nothing")
def rack_wine(source: str, target: str, litres: float) -> str:
    """Rack wine from one cask into another, if there is room for it.

    Args:
        source: The cask that it is in, such as "oak-1".
        target: The cask that it gets into, such as "ash-1".
        litres: How much of it.
    """
    with _LOCK:
        _checked_casks(source, target, litres)
        _CASKS[source] -= litres
        if _CASKS[target] + litres > _ROOM[target]:
            raise ValueError("The other cask has no room for it. Choose fewer litres.")
        _CASKS[target] += litres
        return f"{source} holds {_CASKS[source]} litres now."


@keeps("failing_calls_change_nothing")
def rack_wine_if_there_is_room(source: str, target: str, litres: float) -> str:
    """Rack wine from one cask into another, if there is room for it.

    Args:
        source: The cask that it is in, such as "oak-1".
        target: The cask that it gets into, such as "ash-1".
        litres: How much of it.
    """
    with _LOCK:
        _checked_casks(source, target, litres)
        if _CASKS[target] + litres > _ROOM[target]:
            raise ValueError("The other cask has no room for it. Choose fewer litres.")
        _CASKS[source] -= litres
        _CASKS[target] += litres
        return f"{source} holds {_CASKS[source]} litres now."


def _take(kind: str, grower: str, grams: int) -> dict[str, int]:
    taken = _SEEDS.execute(
        "UPDATE seeds SET grams = grams - ? WHERE kind = ? AND grams >= ? AND ? > 0", (grams, kind, grams, grams)
    )
    if not taken.rowcount:
        raise ValueError("There is not as much of this seed. Choose fewer grams of dill or beet.")
    given = _SEEDS.execute(
        "UPDATE growers SET taken = taken + ? WHERE name = ? AND taken + ? <= most", (grams, grower, grams)
    )
    if not given.rowcount:
        raise ValueError("The grower may not take as much. Choose fewer grams, for ilse or jonas.")
    [left] = _SEEDS.execute("SELECT grams FROM seeds WHERE kind = ?", (kind,)).fetchone()
    return {"left": left}


@breaks("failing_calls_change_nothing")
def hand_out_seed(kind: str, grower: str, grams: int) -> dict[str, int]:
    """Hand out seed to a grower.

    Args:
        kind: What is sown, "dill" or "beet".
        grower: Who gets it, such as "ilse".
        grams: How much.
    """
    with _LOCK:
        try:
            return _take(kind, grower, grams)
        finally:
            _SEEDS.commit()


@keeps("failing_calls_change_nothing")
def hand_out_seed_or_nothing(kind: str, grower: str, grams: int) -> dict[str, int]:
    """Hand out seed to a grower.

    Args:
        kind: What is sown, "dill" or "beet".
        grower: Who gets it, such as "ilse".
        grams: How much.
    """
    with _LOCK, _SEEDS:
        return _take(kind, grower, grams)
