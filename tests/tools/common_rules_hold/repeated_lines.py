"""Functions that take several lines of one thing."""

from __future__ import annotations

from typing import Any

from ..marks import breaks, keeps


@breaks("common_rules_hold")
def crates_by_fruit(crates: list[dict[str, Any]]) -> dict[str, int]:
    """Add up the crates of a delivery for each fruit.

    Args:
        crates: Records with "fruit" ("apple" or "pear") and "count" (1 to 90).
    """
    found: dict[str, int] = {}
    for crate in crates:
        found.setdefault(*_read(crate))
    return found


@keeps("common_rules_hold", judged=True)
def crates_of_each_fruit(crates: list[dict[str, Any]]) -> dict[str, int]:
    """Add up the crates of a delivery for each fruit.

    Args:
        crates: Records with "fruit" ("apple" or "pear") and "count" (1 to 90).
    """
    found: dict[str, int] = {}
    for fruit, count in map(_read, crates):
        found[fruit] = found.get(fruit, 0) + count
    return found


@keeps("common_rules_hold")
def crates_to_order(crates: list[dict[str, Any]]) -> dict[str, int]:
    """Set how many crates of each fruit are to be ordered; a later record counts instead of one before.

    Args:
        crates: Records with "fruit" ("apple" or "pear") and "count" (1 to 90).
    """
    return dict(map(_read, crates))


@keeps("common_rules_hold")
def crates_once(crates: list[dict[str, Any]]) -> dict[str, int]:
    """Add up the crates of a delivery for each fruit, of which there is one record.

    Args:
        crates: Records with "fruit" ("apple" or "pear") and "count" (1 to 90).
    """
    found: dict[str, int] = {}
    for fruit, count in map(_read, crates):
        if fruit in found:
            raise ValueError("there is one record of each fruit")
        found[fruit] = count
    return found


def _read(crate: dict[str, Any]) -> tuple[str, int]:
    fruit, count = crate.get("fruit"), crate.get("count")
    if fruit not in ("apple", "pear") or type(count) is not int or not 1 <= count <= 90:
        raise ValueError("a record has a fruit, apple or pear, and a count from 1 to 90")
    return str(fruit), count
