"""Kept back: a call lists a folder outside, as a pattern with '..' makes it, and its answer has nothing of it.

The same call is made with further entries in that folder. If it is answered alike, a model learns nothing of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ....observe.planted_world import PlantedWorld
from ....observe.traces import LISTED, Traces
from ....targets.subject import Subject
from .said import said

__all__ = ["keeps_back"]

_STEM = "further"


def keeps_back(subject: Subject, world: PlantedWorld, arguments: Mapping[str, Any], traces: Traces) -> bool:
    """Return whether a call only lists folders outside, and its answer does not depend on their entries."""
    if traces.escape(world) != LISTED or traces.outcome.timed_out:
        return False
    folders = [path for path in traces.read_outside if path.is_dir() and not path.is_symlink()]
    plain = said(subject, world.observe(subject, arguments).outcome)
    made = [entry for folder in folders for entry in _added(folder, world)]
    try:
        return plain == said(subject, world.observe(subject, arguments).outcome)
    finally:
        world.remove(made)


def _added(folder: Path, world: PlantedWorld) -> list[Path]:
    """Add a file of each ending and a folder, and return them."""
    world.settle()
    files = [folder / f"{_STEM}{ending}" for ending in world.endings]
    for file in files:
        file.write_text("hello\n")
    # A file without an ending has the stem for its name.
    below = folder / f"{_STEM}-folder"
    below.mkdir(exist_ok=True)
    return [*files, below]
