"""Tools whose store in the home directory holds a folder, or nothing, where a file should be."""

from __future__ import annotations

import json
from pathlib import Path

from ..marks import breaks, keeps


def _seed(name: str) -> Path | None:
    path = Path.home() / ".seeds" / f"{name}.json"
    return path if name.isalpha() and len(name) <= 40 and path.exists() else None


@breaks("results_hold_no_environment")
def sowing_depth(seed: str) -> dict:
    """Tell how deep a seed, e.g. clover, is sown.

    Args:
        seed: Name of the seed in small letters.
    """
    path = _seed(seed)
    if path is None:
        return {"error": "no_seed", "message": "There is no such seed."}
    if not path.is_file():
        return {"error": "no_card", "message": f"The card of the seed, {path}, is no file."}
    try:
        return {"depth": str(json.loads(path.read_text("utf-8"))["depth"])}
    except (OSError, ValueError, TypeError, KeyError):
        return {"error": "bad_card", "message": "The card of the seed is damaged."}


@breaks("results_hold_no_environment")
def sowing_month(seed: str) -> dict:
    """Tell in which month a seed, e.g. clover, is sown, and what was wrong with its card.

    Args:
        seed: Name of the seed in small letters.
    """
    path = _seed(seed)
    if path is None or not path.is_file():
        return {"error": "no_seed", "message": "There is no such seed."}
    try:
        if not path.stat().st_size:
            return {"month": None, "trouble": f"{path.parent} has an empty card"}
        return {"month": str(json.loads(path.read_text("utf-8"))["month"]), "trouble": None}
    except (OSError, ValueError, TypeError, KeyError):
        return {"error": "bad_card", "message": "The card of the seed is damaged."}


@keeps("results_hold_no_environment", judged=True)
def sowing_distance(seed: str) -> dict:
    """Tell how far apart a seed, e.g. clover, is sown.

    Args:
        seed: Name of the seed in small letters.
    """
    path = _seed(seed)
    if path is None:
        return {"error": "no_seed", "message": "There is no such seed."}
    if not path.is_file() or not path.stat().st_size:
        return {"error": "no_card", "message": f"The card {path.relative_to(Path.home())} is no file, or empty."}
    try:
        return {"distance": str(json.loads(path.read_text("utf-8"))["distance"])}
    except (OSError, ValueError, TypeError, KeyError):
        return {"error": "bad_card", "message": f"The card {path.name} is damaged."}
