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


@keeps("valid_calls_do_not_crash", judged=True)
def weigh_pots(pots: list[dict]) -> dict[str, int]:
    """Add up the jam in pots. A pot without grams is refused.

    Args:
        pots: The pots, each with ``fruit`` (text) and ``grams`` (a whole number).
    """
    if any("grams" not in pot for pot in pots):
        raise ValueError("A pot has no grams.")
    return {"pots": len(pots), "grams": sum(pot["grams"] for pot in pots)}


@breaks("valid_calls_do_not_crash")
def share_pots(pots: list[dict]) -> dict[str, int]:
    """Tell how many spoons a pot of jam has for each gram of sugar.

    Args:
        pots: The pots, each with ``fruit`` (text) and ``sugar`` (a whole number).
    """
    if any("sugar" not in pot for pot in pots):
        raise ValueError("A pot has no sugar.")
    return {"pots": len(pots), "spoons": sum(1000 // pot["sugar"] for pot in pots)}


@keeps("valid_calls_do_not_crash", judged=True)
def even_out_jams(crates: list[dict]) -> dict[str, int]:
    """Spread jam evenly over crates.

    Args:
        crates: Entries with "jars" and "limit": no crate gets more than its limit.
    """
    if any(not 0 <= crate["jars"] <= crate["limit"] for crate in crates):
        raise ValueError("A crate holds more than its limit.")
    share = sum(crate["jars"] for crate in crates) // max(len(crates), 1)
    return {"share": share, "room": sum(crate["limit"] - crate["jars"] for crate in crates)}


@breaks("valid_calls_do_not_crash")
def share_out_jams(crates: list[dict]) -> dict[str, int]:
    """Tell how many times the jars of crates would fill them.

    Args:
        crates: Entries with "jars" and "limit": no crate gets more than its limit.
    """
    if any(crate["jars"] > crate["limit"] for crate in crates):
        raise ValueError("A crate holds more than its limit.")
    return {"times": sum(crate["limit"] // crate["jars"] for crate in crates)}
