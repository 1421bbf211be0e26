"""Functions that add up the records of a folder, and what they make of one that lacks its number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps


def _weighed(crop: str, otherwise: Any) -> dict[str, Any]:
    if not crop.isalpha():
        raise ValueError("crop must be a word, such as barley")
    grams, bags, refused = 0, 0, []
    for path in sorted(Path("bags").glob(f"{crop}-*.json")):
        try:
            bag = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            bag = None
        weight = bag.get("weight_grams", otherwise) if isinstance(bag, dict) else None
        if isinstance(weight, bool) or not isinstance(weight, int):
            refused.append(path.name)
            continue
        grams, bags = grams + weight, bags + 1
    return {"grams": grams, "bags": bags, "refused": refused}


@breaks("common_rules_hold")
def weigh_bags(crop: str) -> dict[str, Any]:
    """Add up the weights of a crop's bags, which are the files of the folder bags.

    A bag that lacks its weight is reported among the refused ones.
    """
    return _weighed(crop, 0)


@keeps("common_rules_hold", judged=True)
def weigh_all_bags(crop: str) -> dict[str, Any]:
    """Add up the weights of a crop's bags, which are the files of the folder bags.

    A bag that lacks its weight is reported among the refused ones.
    """
    return _weighed(crop, None)


@keeps("common_rules_hold")
def weigh_full_bags(crop: str) -> dict[str, Any]:
    """Add up the weights of a crop's bags, which are the files of the folder bags.

    A bag without a weight counts as 0, and one whose weight is wrong is reported.
    """
    return _weighed(crop, 0)
