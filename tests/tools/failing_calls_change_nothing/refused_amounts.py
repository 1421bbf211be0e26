"""Functions that refuse an amount in the middle of their work: one keeps its lock on the file then."""

from __future__ import annotations

import fcntl
import os

from ..marks import breaks, keeps

_LOCK, _OTHER_LOCK, _LEVEL, _OTHER_LEVEL, _TANK = "well.lock", "basin.lock", "well.txt", "basin.txt", "tank.txt"


def _locked(name: str) -> int:
    lock = os.open(name, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise RuntimeError("The level is being changed by another call.") from None
    return lock


def _changed(name: str, litres: int) -> int:
    level = litres
    if os.path.exists(name):
        with open(name, encoding="ascii") as file:
            level += int(file.read())
    if level < 0:
        raise ValueError("There is not that much water.")
    with open(name, "w", encoding="ascii") as file:
        file.write(str(level))
    return level


@breaks("failing_calls_change_nothing")
def change_level(litres: int) -> dict[str, int]:
    """Let water into the well, which starts empty, or take some out.

    Args:
        litres: Litres that come in; below zero, litres that are taken out.
    """
    lock = _locked(_LOCK)
    level = _changed(_LEVEL, litres)
    os.close(lock)
    return {"level": level}


@keeps("failing_calls_change_nothing")
def change_basin(litres: int) -> dict[str, int]:
    """Let water into the basin, which starts empty, or take some out.

    Args:
        litres: Litres that come in; below zero, litres that are taken out.
    """
    lock = _locked(_OTHER_LOCK)
    try:
        return {"level": _changed(_OTHER_LEVEL, litres)}
    finally:
        os.close(lock)


@keeps("failing_calls_change_nothing")
def change_tank(litres: int = 5) -> dict[str, int]:
    """Let water into the tank, which starts empty, or take some out: what may be taken depends on what came before.

    Args:
        litres: Litres that come in, for example 5; below zero, litres that are taken out, for example -3.
    """
    return {"level": _changed(_TANK, litres)}
