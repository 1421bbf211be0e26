"""Checks of the family confinement: nothing outside the workspace is read, listed, written, deleted or moved.

The evidence is the file system and the result, in a planted world, after a legal call was seen to work. The wording of
a refusal does not matter, and a tool may also treat an odd path as an odd name inside its workspace.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any

from msgspec.structs import replace

from ...observe.planted_world import PlantedWorld
from ...strategies.escape_paths import EscapePath, escape_paths
from ...targets.subject import Subject
from ...verdict import CheckFailure, CouldNotRun, NotApplicable
from ..check import check
from .access_search import find_file_access
from .file_access import FileAccess, escape_of, is_given_root, set_up_world
from .file_limits import file_types_are_allow_listed, reads_are_bounded, special_files_do_not_block
from .own_confinement import confined_uses, follows_paths, keep_sibling_apart, sibling_of
from .slot_use import SlotUse
from .undeclared_access import root_is_declared
from .ways_out.kept_back import keeps_back
from .ways_out.linked_entries import refuse_linked_entries
from .ways_out.name_folders import refuse_name_folders
from .ways_out.name_parts import refuse_name_parts
from .ways_out.own_store import refuse_ways_out_of_store
from .ways_out.planted_links import plant_links, through_links
from .ways_out.second_hand import call_that_tells_targets, follow_listings
from .ways_out.server_stores import refuse_ways_out_of_server_store
from .ways_out.store_writers import refuse_writes_out_of_server_store
from .ways_out.stored_paths import refuse_stored_ways_out
from .ways_out.swaps import MANY_OPENS, Waits, swap, while_it_opens, while_it_waits
from .ways_out.told_existence import refuse_told_existence, refuse_told_targets, uses_by_answers

__all__ = [
    "file_types_are_allow_listed",
    "links_stay_inside",
    "paths_stay_inside",
    "reads_are_bounded",
    "root_is_declared",
    "special_files_do_not_block",
]

_MAX_SHOWN = 90
#: Share of a check's time for calls that try to escape.
_SHARE = 0.7


@check(
    family="confinement",
    level="MUST",
    source="Authoring Forge Tools: Security: workspace confinement, resolve before checking",
    codes={
        "path_traversal": "A path in an argument leads outside the workspace.",
        "second_hand_path": "A path in a file of the workspace leads outside.",
        "existence_told": "The answer to a path outside tells whether a file is there.",
        "listed_existence_told": "The answer for a file that names one outside tells whether that is there.",
    },
)
def paths_stay_inside(subject: Subject) -> None:
    """No path in an argument leads out of the workspace.

    A model's arguments are untrusted: a page or file that the model has read can choose them.

    The check plants files inside and outside the workspace, and finds a call that works. It then puts escapes into
    every argument that names a file or becomes part of a file name. In a list, it tries every position. Escapes are
    ``..``, absolute paths, a sibling folder with the same prefix, ``~``, and encoded or look-alike dots and slashes.
    Each must be refused or stay inside. The check fails when:

    - A file outside is read, listed, written, deleted or moved, also if no argument leads there.
    - The answer to a path outside changes when a file is there.
    - The name ``..`` becomes a whole step of a path, and leads to what lies beside the things of other names. The name
      ``.`` must not delete those things.
    - A path in a workspace file leads outside. The tool may follow an index, a manifest or the links of a page.
    - The answer tells whether a path in such a file exists outside.

    A folder outside may be listed, as a pattern with ``..`` does it. The answer must then be the same whatever is in
    it.

    Which folder counts as the workspace:

    - A server's root is the workspace if its command names it. Otherwise it is the folder to which the server confines
      a path by itself.
    - A tool without a root confines itself if it accepts a file below the working directory, and refuses one outside.
      The same goes for a folder in the working directory. It must then refuse every other escape as well.
    - A tool with a root may refuse a file in a folder next to its own. It must then also refuse the sibling folder with
      the same prefix.
    - A function may keep files in a folder of its own, such as one in HOME. A name must not lead out of that folder.
    - A server may keep what a writing tool makes in a folder of its own. If that tool refuses a path which leads out,
      no pattern of a reader may lead out of the folder either, and no path if the reader refuses others. A path of a
      writer, such as where a file is to go, must stay in there if any other tool refuses one that leads out, unless its
      description lets it lead anywhere. A folder beside it whose name begins like its own is outside as well.
    - A function may follow paths in a data file of its own, such as a catalogue. If it refuses a plain ``..`` there, it
      must also refuse a longer way outside.

    Not judged:

    - Tools without a root that refuse no path; `root_is_declared` judges these.
    - Functions that follow every path in a data file of their own.
    - ``..`` as a name in the argument of a function that is the root itself, by its name.
    """
    unjudged: NotApplicable | CouldNotRun | None = None
    try:
        _judge_arguments(subject)
    except (NotApplicable, CouldNotRun) as error:
        unjudged = error
    is_judged = refuse_stored_ways_out(subject, is_given_root=is_given_root(subject))
    is_judged = refuse_writes_out_of_server_store(subject, subject.patience(_SHARE)) or is_judged
    if unjudged is not None and not (is_judged and isinstance(unjudged, NotApplicable)):
        raise unjudged


def _judge_arguments(subject: Subject) -> None:
    """Judge the paths in arguments, and those in files of the workspace that an argument names.

    Raises:
        CheckFailure: For the first that leads outside.
        NotApplicable: If no argument leads to a file.
        CouldNotRun: If an argument should, and no call shows it.
    """
    world = set_up_world(subject)
    try:
        found = find_file_access(subject, world, is_first=True)
    except (NotApplicable, CouldNotRun) as unfound:
        if told := uses_by_answers(subject, world):
            refuse_told_existence(subject, world, told, subject.patience(_SHARE))
            return
        has_parts = is_given_root(subject) and refuse_name_parts(subject, world, None, subject.patience(_SHARE))
        refuse_name_folders(subject, world, None, subject.patience(_SHARE))
        if has_parts and isinstance(unfound, NotApplicable):
            return
        refuse_ways_out_of_store(subject)
        if refuse_ways_out_of_server_store(subject, subject.patience(_SHARE)) and isinstance(unfound, NotApplicable):
            return
        raise
    access = _judged_access(subject, world, found)
    if access.strays:
        raise CheckFailure(
            "path_traversal",
            f"The tool {access.strays} its workspace, although no argument leads there. Stay below its root.",
            arguments=access.arguments,
        )
    if not access.uses:
        raise NotApplicable("No argument of the tool names a file.")
    if is_given_root(subject):
        keep_sibling_apart(subject, world, access)
    patience = subject.patience(_SHARE)
    ways = [(use, escape, after) for use in access.uses for escape, after in _escapes(use, world)]
    for use, escape, after in patience.each(ways):
        _refuse_escape(subject, world, access, use, escape, code="path_traversal", after=after)
    refuse_name_parts(subject, world, access, patience)
    refuse_name_folders(subject, world, access, patience)
    refuse_told_existence(subject, world, access, patience)
    for arguments, did in follow_listings(subject, world, access, patience):
        if did:
            raise CheckFailure(
                "second_hand_path",
                f"Given a workspace file that names files outside, the tool {did} its workspace. Resolve paths from a "
                "file like paths from an argument, and refuse those that are not below the root.",
                arguments=arguments,
            )
    telling = call_that_tells_targets(subject, world, access, patience)
    if telling is not None:
        raise CheckFailure(
            "listed_existence_told",
            "Given a workspace file that names a file outside, the answer tells whether that file is there: it differs "
            "with and without one. Resolve paths from a file and refuse them before asking the file system about them.",
            arguments=telling,
        )


@check(
    family="confinement",
    level="MUST",
    source="Authoring Forge Tools: Security: workspace confinement, symlinks resolved first",
    codes={
        "symlink_followed": "A link inside the workspace is followed outside.",
        "target_told": "The answer to a link that leads outside tells whether its target is there.",
        "path_race": "A path is checked, but a different file is opened.",
    },
)
def links_stay_inside(subject: Subject) -> None:
    """No symbolic link in the workspace leads a tool out of it.

    A workspace is often a third-party repository and may contain links to anywhere. The check plants links to files
    and folders outside and calls the tool through them. It fails if the tool follows one to read, write, delete, move
    or walk a tree, or creates a file behind one, or if a link is answered otherwise while its target is there. If the
    tool waits between checking and using a path, or opens it repeatedly, the check replaces the file with a link in
    between; that link must not be followed either.

    A tool without a workspace root is judged if it confines the paths of its arguments by itself, as to a folder that
    it makes in the working directory; links are then planted in that folder. A function without a root also fails if
    it empties a folder, and deletes the target outside of a link there. Deleting or moving the link itself is allowed.
    Not judged: hard links, which a path does not reveal, and what a tool reports about the link itself.
    """
    refuse_linked_entries(subject)
    world = set_up_world(subject)
    access = _judged_access(subject, world, find_file_access(subject, world, needs_slot=False))
    if access.strays:
        raise NotApplicable("An ordinary call already leaves the workspace; see paths_stay_inside.")
    if not is_given_root(subject):
        uses = tuple(use for use in access.uses if follows_paths(subject, world, access, use))
        if not uses:
            raise NotApplicable("The tool takes names in a folder of its own, and no paths.")
        access = replace(access, uses=uses)
    patience = subject.patience(_SHARE)
    plain = [(use, escape) for use in access.uses for escape, _ in _escapes(use, world) if escape.is_plain]
    for use, escape in patience.each(plain):
        if _what_it_did(subject, world, use, use.slot.place(access.arguments, escape.text)):
            raise NotApplicable("An ordinary path already leads out of the workspace; see paths_stay_inside.")
    endings = [access.uses[0].ending] if access.uses else world.endings
    world.add(lambda base: plant_links(world, base, endings))
    waits = Waits()
    if not subject.is_served:
        world.during = partial(_noting, waits)
    did = _escape(subject, world, access.arguments)
    world.during = nullcontext
    if did:
        raise CheckFailure(
            "symlink_followed",
            f"The tool {did} its workspace through a link inside it. Do not follow links when walking a tree.",
            arguments=access.arguments,
        )
    linked = [(use, text) for use in access.uses for text in through_links(use)]
    for use, text in patience.each(linked):
        way = "behind a link that leads outside" if "/" in text else "a link that leads outside"
        escape = EscapePath(use.spelled(world, text), way)
        _refuse_escape(subject, world, access, use, escape, code="symlink_followed")
    refuse_told_targets(subject, world, access, patience)
    for use in access.uses:
        if waits.count or max(waits.opens.values(), default=0) >= MANY_OPENS:
            _refuse_swap(subject, world, access, use, waits)


def _judged_access(subject: Subject, world: PlantedWorld, access: FileAccess) -> FileAccess:
    """Return the part of a call's access that is judged: all, or what a tool without a root confines by itself."""
    return access if is_given_root(subject) else replace(access, uses=confined_uses(subject, world, access))


