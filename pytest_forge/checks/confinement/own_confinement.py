"""Own confinement: tools without a workspace root that keep the paths of their arguments below a folder by themselves.

Their workspace is the working directory, a folder in it, or a folder in the home directory. The evidence is their own:
a tool that accepts a file inside and refuses one outside means to confine itself, and one that accepts both does not.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ...observe.planted_world import PlantedWorld
from ...observe.traces import Traces
from ...strategies.calls.examples import candidate_arguments
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.path_slots import PathSlot
from ..calls.plausible_calls import plausible_calls
from ..calls.preparation.other_places import told_endings
from ..calls.worlds.own_world import own_world
from .file_access import FileAccess, endings_of_calls, escape_of, likely_endings
from .slot_use import SlotUse, fits_slot, seen_use, use_of

__all__ = ["confined_uses", "follows_paths", "keep_sibling_apart", "sibling_of", "slots_that_reach_files"]

#: Kinds of tools that cannot declare a workspace root; a server has none if its command does not name the workspace.
_WITHOUT_ROOTS = ("function", "executor", "interop", "mcp")
_WITHOUT_ROOT = (
    "The command does not give the server a folder to stay in, and the tool refuses no path outside one of its own. "
    "Write {workspace} where the command takes a folder."
)
_MAX_SLOTS, _MAX_OWN, _MAX_TEXTS, _MAX_ALLOWED = 6, 3, 5, 2
#: Key of the note that a tool's checks share: its arguments that reach files.
_NOTE = "own paths"
_INSIDE = {
    "file": "folder/detail{ending}",
    "new file": "folder/fresh{ending}",
    "folder": "folder",
    "top": "folder",
    "new folder": "folder/fresh",
    "stem": "folder/detail",
    "new stem": "folder/fresh",
}


def slots_that_reach_files(subject: Subject, world: PlantedWorld, slots: list[PathSlot]) -> list[PathSlot]:
    """Return the arguments of a tool without a root whose text becomes part of a file name in the working directory.

    Where they lead to a folder in the home directory, the world moves there. One or two calls per argument show it, so
    that a tool without files costs no search.

    Raises:
        NotApplicable: If there are none, or if the tool could declare a root.
    """
    if subject.is_served:
        for folder in sorted(place for place in world.workspace.iterdir() if place.is_dir())[:_MAX_OWN]:
            # A folder that the server has made may be the one to which it confines paths.
            world.add_base(folder)
        if not subject.facts.is_seen_inside:
            return slots[:_MAX_SLOTS]
    if subject.facts.kind in _WITHOUT_ROOTS:
        known = subject.notes.get(_NOTE)
        if known is None:
            known = subject.notes[_NOTE] = _reached(subject, world, slots[:_MAX_SLOTS])
        if known["folder"]:
            world.move_to(subject.sandbox.root / known["folder"])
        if known["slots"]:
            return [slot for slot in slots if slot.shown in known["slots"]]
    if subject.is_served:
        raise NotApplicable("None of the tool's arguments leads to a file below the server's working directory.")
    raise NotApplicable("The tool does not take a workspace root; see root_is_declared.")


def _reached(subject: Subject, world: PlantedWorld, slots: Sequence[PathSlot]) -> dict[str, Any]:
    """Return the arguments whose text becomes part of a file name, and the folder if it is in the home directory."""
    found: dict[Path, list[str]] = {}
    for slot in slots:
        folder = _folder_reached(subject, world, slot)
        if folder is not None:
            found.setdefault(folder, []).append(slot.shown)
    folder = next((one for one in (world.workspace, *found) if one in found), world.workspace)
    is_own = folder != world.workspace
    return {
        "slots": found.get(folder, []),
        "folder": str(folder.relative_to(subject.sandbox.root)) if is_own else "",
    }


def _folder_reached(subject: Subject, world: PlantedWorld, slot: PathSlot) -> Path | None:
    """Return the workspace if a text leads to a file there; or else a folder in HOME below which it leads to paths.

    The tool may do nothing as long as the folder that it looks up in the workspace is missing.
    """
    may_be = slot.is_path or slot.may_be_path
    # A tool may look at the ending first, and tell which one it takes.
    endings = list(dict.fromkeys((world.endings[0], *endings_of_calls(subject)))) if may_be else []
    texts = [world.token, *(f"{world.token}{ending}" for ending in endings)]
    texts += [text for text in _allowed_names(subject, world, slot) if text not in texts]
    own: dict[Path, str] = {}
    for text in texts:
        traces = _tried(subject, world, slot, text)
        for path in _asked(world, traces):
            if path.is_relative_to(world.workspace):
                return world.workspace
            if path.parent.is_relative_to(subject.sandbox.home) and path.parent != subject.sandbox.home:
                own.setdefault(path.parent, text)
        told = told_endings(traces.outcome) if may_be and len(texts) < _MAX_TEXTS else []
        texts += [f"{world.token}{ending}" for ending in told if f"{world.token}{ending}" not in texts]
    if not own and _learns_base(subject, world, slot):
        again = (_asked(world, _tried(subject, world, slot, text)) for text in texts)
        if any(again):
            return world.workspace
    for folder, text in own.items():
        # A folder with code is a copy of the author's own.
        if not any(folder.glob("*.py")) and any(
            path.parent == folder / "folder" for path in _asked(world, _tried(subject, world, slot, f"folder/{text}"))
        ):
            return folder
    return None


def _allowed_names(subject: Subject, world: PlantedWorld, slot: PathSlot) -> list[str]:
    """Return the planted name with endings that the schema asks for, if it refuses the name alone."""
    plain = use_of(slot, "new stem", world.token)
    if fits_slot(plain):
        return []
    named = (replace(plain, text=f"{world.token}{ending}") for ending in likely_endings(subject))
    return [use.text for use in named if fits_slot(use)][:_MAX_ALLOWED]


def _learns_base(subject: Subject, world: PlantedWorld, slot: PathSlot) -> bool:
    """Plant files in the folders of the workspace that a call looked up and missed; return whether there are any."""
    missing = _traces(subject, world, slot, world.token).missing
    before = world.bases
    for path in missing:
        if world.token not in path.as_posix() and not path.suffix:
            world.add_base(path)
    return world.bases != before


def _tried(subject: Subject, world: PlantedWorld, slot: PathSlot, text: str) -> Traces:
    """Make an ordinary call with a text in the slot.

    Raises:
        NotApplicable: If it does not return.
    """
    traces = _traces(subject, world, slot, text)
    if traces.outcome.timed_out:
        raise NotApplicable("The tool does not take a workspace root, and waits for what its arguments name.")
    return traces


def _asked(world: PlantedWorld, traces: Traces) -> list[Path]:
    """Return the paths with the planted name that a call asks for."""
    paths = [Path(os.path.normpath(world.workspace / name)) for name in traces.seen.names_asked]
    return [path for path in paths if world.token in path.name]


def _traces(subject: Subject, world: PlantedWorld, slot: PathSlot, text: str) -> Traces:
    return world.observe(subject, slot.place(_base(subject), text))


def _base(subject: Subject) -> dict[str, Any]:
    """Return a call that works, as far as one is known: a tool that moves a file asks for the file first."""
    calls = plausible_calls(subject, limit=1) if subject.is_served else own_world(subject).calls
    return next(iter([*calls, *candidate_arguments(dict(subject.schema), limit=1)]), {})


def confined_uses(subject: Subject, world: PlantedWorld, access: FileAccess) -> tuple[SlotUse, ...]:
    """Return the uses of a tool without a root that refuse an ordinary path outside.

    A value that leads into the same folder of the tool's own as one of these is meant to stay there as well.

    Raises:
        NotApplicable: If there are none.
    """
    uses = tuple(use for use in access.uses if any(_is_refused(subject, world, access, use)))
    folders = {use.base for use in uses if use.base}
    uses = tuple(use for use in access.uses if use in uses or use.base in folders)
    if not uses:
        raise NotApplicable(
            _WITHOUT_ROOT
            if subject.is_served
            else "The tool does not take a workspace root, and refuses no path outside the working directory; "
            "see root_is_declared."
        )
    if all(use.base for use in access.uses):
        world.keep_neighbours(sibling_of(world, use) for use in uses)
        if escape_of(subject, world, world.observe(subject, access.arguments)):
            # An ordinary call looks into every folder of the workspace.
            world.keep_neighbours(())
    return uses


def keep_sibling_apart(subject: Subject, world: PlantedWorld, access: FileAccess) -> None:
    """Have the folder beside the one to which a tool confines paths count as outside, if there is one.

    The root of a tool may be a folder below the workspace: the command of a server names it, or the tool has one of
    its own. It shows which folder that is: it refuses a file in a folder next to it that has another name.

    Args:
        subject: A tool with a root.
        world: The planted world.
        access: A call that works.
    """
    confined = [use for use in access.uses if use.base and _refuses_next_folder(subject, world, access, use)]
    world.keep_neighbours(sibling_of(world, use) for use in confined)
    if confined and escape_of(subject, world, world.observe(subject, access.arguments)):
        # An ordinary call looks into every folder of the workspace.
        world.keep_neighbours(())


def _refuses_next_folder(subject: Subject, world: PlantedWorld, access: FileAccess, use: SlotUse) -> bool:
    folder = world.workspace / use.base
    next_to_it = folder.with_name(f"other-{folder.name}")
    world.keep_neighbours([next_to_it])
    there = next_to_it / use.leaf(world)
    traces = [
        world.observe(subject, use.slot.place(access.arguments, text))
        for text in (os.path.relpath(there, folder), str(there))
    ]
    return not any(one.outcome.succeeded or escape_of(subject, world, one) for one in traces)


def _is_refused(subject: Subject, world: PlantedWorld, access: FileAccess, use: SlotUse) -> Iterator[bool]:
    outside = world.sandbox.outside / use.leaf(world)
    for text in (os.path.relpath(outside, world.workspace / use.base), str(outside)):
        traces = world.observe(subject, use.slot.place(access.arguments, text))
        # A tool that answers has taken the path as an odd name inside, or does not read what it names.
        yield not traces.outcome.succeeded and escape_of(subject, world, traces) is None


def follows_paths(subject: Subject, world: PlantedWorld, access: FileAccess, use: SlotUse) -> bool:
    """Tell whether a use accepts a path with folders, and not only a name.

    A name in a folder of the tool's own leads nowhere, and the links in there are the tool's own.
    """
    if use.kind not in _INSIDE:
        return True
    inside = replace(use, text=_INSIDE[use.kind].format(ending=use.ending))
    traces = world.observe(subject, use.slot.place(access.arguments, use.spelled(world, inside.text)))
    return traces.outcome.succeeded and seen_use(inside, traces, world) is not None


def sibling_of(world: PlantedWorld, use: SlotUse) -> Path:
    """Return the folder whose name begins like that of the folder to which the tool confines a value."""
    folder = world.workspace / use.base
    return folder.with_name(f"{folder.name}-other") if use.base else world.sibling
