"""Functions that lend a worker or count failures, and refuse a right call after some wrong ones."""

from __future__ import annotations

import queue
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_PARTS = {"P-100": "axle", "P-200": "wheel", "P-300": "brake"}
Part = Annotated[str, Field(pattern=r"^P-[0-9]{3}$", description="Number of the part, such as P-100.")]
_lent: queue.Queue[int] = queue.Queue()
_given_back: queue.Queue[int] = queue.Queue()
for _number in range(4):
    _lent.put(_number)
    _given_back.put(_number)
_wrong = [0]


def _name(part: str) -> str:
    if part not in _PARTS:
        raise ValueError("There is no such part.")
    return _PARTS[part]


@breaks("failing_calls_change_nothing")
def describe_part_and_keep_worker(part: Part) -> dict[str, str]:
    """Describe a part."""
    try:
        worker = _lent.get_nowait()
    except queue.Empty:
        raise ValueError("All workers are busy; ask again later.") from None
    name = _name(part)
    _lent.put(worker)
    return {"part": part, "name": name}


@keeps("failing_calls_change_nothing", judged=True)
def describe_part(part: Part) -> dict[str, str]:
    """Describe a part."""
    try:
        worker = _given_back.get_nowait()
    except queue.Empty:
        raise ValueError("All workers are busy; ask again later.") from None
    try:
        return {"part": part, "name": _name(part)}
    finally:
        _given_back.put(worker)


@keeps("failing_calls_change_nothing", judged=True)
def open_drawer(part: Part) -> dict[str, str]:
    """Open the drawer of a part."""
    if _wrong[0] >= 5:
        raise ValueError("There were too many wrong numbers; ask the store's clerk.")
    _wrong[0] += part not in _PARTS
    return {"part": part, "drawer": _name(part)}
