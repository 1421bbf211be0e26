"""Functions that look up keys of records: those that the words on an argument name are there."""

from __future__ import annotations

from typing import Any

from ..marks import breaks, keeps


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("grams are a whole number")
    return value


@keeps("valid_calls_do_not_crash", judged=True)
def weigh_jars(jars: list[dict]) -> dict[str, int]:
    """Add up the honey in jars.

    Args:
        jars: The jars, each {"hive": name of the hive, "grams": whole number}.
    """
    return {"jars": len(jars), "grams": sum(_whole(jar["grams"]) for jar in jars if str(jar["hive"]))}


@keeps("valid_calls_do_not_crash", judged=True)
def weigh_combs(combs: list[dict]) -> dict[str, int]:
    """Add up the wax in combs.

    Args:
        combs: Objects with "frame" (text) and "grams" (whole number); "note" is optional.
    """
    notes = [str(comb.get("note")) for comb in combs]
    return {"notes": len(notes), "grams": sum(_whole(comb["grams"]) for comb in combs if str(comb["frame"]))}


@breaks("valid_calls_do_not_crash")
def weigh_any_jars(jars: list[dict]) -> dict[str, int]:
    """Add up the honey in jars.

    Args:
        jars: The jars that were filled today.
    """
    return {"jars": len(jars), "grams": sum(_whole(jar["grams"]) for jar in jars)}


@breaks("valid_calls_do_not_crash")
def weigh_noted_combs(combs: list[dict]) -> dict[str, int]:
    """Add up the wax in combs.

    Args:
        combs: Objects with "frame" (text) and "grams" (whole number); "note" is optional.
    """
    notes = [str(comb["note"]) for comb in combs]
    return {"notes": len(notes), "grams": sum(_whole(comb["grams"]) for comb in combs if str(comb["frame"]))}


@breaks("valid_calls_do_not_crash")
def weigh_whole_jars(jars: list[dict]) -> dict[str, int]:
    """Add up the honey in jars. A jar that lacks one of its keys is refused.

    Args:
        jars: The jars, each {"hive": name of the hive, "grams": whole number}.
    """
    return {"jars": len(jars), "grams": sum(_whole(jar["grams"]) for jar in jars if str(jar["hive"]))}
