"""Functions that take several things at once: some take the first ones before they know that there is enough of all."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import TypedDict

from ..marks import breaks, keeps

_YARN = {"merino": 60, "mohair": 14, "linen": 3}
_PARCELS: dict[str, dict[str, int]] = {}
_PAINT = {"ochre": 300, "umber": 90, "cobalt": 12}
_MIXED: set[str] = set()
_BULBS = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
_BULBS.executescript(
    """
    CREATE TABLE bulbs (kind TEXT PRIMARY KEY, free INTEGER);
    INSERT INTO bulbs VALUES ('tulip', 220), ('crocus', 75), ('snowdrop', 6);
    """
)


class Bulbs(TypedDict):
    """Bulbs of one kind."""

    kind: str
    count: int


def _checked_yarn(parcel: str, skeins: Mapping[str, int]) -> None:
    if parcel in _PARCELS:
        raise ValueError("The parcel is packed already. Choose another number.")
    if not skeins or min(skeins.values()) < 1 or not skeins.keys() <= _YARN.keys():
        raise ValueError("Choose one skein or more of merino, mohair or linen.")


@breaks("failing_calls_change_nothing")
def pack_yarn(parcel: str, skeins: dict[str, int]) -> str:
    """Pack skeins of yarn into a parcel, all of them or none.

    Args:
        parcel: Number of the parcel, which can be packed once.
        skeins: How many of each yarn, such as {"mohair": 2}.
    """
    _checked_yarn(parcel, skeins)
    for yarn, count in skeins.items():
        if count > _YARN[yarn]:
            raise ValueError(f"There is not enough {yarn}. Choose fewer skeins.")
        _YARN[yarn] -= count
    _PARCELS[parcel] = dict(skeins)
    return "The parcel is packed."


@keeps("failing_calls_change_nothing")
def pack_yarn_if_there_is_enough(parcel: str, skeins: dict[str, int]) -> str:
    """Pack skeins of yarn into a parcel, all of them or none.

    Args:
        parcel: Number of the parcel, which can be packed once.
        skeins: How many of each yarn, such as {"mohair": 2}.
    """
    _checked_yarn(parcel, skeins)
    for yarn, count in skeins.items():
        if count > _YARN[yarn]:
            raise ValueError(f"There is not enough {yarn}. Choose fewer skeins.")
    for yarn, count in skeins.items():
        _YARN[yarn] -= count
    _PARCELS[parcel] = dict(skeins)
    return "The parcel is packed."


@keeps("failing_calls_change_nothing")
def pack_yarn_as_far_as_it_goes(parcel: str, skeins: dict[str, int]) -> str:
    """Pack skeins of yarn into a parcel.

    If there is too little of a yarn, an error tells it, and the skeins before it stay packed.

    Args:
        parcel: Number of the parcel.
        skeins: How many of each yarn, such as {"mohair": 2}.
    """
    if not skeins or min(skeins.values()) < 1 or not skeins.keys() <= _YARN.keys():
        raise ValueError("Choose one skein or more of merino, mohair or linen.")
    packed = _PARCELS.setdefault(parcel, {})
    for yarn, count in skeins.items():
        if count > _YARN[yarn]:
            raise ValueError(f"There is not enough {yarn}. Choose fewer skeins.")
        _YARN[yarn] -= count
        packed[yarn] = packed.get(yarn, 0) + count
    return "The parcel is packed."


def _checked_paint(name: str, grams: Mapping[str, int]) -> None:
    if name in _MIXED:
        raise ValueError("The name is used already. Choose another one.")
    if not grams.keys() <= _PAINT.keys():
        raise ValueError(f"Choose pigments of {', '.join(_PAINT)}.")
    if any(not 1 <= many <= 50 for many in grams.values()):
        raise ValueError("Choose 1 to 50 grams.")


@breaks("failing_calls_change_nothing")
def mix_paint(name: str, grams: dict[str, int]) -> bool:
    """Take pigments for a new paint.

    Args:
        name: The new paint.
        grams: Grams of each pigment, at most 50.
    """
    _checked_paint(name, grams)
    for pigment in sorted(grams, reverse=True):
        _PAINT[pigment] -= grams[pigment]
        if _PAINT[pigment] < 0:
            _PAINT[pigment] += grams[pigment]
            raise ValueError("A pigment does not suffice. Choose fewer grams.")
    _MIXED.add(name)
    return True


@keeps("failing_calls_change_nothing")
def mix_paint_whose_name_is_used_up(name: str, grams: dict[str, int]) -> bool:
    """Take pigments for a new paint. A name is used up by a call that is refused, too.

    Args:
        name: The new paint.
        grams: Grams of each pigment, at most 50.
    """
    _checked_paint(name, grams)
    _MIXED.add(name)
    if any(many > _PAINT[pigment] for pigment, many in grams.items()):
        raise ValueError("A pigment does not suffice. Choose fewer grams, and another name.")
    for pigment, many in grams.items():
        _PAINT[pigment] -= many
    return True


def _take(bulbs: list[Bulbs]) -> None:
    for line in bulbs:
        taken = _BULBS.execute(
            "UPDATE bulbs SET free = free - ?1 WHERE kind = ?2 AND ?1 BETWEEN 1 AND free", (line["count"], line["kind"])
        )
        if not taken.rowcount:
            raise ValueError("There are not as many free bulbs. Choose fewer of tulip, crocus or snowdrop.")


@breaks("failing_calls_change_nothing")
def set_bulbs_aside(bulbs: list[Bulbs]) -> None:
    """Set bulbs aside for a bed.

    Args:
        bulbs: The kinds, such as "tulip", with how many of each.
    """
    _take(bulbs)


@keeps("failing_calls_change_nothing")
def set_bulbs_aside_together(bulbs: list[Bulbs]) -> None:
    """Set bulbs aside for a bed.

    Args:
        bulbs: The kinds, such as "tulip", with how many of each.
    """
    _BULBS.execute("BEGIN")
    try:
        _take(bulbs)
    except BaseException:
        _BULBS.execute("ROLLBACK")
        raise
    _BULBS.execute("COMMIT")