def _escapes(use: SlotUse, world: PlantedWorld) -> Iterator[tuple[EscapePath, str | None]]:
    """Yield the escapes for one slot, each with the list item before it, if any."""
    outside, sibling = world.sandbox.outside, world.sibling
    if use.base and sibling_of(world, use) in world.neighbours:
        sibling = sibling_of(world, use)
    leaves = [use.leaf(world), use.counterpart(world)]
    for leaf in leaves:
        if leaf is None:
            continue
        ways = escape_paths(
            leaf, workspace=world.workspace / use.base, outside=outside, sibling=sibling, folder="folder"
        )
        for way in ways:
            if leaf is leaves[0] or way.is_plain:
                yield way, None
            if use.slot.is_list and way.is_plain:
                yield way, use.text
    if use.kind in ("folder", "top"):
        above = os.path.relpath(world.sandbox.root, world.workspace / use.base)
        yield EscapePath(above, "the folder above", is_plain=True), None
        yield EscapePath(f"folder/../{above}", "the folder above, through a real folder", is_plain=True), None
        yield EscapePath("/", "the top of the file system", is_plain=True), None
    if use.kind == "pattern":
        yield EscapePath(f"../*/{world.token}/*", "a pattern that climbs out with '..'"), None
        yield EscapePath(f"**/../../*/{world.token}/*", "a pattern that climbs out behind '**'"), None


