"""SlotUse: a value in a slot, the file it names, and the tool's observed effect on that file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import islice, product
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from ...observe.planted_world import PlantedWorld
from ...observe.traces import Traces
from ...profile.roles import Role
from ...strategies.schemas.flat_schema import FlatSchema
from ..calls.path_slots import PathSlot

__all__ = ["SlotUse", "ValueKind", "expected_use", "fits_slot", "likely_kinds", "seen_use", "use_of"]

#: Kind of thing that a legal value names, and that an escape should name outside.
ValueKind = Literal["file", "folder", "top", "new file", "new folder", "stem", "new stem", "pattern"]

Effect = Literal["reads", "lists", "creates", "changes", "deletes", "inspects"]

_STEMS = ("sample", "other", "folder/detail")
#: Fits the name of the first planted file and no other one, and is neither a part of it nor a regular expression.
_FITS_FIRST = "*ple"


class SlotUse(Struct, frozen=True):
    """A slot that leads to files, and a legal value that was seen to work.

    Attributes:
        slot: The slot.
        kind: What the value names.
        text: The value.
        ending: The file ending it was seen to accept; "" for none.
        effect: What the tool did with the file.
        base: Folder, relative to the workspace root, against which the tool resolves the value.
    """

    slot: PathSlot
    kind: ValueKind
    text: str
    ending: str
    effect: Effect
    base: str = ""

    def as_json(self) -> dict[str, str]:
        """Return the form that `from_json` reads."""
        return {"slot": self.slot.shown, "kind": self.kind, "text": self.text, "ending": self.ending}

    @classmethod
    def from_json(cls, value: Mapping[str, Any], slot: PathSlot) -> SlotUse:
        """Return the stored expectation for *slot*."""
        return cls(slot, value["kind"], value["text"], value["ending"], "reads")

    def spelled(self, world: PlantedWorld, text: str) -> str:
        """Return *text* in the form of the value: absolute if only absolute paths were accepted."""
        return str(world.workspace / self.base / text) if self.text.startswith("/") else text

    def leaf(self, world: PlantedWorld) -> str:
        """Return the path of the same kind of file below a planted folder outside."""
        return f"{world.token}/{_LEAVES[self.kind].format(ending=self.ending)}"

    def counterpart(self, world: PlantedWorld) -> str | None:
        """Return the missing leaf for a value that names an existing file, and the reverse; None if there is none."""
        other: Mapping[str, ValueKind] = {
            "file": "new file",
            "new file": "file",
            "new stem": "stem",
            "new folder": "folder",
        }
        return replace(self, kind=other[self.kind]).leaf(world) if self.kind in other else None


_LEAVES: Mapping[str, str] = {
    "file": "secret{ending}",
    "folder": "folder",
    "top": "folder",
    "new file": "fresh{ending}",
    "new folder": "fresh",
    "stem": "secret",
    "new stem": "fresh",
    "pattern": "*",
}


def use_of(slot: PathSlot, kind: ValueKind, text: str) -> SlotUse:
    """Return the expectation that *text* in *slot* names a file."""
    return SlotUse(slot, kind, text, "", "reads")


def expected_use(slot: PathSlot, kind: ValueKind, ending: str, index: int) -> SlotUse:
    """Return an ordinary value of *kind* for slot number *index* of the tool."""
    stem = _STEMS[index % len(_STEMS)]
    fresh = f"fresh{index or ''}"
    texts: dict[ValueKind, str] = {
        "file": stem + ending,
        "folder": "folder",
        "top": ".",
        "new file": fresh + ending,
        "new folder": fresh,
        "stem": stem,
        "new stem": fresh,
        "pattern": f"*{ending}" if slot.is_path else f"{_FITS_FIRST}{ending or '*'}",
    }
    return SlotUse(slot, kind, texts[kind], ending, "reads")


#: Kinds of value to try in a slot, the likeliest first.
_FOR_FILES: tuple[ValueKind, ...] = ("file", "new file", "top", "folder", "stem", "new stem", "new folder", "pattern")
_FOR_NEW: tuple[ValueKind, ...] = ("new file", "file", "new folder", "folder", "new stem", "top")
_FOLDERS: tuple[ValueKind, ...] = ("top", "folder", "new folder")
_FOR_FOLDERS: tuple[ValueKind, ...] = (*_FOLDERS, "file")
_FOR_PATTERNS: tuple[ValueKind, ...] = ("pattern", "file")
_MAX_KINDS = 24


def likely_kinds(slots: Sequence[PathSlot], endings: Sequence[str]) -> list[tuple[ValueKind, ...]]:
    """Return combinations of kinds for all slots, the likeliest first, without those that the schemas refuse.

    Args:
        slots: The slots.
        endings: The endings of files with which they are tried.
    """
    ranked = sorted(
        islice(product(*(tuple(enumerate(_kinds_for(slot, endings))) for slot in slots)), 4096),
        key=lambda way: sum(rank for rank, _ in way),
    )
    return [tuple(kind for _, kind in way) for way in ranked[:_MAX_KINDS]]


def _kinds_for(slot: PathSlot, endings: Sequence[str]) -> Sequence[ValueKind]:
    def fitting(kinds: Sequence[ValueKind]) -> Sequence[ValueKind]:
        if "pattern" not in slot.schema:
            return kinds
        return [kind for kind in kinds if any(fits_slot(expected_use(slot, kind, one, 1)) for one in endings)]

    kinds = _FOR_NEW if slot.is_new else _FOR_FILES
    if slot.role is Role.GLOB:
        kinds = _FOR_PATTERNS
    elif slot.role is Role.DIRECTORY and fitting(_FOLDERS):
        # A word may say "folder" of an argument whose pattern asks for the ending of a file.
        kinds = _FOR_FOLDERS
    return fitting(kinds) or kinds


def fits_slot(use: SlotUse) -> bool:
    """Tell whether the schema of its slot allows a value; an invalid one does."""
    view = FlatSchema(use.slot.schema)
    return not view.root or view.fits(use.slot.schema, use.text)


def seen_use(use: SlotUse, traces: Traces, world: PlantedWorld) -> SlotUse | None:
    """Return *use* with the call's effect on the files it names, or None if it had none."""
    if use.kind == "pattern" and not use.slot.is_path and not _tells_what_fits(traces):
        return None
    made = [parent for change in traces.inside if change.action == "created" for parent in change.path.parents]
    bases = [*world.bases, *(folder for folder in made if folder.is_relative_to(world.workspace))]
    if use.kind == "pattern":
        # It fits any name, so what counts is the folder that was listed.
        bases.sort(key=lambda base: base not in traces.read_inside)
    for base in dict.fromkeys(bases):
        effect = _effect(use, base, traces, world)
        if effect is not None:
            return replace(
                use, effect=effect, base="" if base == world.workspace else str(base.relative_to(world.workspace))
            )
    return None


