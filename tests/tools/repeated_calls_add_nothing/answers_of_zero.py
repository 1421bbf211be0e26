"""Tools that remember their answers, of which one takes an answer of 0 for none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps

_ANSWERS = Path("answers.json")
_bins = {"rye": 90, "oat": 40}
_left: dict[str, int] = {}


def _read() -> dict[str, Any]:
    return json.loads(_ANSWERS.read_text()) if _ANSWERS.exists() else {"taken": {}, "left": {"rye": 500, "oat": 800}}


@breaks("repeated_calls_add_nothing")
def take_flour_again_from_nothing(flour: str, grams: int, slip_id: str) -> dict[str, int]:
    """Take flour out of a bin, which may go below nothing until the next delivery.

    A slip_id that was used before takes nothing more; its call is answered as at first.

    Args:
        flour: Kind of flour, such as "rye".
        grams: How much to take.
        slip_id: Id of the slip, of your choice.
    """
    kept = _read()
    if not kept["taken"].get(slip_id):
        if flour not in kept["left"]:
            raise ValueError(f"There is no flour {flour!r}.")
        kept["left"][flour] -= grams
        kept["taken"][slip_id] = kept["left"][flour]
        _ANSWERS.write_text(json.dumps(kept))
    return {"left": kept["taken"][slip_id]}


@keeps("repeated_calls_add_nothing", judged=True)
def take_flour_once_from_nothing(flour: str, grams: int, slip_id: str) -> dict[str, int]:
    """Take flour out of a bin, which may go below nothing until the next delivery.

    A slip_id that was used before takes nothing more; its call is answered as at first.

    Args:
        flour: Kind of flour, such as "rye".
        grams: How much to take.
        slip_id: Id of the slip, of your choice.
    """
    kept = _read()
    if slip_id not in kept["taken"]:
        if flour not in kept["left"]:
            raise ValueError(f"There is no flour {flour!r}.")
        kept["left"][flour] -= grams
        kept["taken"][slip_id] = kept["left"][flour]
        _ANSWERS.write_text(json.dumps(kept))
    return {"left": kept["taken"][slip_id]}


@keeps("repeated_calls_add_nothing", judged=True)
def take_flour_down_to_nothing(flour: str, grams: int, slip_id: str) -> int:
    """Take flour out of a bin, if there is enough of it.

    A slip_id that was used before takes nothing more; its call is answered as at first.

    Args:
        flour: Kind of flour, such as "rye".
        grams: How much to take.
        slip_id: Id of the slip, of your choice.
    """
    if slip_id in _left:
        return _left[slip_id]
    if _bins.get(flour, 0) < grams or grams < 1:
        raise ValueError(f"There is not enough of {flour!r}.")
    _bins[flour] -= grams
    return _left.setdefault(slip_id, _bins[flour])
