"""Functions of lists whose order is said to make no difference, or does make one."""

from __future__ import annotations

from ..marks import breaks, keeps

_SHARES = {"resident": 0.2, "student": 0.35}
_SUMS = {"loyal": 300, "early": 150}
_POINTS = {"swim": 1.25, "run": 2.4, "row": 3.1}


def _check(cents: int, grounds: list[str]) -> None:
    if not 0 <= cents <= 1_000_000:
        raise ValueError("cents must be between 0 and 1000000")
    if len(set(grounds)) != len(grounds) or not set(grounds) <= {*_SHARES, *_SUMS}:
        raise ValueError("each ground must be known, and may be there once")


def _left(cents: int, grounds: list[str]) -> int:
    for ground in grounds:
        cents -= round(cents * _SHARES[ground]) if ground in _SHARES else min(cents, _SUMS[ground])
    return cents


@breaks("common_rules_hold")
def reduce_fee(cents: int, grounds: list[str]) -> dict[str, int]:
    """Reduce a fee.

    Args:
        cents: The fee, 0 to 1000000.
        grounds: Grounds of a reduction, each once, whatever their order.
    """
    _check(cents, grounds)
    return {"left": _left(cents, grounds)}


@keeps("common_rules_hold")
def reduce_fee_by_shares_first(cents: int, grounds: list[str]) -> dict[str, object]:
    """Reduce a fee.

    Args:
        cents: The fee, 0 to 1000000.
        grounds: Grounds of a reduction, each once; the order of the grounds makes no difference.
    """
    _check(cents, grounds)
    left = _left(cents, sorted(grounds, key=lambda ground: (ground in _SUMS, ground)))
    return {"left": left, "grounds": grounds, "first": grounds[:1]}


@keeps("common_rules_hold")
def reduce_fee_in_turn(cents: int, grounds: list[str]) -> dict[str, object]:
    """Reduce a fee, by one ground after another as given. The order of the results is not relevant.

    Args:
        cents: The fee, 0 to 1000000.
        grounds: Grounds of a reduction, each once.
    """
    _check(cents, grounds)
    return {"left": _left(cents, grounds), "grounds": sorted(grounds)}


@keeps("common_rules_hold")
def add_points(sports: list[str]) -> dict[str, float]:
    """Add up the points of sports; the order in which they are given does not count.

    Args:
        sports: Names of sports.
    """
    if not set(sports) <= set(_POINTS):
        raise ValueError("a sport is not known")
    total = 0.0
    for sport in sports:
        total += _POINTS[sport] / 3
    return {"points": total, "first": round(total * 100) / 100}


@breaks("common_rules_hold")
def pack_parcels(boxes: list[dict[str, int]], room: int = 40) -> dict[str, int]:
    """Count the vans that take all boxes. It does not matter in which order the boxes come: the order has no effect.

    Args:
        boxes: The boxes, each with a "size" of 1 to 40.
        room: What a van takes, 40 to 100.
    """
    if not 40 <= room <= 100 or not all(1 <= box.get("size", 0) <= 40 for box in boxes):
        raise ValueError("each box needs a size of 1 to 40, and a van takes 40 to 100")
    vans, left = 0, 0
    for box in boxes:
        if box["size"] > left:
            vans, left = vans + 1, room
        left -= box["size"]
    return {"vans": vans, "left": left}


def _check_tariffs(number: str, tariffs: dict[str, float]) -> None:
    if not number.isdigit() or not all(prefix.isdigit() and price >= 0 for prefix, price in tariffs.items()):
        raise ValueError("number and prefixes must be digits, and no price may be negative")


@breaks("common_rules_hold")
def price_of_minute(number: str, tariffs: dict[str, float]) -> dict[str, float | None]:
    """Return the price of a minute to a number, of the longest prefix. The order of the tariffs makes no difference.

    Args:
        number: Digits of the number, such as "4930123".
        tariffs: The price by prefix, such as {"49": 0.02, "4930": 0.01}.
    """
    _check_tariffs(number, tariffs)
    return {"price": next((price for prefix, price in tariffs.items() if number.startswith(prefix)), None)}


@keeps("common_rules_hold", judged=True)
def price_of_longest(number: str, tariffs: dict[str, float]) -> dict[str, float | None]:
    """Return the price of a minute to a number, of the longest prefix. The order of the tariffs makes no difference.

    Args:
        number: Digits of the number, such as "4930123".
        tariffs: The price by prefix, such as {"49": 0.02, "4930": 0.01}.
    """
    _check_tariffs(number, tariffs)
    fitting = [prefix for prefix in tariffs if number.startswith(prefix)]
    return {"price": tariffs[max(fitting, key=len)] if fitting else None}


@breaks("common_rules_hold")
def folder_of_file(name: str, folders: dict[str, str]) -> dict[str, str | None]:
    """Choose the folder for a file. The longest ending that fits is used, in whatever order they are given.

    Args:
        name: Name of the file.
        folders: The folder by ending of the name.
    """
    if not name or not all(folders.values()):
        raise ValueError("neither the name nor a folder may be empty")
    chosen = None
    for ending, folder in folders.items():
        if name.endswith(ending):
            chosen = folder
    return {"folder": chosen}


@keeps("common_rules_hold", judged=True)
def folder_of_longest(name: str, folders: dict[str, str]) -> dict[str, str | None]:
    """Choose the folder for a file. The longest ending that fits is used, in whatever order they are given.

    Args:
        name: Name of the file.
        folders: The folder by ending of the name.
    """
    if not name or not all(folders.values()):
        raise ValueError("neither the name nor a folder may be empty")
    fitting = [ending for ending in folders if name.endswith(ending)]
    return {"folder": folders[max(fitting, key=len)] if fitting else None}


@keeps("common_rules_hold")
def first_folder(name: str, folders: dict[str, str]) -> dict[str, str | None]:
    """Choose the folder for a file: the first whose ending fits is used. The answer is the same at any time.

    Args:
        name: Name of the file.
        folders: The folder by ending of the name, in the order in which they are tried.
    """
    return {"folder": next((folder for ending, folder in folders.items() if name.endswith(ending)), None)}
