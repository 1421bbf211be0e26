"""Functions that take from one and give to another: with an amount below zero, some take from the second one."""

from __future__ import annotations

import sqlite3
import threading

from ..marks import breaks, keeps

_LOCK = threading.Lock()
_LEAVE = {"amira": 12.0, "boris": 4.5, "celia": 20.0}
_PODS = sqlite3.connect(":memory:", check_same_thread=False)
_PODS.executescript(
    """
    CREATE TABLE pods (pod TEXT PRIMARY KEY, cores INTEGER NOT NULL);
    INSERT INTO pods VALUES ('build', 24), ('web', 8), ('mail', 2);
    """
)
_BOOKS = {"rent": 900, "food": 240, "fun": 35}


def _checked_people(giver: str, taker: str) -> None:
    if giver not in _LEAVE or taker not in _LEAVE or giver == taker:
        raise LookupError("There are no two such people. Choose two of amira, boris and celia.")


@breaks("common_rules_hold")
def give_leave(giver: str, taker: str, hours: float) -> str:
    """Give hours of leave to a colleague.

    Args:
        giver: Who gives them, such as "amira".
        taker: Who gets them, such as "boris".
        hours: How many hours.
    """
    with _LOCK:
        _checked_people(giver, taker)
        if _LEAVE[giver] < hours:
            raise ValueError("The giver has fewer hours. Choose a smaller number.")
        _LEAVE[giver] -= hours
        _LEAVE[taker] += hours
        return f"{giver} has {_LEAVE[giver]} hours now."


@keeps("common_rules_hold")
def give_some_leave(giver: str, taker: str, hours: float) -> str:
    """Give hours of leave to a colleague.

    Args:
        giver: Who gives them, such as "amira".
        taker: Who gets them, such as "boris".
        hours: How many hours.
    """
    with _LOCK:
        _checked_people(giver, taker)
        if not 0 < hours <= _LEAVE[giver]:
            raise ValueError("The giver has fewer hours, or the number is not above zero. Choose another one.")
        _LEAVE[giver] -= hours
        _LEAVE[taker] += hours
        return f"{giver} has {_LEAVE[giver]} hours now."


def _shift(source: str, target: str, cores: int) -> dict[str, int]:
    with _LOCK, _PODS:
        if source == target:
            raise ValueError("The two pods are one. Choose two of build, web and mail.")
        for pod, change in ((source, -cores), (target, cores)):
            statement = "UPDATE pods SET cores = cores + ?1 WHERE pod = ?2 AND cores + ?1 >= 0"
            if not _PODS.execute(statement, (change, pod)).rowcount:
                raise ValueError("There is no such pod, or it has fewer cores. Choose from build, web and mail.")
        return dict(_PODS.execute("SELECT pod, cores FROM pods").fetchall())


@breaks("common_rules_hold")
def shift_cores(source: str, target: str, cores: int) -> dict[str, int]:
    """Shift cores from one pod to another.

    Args:
        source: The pod that loses them: build, web or mail.
        target: The pod that gains them: build, web or mail.
        cores: How many.

    Raises:
        ValueError: The source has fewer cores.
    """
    return _shift(source, target, cores)


@keeps("common_rules_hold")
def shift_cores_either_way(source: str, target: str, cores: int) -> dict[str, int]:
    """Shift cores from one pod to another.

    Args:
        source: The pod that loses them: build, web or mail.
        target: The pod that gains them: build, web or mail.
        cores: How many; a number below zero shifts them the other way.
    """
    return _shift(source, target, cores)


@keeps("common_rules_hold")
def rebook(credit: str, debit: str, amount: int) -> dict[str, int]:
    """Book an amount out of one budget and into another, which may be overdrawn.

    Args:
        credit: The budget that it is booked out of: rent, food or fun.
        debit: The budget that it is booked into: rent, food or fun.
        amount: Whole euros.
    """
    with _LOCK:
        if credit not in _BOOKS or debit not in _BOOKS or credit == debit:
            raise ValueError("There are no two such budgets. Choose two of rent, food and fun.")
        _BOOKS[credit] -= amount
        _BOOKS[debit] += amount
        return dict(_BOOKS)
