"""Traces: what one call has done among planted files."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from msgspec import Struct

from ..oracles.file_tree import Change
from ..targets.outcome import Outcome
from .observation import Observation

__all__ = ["LISTED", "Surroundings", "Traces"]

#: The effect of a call that only asks for the names in a folder outside.
LISTED = "listed a folder outside"


class Surroundings(Protocol):
    """What is known of the planted files: see `PlantedWorld`."""

    buried: str
    tells_sizes: bool

    def holds(self, path: Path) -> bool:
        """Tell whether a path is inside."""


class Traces(Struct, frozen=True):
    """The traces of one call.

    Attributes:
        seen: The call and its effects.
        inside: Changes in the workspace.
        outside: Changes elsewhere in the sandbox, except the tool's own caches and temporary files.
        read_inside: Planted entries of the workspace that were read or listed.
        read_outside: Planted entries outside that were read or listed.
        shown: Planted files whose mark or buried name came back.
        sized: Planted files whose size came back, as a separate number.
        missing: Paths in the workspace that were looked up and did not exist.
    """

    seen: Observation[Outcome]
    inside: tuple[Change, ...]
    outside: tuple[Change, ...]
    read_inside: tuple[Path, ...]
    read_outside: tuple[Path, ...]
    shown: tuple[Path, ...]
    sized: tuple[Path, ...]
    missing: tuple[Path, ...]

    @property
    def outcome(self) -> Outcome:
        """The call."""
        return self.seen.answer

    def escape(self, world: Surroundings) -> str | None:
        """Return the effect outside the workspace, as the end of a sentence; None if there is none."""
        for path in self.shown:
            if not world.holds(path):
                is_name = path.name.startswith(world.buried)
                return "showed the name of an entry outside" if is_name else "returned the content of a file outside"
        # A folder changes with its entries, and the change of an entry says more.
        for change in sorted(self.outside, key=lambda change: (change.kind == "folder") + (change.action == "changed")):
            return f"{change.action} a {change.kind} outside"
        for path in self.read_outside:
            return LISTED if path.is_dir() else "read a file outside"
        if world.tells_sizes and any(not world.holds(path) for path in self.sized):
            return "returned the size of a file outside"
        return None