def _refuse_escape(
    subject: Subject,
    world: PlantedWorld,
    access: FileAccess,
    use: SlotUse,
    escape: EscapePath,
    *,
    code: str,
    after: str | None = None,
) -> None:
    arguments = use.slot.place(access.arguments, escape.text, after=after)
    did = _what_it_did(subject, world, use, arguments)
    if did:
        shown = escape.text if len(escape.text) <= _MAX_SHOWN else escape.text[:_MAX_SHOWN] + "…"
        place = f"in {use.slot.shown!r}" if after is None else f"as a later item of {use.slot.shown!r}"
        raise CheckFailure(
            code,
            f"Given {shown!r} {place}, {escape.way}, the tool {did} its workspace. "
            "Resolve the path, including links, and refuse it before use unless it is below the root.",
            about=use.slot.shown,
            arguments=arguments,
        )


@contextmanager
def _noting(waits: Waits) -> Iterator[None]:
    with while_it_waits(waits), while_it_opens(waits):
        yield


def _refuse_swap(subject: Subject, world: PlantedWorld, access: FileAccess, use: SlotUse, waits: Waits) -> None:
    """Fail if the tool follows a link that replaces the slot's file while it waits or before it reopens the file."""
    if use.kind not in ("file", "new file", "stem", "new stem"):
        return
    ending = (use.ending or world.endings[0]) if use.kind.endswith("stem") else ""
    path = world.workspace / use.base / f"{use.text}{ending}"
    target = world.sandbox.outside / f"{use.leaf(world)}{ending}"
    if waits.count:
        world.during = lambda: while_it_waits(Waits(), partial(swap, path, target))
        does = "checks the path, waits"
    else:
        world.during = lambda: while_it_opens(Waits(), path, partial(swap, path, target))
        does = "checks the path, opens it several times by name"
    did = escape_of(subject, world, world.observe(subject, access.arguments))
    world.during = nullcontext
    if did:
        raise CheckFailure(
            "path_race",
            f"Given {use.text!r} in {use.slot.shown!r}, the tool {did} its workspace: it {does}, and "
            "then follows a link that has replaced it. Open the file once, without following links, and check again "
            "after waiting, as forge_harness.Workspace does.",
            about=use.slot.shown,
            arguments=access.arguments,
        )


def _what_it_did(subject: Subject, world: PlantedWorld, use: SlotUse, arguments: dict[str, Any]) -> str | None:
    world.tells_sizes = use.effect == "inspects"
    return _escape(subject, world, arguments)


def _escape(subject: Subject, world: PlantedWorld, arguments: dict[str, Any]) -> str | None:
    """Return the effect of a call outside, unless it lists a folder there and keeps back what it saw."""
    traces = world.observe(subject, arguments)
    did = escape_of(subject, world, traces)
    return None if did and keeps_back(subject, world, arguments, traces) else did
