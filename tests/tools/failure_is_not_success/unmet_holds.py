"""Functions that change a record in memory in one state alone: some tell of a change that they have not made."""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import dataclass

from ..marks import breaks, keeps

_LOCK = threading.Lock()
_LOCKERS = sqlite3.connect(":memory:", check_same_thread=False)
_LOCKERS.execute("CREATE TABLE lockers (locker TEXT PRIMARY KEY, state TEXT, holder TEXT)")
_LOCKERS.executemany(
    "INSERT INTO lockers VALUES (?, ?, '')", [("L-7", "free"), ("L-8", "broken"), ("L-9", "free"), ("L-10", "sealed")]
)
_LOCKERS.commit()
_TAKE = "UPDATE lockers SET state = 'in use', holder = ? WHERE locker = ? AND state = 'free'"


@dataclass
class _Hold:
    book: str
    state: str


_HOLDS = [_Hold("hold-21", "waiting"), _Hold("hold-22", "collected"), _Hold("hold-23", "waiting")]
_BOARDS = {
    "board-1": {"seen": 4, "state": "late"},
    "board-2": {"seen": 9, "state": "due"},
    "board-3": {"seen": 2, "state": "due"},
}


def _hold(hold: str) -> _Hold:
    for one in _HOLDS:
        if one.book == hold:
            return one
    raise ValueError("There is no such hold. Choose hold-21 to hold-23.")


@breaks("failure_is_not_success")
def take_locker(locker: str, holder: str) -> dict[str, str]:
    """Give a free locker to a member.

    Args:
        locker: Number of the locker, such as "L-7".
        holder: Name of the member.
    """
    with _LOCK, _LOCKERS:
        if _LOCKERS.execute("SELECT 1 FROM lockers WHERE locker = ?", (locker,)).fetchone() is None:
            raise ValueError("There is no such locker. Choose L-7 to L-10.")
        _LOCKERS.execute(_TAKE, (holder, locker))
    return {"locker": locker, "holder": holder}


@keeps("failure_is_not_success")
def take_free_locker(locker: str, holder: str) -> dict[str, str]:
    """Give a free locker to a member.

    Args:
        locker: Number of the locker, such as "L-7".
        holder: Name of the member.
    """
    with _LOCK, _LOCKERS:
        if _LOCKERS.execute(_TAKE, (holder, locker)).rowcount == 0:
            raise ValueError("There is no such locker, or it is not free. Choose another one.")
    return {"locker": locker, "holder": holder}


@breaks("failure_is_not_success")
def withdraw_hold(hold: str) -> dict[str, str]:
    """Withdraw a hold that is waiting.

    Args:
        hold: Number of the hold, such as "hold-21".
    """
    found = _hold(hold)
    if found.state == "waiting":
        found.state = "withdrawn"
    return {"hold": hold, "state": "withdrawn"}


@keeps("failure_is_not_success")
def withdraw_waiting_hold(hold: str) -> dict[str, str]:
    """Withdraw a hold that is waiting. One that is withdrawn already stays so.

    Args:
        hold: Number of the hold, such as "hold-21".
    """
    found = _hold(hold)
    if found.state not in ("waiting", "withdrawn"):
        raise ValueError(f"The hold is {found.state}.")
    found.state = "withdrawn"
    return {"hold": hold, "state": "withdrawn"}


@keeps("failure_is_not_success")
def withdraw_if_waiting(hold: str) -> dict[str, str]:
    """Withdraw a hold if it is waiting, and tell the state in which it is now.

    Args:
        hold: Number of the hold, such as "hold-21".
    """
    found = _hold(hold)
    if found.state == "waiting":
        found.state = "withdrawn"
    return {"hold": hold, "state": found.state}


@keeps("failure_is_not_success")
def refresh_board(board: str) -> dict[str, object]:
    """Work the state of a board out anew.

    Args:
        board: Name of the board, such as "board-1".
    """
    if board not in _BOARDS:
        raise ValueError("There is no such board. Choose board-1 to board-3.")
    found = _BOARDS[board]
    found["state"] = "late" if found["seen"] < 3 else "due"  # type: ignore[operator]
    return {"board": board, **found}
