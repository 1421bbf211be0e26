"""Tools that read small languages with numbers in them, and compare these with a limit before or after their work."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_ROW = re.compile(r"([0-9]{1,9})([kp])")


@breaks("memory_is_bounded")
def knit_row(
    row: Annotated[str, Field(max_length=60, description='Stitches of a row with their counts, e.g. "4k 2p 4k".')],
) -> dict[str, Any]:
    """Write out a row of at most 300 stitches."""
    stitches = [letter for part in row.split() for letter in _repeated(part)]
    if len(stitches) > 300:
        raise ValueError("The row has more than 300 stitches.")
    return {"row": "".join(stitches)}


@keeps("memory_is_bounded", judged=True)
def knit_short_row(
    row: Annotated[str, Field(max_length=60, description='Stitches of a row with their counts, e.g. "4k 2p 4k".')],
) -> dict[str, Any]:
    """Write out a row of at most 300 stitches."""
    counts = [int(part[:-1]) for part in row.split() if _ROW.fullmatch(part)]
    if sum(counts) > 300:
        raise ValueError("The row has more than 300 stitches.")
    return {"row": "".join(letter for part in row.split() for letter in _repeated(part))}


@breaks("memory_is_bounded")
def seats(
    blocks: Annotated[list[str], Field(max_length=8, description='Blocks of seats, e.g. ["12:20", "31:34"].')],
) -> dict[str, Any]:
    """Count the different seats in blocks of a hall; blocks of unknown form count nothing."""
    wanted: set[int] = set()
    for block in blocks:
        first, _, last = block.partition(":")
        if first.isdecimal() and last.isdecimal():
            wanted |= set(range(int(first), int(last) + 1))
    return {"seats": len(wanted)}


@keeps("memory_is_bounded", judged=True)
def seats_of_a_hall(
    blocks: Annotated[list[str], Field(max_length=8, description='Blocks of seats, e.g. ["12:20", "31:34"].')],
) -> dict[str, Any]:
    """Count the different seats in blocks of the largest hall, which has 200,000 of them."""
    wanted: set[int] = set()
    for block in blocks:
        first, _, last = block.partition(":")
        if first.isdecimal() and last.isdecimal() and int(last) <= 200_000:
            wanted |= set(range(int(first), int(last) + 1))
    return {"seats": len(wanted)}


@keeps("memory_is_bounded", judged=True)
def batch_number(
    label: Annotated[str, Field(max_length=40, description='Label of a batch, e.g. "lot 417 of 2024-03-01".')],
) -> dict[str, Any]:
    """Find the number of a batch in its label."""
    found = re.search(r"[0-9]+", label)
    return {"batch": int(found[0]) if found else None}


def _repeated(part: str) -> list[str]:
    found = _ROW.fullmatch(part)
    if found is None:
        raise ValueError("A row is made of counts and letters, such as 4k 2p.")
    return [found[2]] * int(found[1])
