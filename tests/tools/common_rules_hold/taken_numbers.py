"""Functions that number their records: some count what is left, so that a number is given to two of them."""

from __future__ import annotations

from typing import Any, Literal

from ..marks import breaks, keeps

_trees: list[dict[str, Any]] = []
_oaks: list[dict[str, Any]] = []
_last = [0]
_beds: list[str] = []
_crates: dict[str, str] = {}
_boxes: dict[str, str] = {}


@breaks("common_rules_hold")
def orchard(step: Literal["plant", "fell", "show"], kind: str = "", tree_no: int = 0) -> dict[str, Any]:
    """Keep the book of the orchard: plant a tree of a kind, fell the one with a number, or show them all."""
    if step == "plant":
        if not kind.strip():
            raise ValueError("which kind?")
        _trees.append({"tree_no": len(_trees) + 1, "kind": kind})
    elif step == "fell":
        if all(tree["tree_no"] != tree_no for tree in _trees):
            raise LookupError(f"no tree {tree_no}")
        _trees[:] = [tree for tree in _trees if tree["tree_no"] != tree_no]
    return {"trees": [dict(tree) for tree in _trees]}


@keeps("common_rules_hold")
def grove(step: Literal["plant", "fell", "show"], kind: str = "", tree_no: int = 0) -> dict[str, Any]:
    """Keep the book of the grove: plant a tree of a kind, fell the one with a number, or show them all."""
    if step == "plant":
        if not kind.strip():
            raise ValueError("which kind?")
        _last[0] += 1
        _oaks.append({"tree_no": _last[0], "kind": kind})
    elif step == "fell":
        if all(tree["tree_no"] != tree_no for tree in _oaks):
            raise LookupError(f"no tree {tree_no}")
        _oaks[:] = [tree for tree in _oaks if tree["tree_no"] != tree_no]
    return {"trees": [dict(tree) for tree in _oaks]}


@keeps("common_rules_hold")
def row_of_beds(step: Literal["add", "drop", "show"], plant: str = "", bed_no: int = 0) -> dict[str, Any]:
    """Keep a row of beds. A bed has the number of its place in the row; the ones behind a dropped bed move up."""
    if step == "add":
        if not plant.strip():
            raise ValueError("which plant?")
        _beds.append(plant)
    elif step == "drop":
        if not 1 <= bed_no <= len(_beds):
            raise LookupError(f"no bed {bed_no}")
        del _beds[bed_no - 1]
    return {"beds": [{"bed_no": number, "plant": plant} for number, plant in enumerate(_beds, 1)]}


@breaks("common_rules_hold")
def pack_crate(content: str) -> str:
    """Pack a crate, and tell its label.

    Args:
        content: What is in it.
    """
    label = f"C-{len(_crates) + 1}"
    _crates[label] = content
    return f"Packed {label}."


@keeps("common_rules_hold")
def ship_crate(label: str) -> str:
    """Ship a crate; it is in the store no more.

    Args:
        label: Its label.
    """
    if label not in _crates:
        raise LookupError(f"no crate {label}")
    return f"Shipped {_crates.pop(label)}."


@keeps("common_rules_hold")
def pack_box(content: str) -> str:
    """Pack a box, and tell its label.

    Args:
        content: What is in it.
    """
    number = 1
    while f"B-{number}" in _boxes:
        number += 1
    _boxes[f"B-{number}"] = content
    return f"Packed B-{number}."


@keeps("common_rules_hold")
def ship_box(label: str) -> str:
    """Ship a box; it is in the store no more, and its label is free.

    Args:
        label: Its label.
    """
    if label not in _boxes:
        raise LookupError(f"no box {label}")
    return f"Shipped {_boxes.pop(label)}."