def _tells_what_fits(traces: Traces) -> bool:
    """Tell whether an answer names the one planted file that a pattern fits, and not the one beside it."""
    fitting, other = (Path(stem).name for stem in _STEMS[:2])
    text = traces.outcome.payload_text
    return traces.outcome.succeeded and fitting in text and other not in text


def _effect(use: SlotUse, base: Path, traces: Traces, world: PlantedWorld) -> Effect | None:
    path = Path(os.path.normpath(base / use.text))

    def is_named(other: Path) -> bool:
        if use.kind in ("stem", "new stem"):
            return other == path or (other.parent == path.parent and other.name.startswith(f"{path.name}."))
        return use.kind == "pattern" or other.is_relative_to(path)

    read = {entry for entry in traces.read_inside if entry not in world.folders}
    files = read | {entry for entry in traces.shown if entry.is_relative_to(world.workspace)}
    made = any(change.action == "created" and is_named(change.path) for change in traces.inside)
    if not use.slot.is_path and not made and not all(is_named(entry) for entry in files):
        # It reads other files too, so the value is a search word and not a file name.
        return None
    for change in traces.inside:
        if is_named(change.path) and not (change.action == "changed" and change.kind == "folder"):
            return _EFFECTS[change.action]
    if any(is_named(entry) for entry in files):
        return "reads"
    if any(is_named(entry) for entry in traces.read_inside):
        return "lists"
    return "inspects" if use.kind == "file" and path in traces.sized else None


_EFFECTS: Mapping[str, Effect] = {"created": "creates", "deleted": "deletes", "changed": "changes"}
