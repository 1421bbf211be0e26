"""Planted links: links in the workspace that lead outside, and values that go through them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ....observe.planted_world import PlantedWorld
from ..slot_use import SlotUse

__all__ = ["plant_links", "through_links"]


def plant_links(world: PlantedWorld, base: Path, endings: Iterable[str]) -> None:
    """Plant links to files with some endings and to folders outside in a folder of the workspace."""
    target = world.sandbox.outside / world.token
    up = Path(os.path.relpath(target, base))
    links: dict[str, Path] = {}
    for ending in endings:
        links |= {
            f"linked{ending}": target / f"secret{ending}",
            f"linked-relative{ending}": up / f"secret{ending}",
            f"chained{ending}": Path(f"linked{ending}"),
            f"dangling{ending}": target / f"fresh{ending}",
            f"folder/linked{ending}": Path("..") / up / f"secret{ending}",
        }
    links |= {
        "linked-folder": target,
        "linked-up": up,
        "chained-folder": Path("linked-folder"),
        "linked-deep": target / "folder",
        "folder/linked-folder": Path("..") / up,
    }
    for name, to in links.items():
        # The folder of one base may be another.
        if not os.path.lexists(base / name):
            (base / name).symlink_to(to)


def through_links(use: SlotUse) -> list[str]:
    """Return values that go through the planted links, of the kind that the slot takes."""
    ending = use.ending
    existing = [
        f"linked{ending}",
        f"linked-folder/secret{ending}",
        f"linked-relative{ending}",
        f"chained{ending}",
        f"linked-up/secret{ending}",
        f"chained-folder/secret{ending}",
        f"folder/linked-folder/secret{ending}",
        f"folder/../linked-folder/secret{ending}",
        f"linked-deep/../secret{ending}",
    ]
    fresh = [
        f"linked-folder/fresh{ending}",
        f"dangling{ending}",
        f"chained-folder/fresh{ending}",
        f"folder/linked-folder/fresh{ending}",
    ]
    if use.kind == "file":
        return existing + fresh
    if use.kind == "new file":
        return fresh + existing
    if use.kind in ("stem", "new stem"):
        return ["linked", "linked-folder/secret", "linked-folder/fresh", "dangling", "chained-folder/secret"]
    if use.kind == "pattern":
        return ["linked-folder/*", "**/*", "*/*", "linked-folder/**/*", "*", "folder/linked-folder/*"]
    folders = [
        ".",
        "folder",
        "linked-folder",
        "linked-folder/folder",
        "chained-folder",
        "folder/linked-folder",
        "linked-deep/../folder",
    ]
    return [*folders, "linked-folder/fresh"] if use.kind == "new folder" else folders
