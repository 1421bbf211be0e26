"""Functions that empty a folder of their own, in which links may lie."""

from __future__ import annotations

import os
from pathlib import Path

from ..marks import breaks, keeps

_SKETCHES, _OLD = "sketches", "sketches.old"


@breaks("links_stay_inside")
def throw_sketches_away() -> dict[str, int]:
    """Delete all sketches (*.svg) in the folder "sketches"."""
    thrown = 0
    for name in sorted(os.listdir(_SKETCHES)) if os.path.isdir(_SKETCHES) else ():
        path = os.path.realpath(os.path.join(_SKETCHES, name))
        if path.endswith(".svg") and os.path.isfile(path):
            os.remove(path)
            thrown += 1
    return {"thrown": thrown}


@keeps("links_stay_inside")
def throw_sketches_and_links_away() -> dict[str, int]:
    """Delete all sketches (*.svg) in the folder "sketches"; of a link, only the link."""
    thrown = 0
    for name in sorted(os.listdir(_SKETCHES)) if os.path.isdir(_SKETCHES) else ():
        path = os.path.join(_SKETCHES, name)
        if path.endswith(".svg") and os.path.isfile(path):
            os.remove(path)
            thrown += 1
    return {"thrown": thrown}


@keeps("links_stay_inside")
def throw_own_sketches_away() -> dict[str, int]:
    """Delete all sketches (*.svg) in the folder "sketches", and leave what is not below it."""
    thrown, folder = 0, Path(_SKETCHES).resolve()
    for path in sorted(folder.glob("*.svg")):
        real = path.resolve()
        if real.is_relative_to(folder) and real.is_file():
            real.unlink()
            thrown += 1
    return {"thrown": thrown}


@keeps("links_stay_inside")
def put_sketches_aside() -> dict[str, int]:
    """Move all sketches (*.svg) from the folder "sketches" to "sketches.old"."""
    moved = 0
    Path(_OLD).mkdir(exist_ok=True)
    for path in sorted(Path(_SKETCHES).glob("*.svg")):
        path.replace(Path(_OLD, path.name))
        moved += 1
    return {"moved": moved}
