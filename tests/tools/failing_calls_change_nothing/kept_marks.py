"""Functions that mark that they are at work, and read a file that may be no text: one leaves its mark behind."""

from __future__ import annotations

import fcntl
import json
from pathlib import Path

from ..marks import breaks, keeps

_SALES, _SUMS, _MARK = Path("sales.csv"), Path("sums.json"), Path("sums.working")


def _sums() -> dict[str, float]:
    sums: dict[str, float] = {}
    for line in _SALES.read_text("utf-8").splitlines()[1:]:
        article, _, amount = line.rpartition(",")
        sums[article] = sums.get(article, 0.0) + len(amount)
    return sums


def _store(sums: dict[str, float]) -> dict:
    fresh = _SUMS.with_suffix(".new")
    fresh.write_text(json.dumps(sums), "utf-8")
    fresh.replace(_SUMS)
    return {"articles": len(sums)}


@breaks("failing_calls_change_nothing")
def add_up_sales() -> dict:
    """Add up sales.csv by article, and store the sums in sums.json; only one call works on it at a time."""
    if not _SALES.is_file():
        raise ValueError("There are no sales.")
    if _MARK.exists():
        raise ValueError("Another call is adding up.")
    _MARK.touch()
    try:
        sums = _sums()
    except ValueError:
        raise ValueError("The sales are no text.") from None
    stored = _store(sums)
    _MARK.unlink()
    return stored


@keeps("failing_calls_change_nothing")
def add_up_all_sales() -> dict:
    """Add up sales.csv by article, and store the sums in sums.json; only one call works on it at a time."""
    if not _SALES.is_file():
        raise ValueError("There are no sales.")
    if _MARK.exists():
        raise ValueError("Another call is adding up.")
    _MARK.touch()
    try:
        return _store(_sums())
    except ValueError:
        raise ValueError("The sales are no text.") from None
    finally:
        _MARK.unlink()


@keeps("failing_calls_change_nothing")
def add_up_locked_sales() -> dict:
    """Add up sales.csv by article with the names of names.csv, and store the sums; one call works on it at a time."""
    names = Path("names.csv")
    if not _SALES.is_file() or not names.is_file():
        raise ValueError("There are no sales, or no names.")
    with open("sums.lock", "a") as lock:
        # The file stays, and its lock does not.
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            known = names.read_text("utf-8")
            return _store({article: total for article, total in _sums().items() if article in known})
        except ValueError:
            raise ValueError("The sales or the names are no text.") from None
