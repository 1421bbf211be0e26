"""Checks of the family confinement: nothing outside the workspace is read, listed, written, deleted or moved.

Judged by the file system and by what came back, in a world planted for the purpose, after a legal call was seen to
work. A refusal may be worded as it likes, and a tool that takes an odd path for an odd name inside its workspace is
right too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from ...oracles.arena import Arena
from ...strategies.escape_paths import EscapePath, escape_paths
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..check import check
from .access_search import find_file_access
from .file_access import FileAccess, escape_of, furnish
from .file_limits import file_types_are_allow_listed, reads_are_bounded, special_files_do_not_block
from .second_hand import follow_listings
from .slot_use import SlotUse
from .swaps import MANY_OPENS, Waits, swap, while_it_opens, while_it_waits
from .undeclared_access import root_is_declared

__all__ = [
    "file_types_are_allow_listed",
    "links_stay_inside",
    "paths_stay_inside",
    "reads_are_bounded",
    "root_is_declared",
    "special_files_do_not_block",
]

_MAX_SHOWN = 90
#: Of the time of a check, what the calls may take that lead outside.
_SHARE = 0.7


@check(
    family="confinement",
    level="MUST",
    source="seed-000: Security: workspace confinement, resolve before checking",
    codes={
        "path_traversal": "A path in an argument leads outside the workspace.",
        "second_hand_path": "A path in a file of the workspace leads outside.",
    },
)
def paths_stay_inside(subject: Subject) -> None:
    """No path that a model writes leads out of the workspace.

    A model's arguments are an outsider's text: whoever wrote the page or the file it read chooses them. ``..``, an
    absolute path, a folder whose name begins like the workspace's, ``~``, encoded and look-alike dots and slashes
    must all end inside or be refused, for every argument that names a file, in every place of a list. A file that is
    opened and found to be outside must not be read. So must a path that stands in a file of the workspace and that the
    tool follows, as those of an index or a manifest.

    Not judged: whether a name outside exists, and tools that are given no workspace root, which `root_is_declared`
    judges.
    """
    arena = furnish(subject)
    access = find_file_access(subject, arena, is_first=True)
    if access.strays:
        raise CheckFailure(
            "path_traversal",
            f"The tool {access.strays} its workspace although no argument leads there. Keep to workspace_root.",
            arguments=access.arguments,
        )
    if not access.uses:
        raise NotApplicable("No argument of the tool names a file.")
    patience = subject.patience(_SHARE)
    ways = [(use, escape, after) for use in access.uses for escape, after in _escapes(use, arena)]
    for use, escape, after in patience.each(ways):
        _refuse_escape(subject, arena, access, use, escape, code="path_traversal", after=after)
    for arguments, did in follow_listings(subject, arena, access, patience):
        if did:
            raise CheckFailure(
                "second_hand_path",
                f"Given a file of the workspace that names files outside, the tool {did} its workspace. Resolve what "
                "stands in a file like what stands in an argument: refuse what is not below the root.",
                arguments=arguments,
            )


@check(
    family="confinement",
    level="MUST",
    source="seed-000: Security: workspace confinement, symlinks resolved first",
    codes={
        "symlink_followed": "A link inside the workspace is followed outside.",
        "path_race": "A path is checked, and another one opened.",
    },
)
def links_stay_inside(subject: Subject) -> None:
    """No symbolic link in the workspace leads a tool out of it.

    A workspace is often somebody else's repository, and may hold links to anywhere. A link to a file or folder
    outside must not be followed when reading, writing, deleting, moving, or walking a tree, and a new file must not
    be made behind one. If the tool waits between looking at a path and using it, or opens it again and again, a link
    that was put there meanwhile must not be followed either.

    Deleting or moving the link itself is right. Not judged: hard links, which no path shows; what a tool tells of the
    link itself.
    """
    arena = furnish(subject)
    access = find_file_access(subject, arena, needs_slot=False)
    patience = subject.patience(_SHARE)
    plain = [(use, escape) for use in access.uses for escape, _ in _escapes(use, arena) if escape.is_plain]
    for use, escape in patience.each(plain):
        if _what_it_did(subject, arena, use, use.slot.place(access.arguments, escape.text)):
            raise NotApplicable("A plain path already leads out of the workspace; see paths_stay_inside.")
    ending = access.uses[0].ending if access.uses else ".txt"
    arena.add(lambda base: _plant_links(arena, base, ending))
    waits = Waits()
    arena.during = partial(_noting, waits)
    did = escape_of(subject, arena, arena.observe(subject, access.arguments))
    arena.during = nullcontext
    if did:
        raise CheckFailure(
            "symlink_followed",
            f"The tool {did} its workspace, through a link that lies inside. Do not follow links when walking a tree.",
            arguments=access.arguments,
        )
    linked = [(use, text) for use in access.uses for text in _through_links(use)]
    for use, text in patience.each(linked):
        way = "behind a link that leads outside" if "/" in text else "a link that leads outside"
        escape = EscapePath(use.spelled(arena, text), way)
        _refuse_escape(subject, arena, access, use, escape, code="symlink_followed")
    for use in access.uses:
        if waits.count or max(waits.opens.values(), default=0) >= MANY_OPENS:
            _refuse_swap(subject, arena, access, use, waits)


def _escapes(use: SlotUse, arena: Arena) -> Iterator[tuple[EscapePath, str | None]]:
    """Yield the ways out for one slot, and for a list what stands before them."""
    outside, sibling = arena.sandbox.outside, arena.sandbox.sibling
    leaves = [use.leaf(arena), use.counterpart(arena)]
    for leaf in leaves:
        if leaf is None:
            continue
        ways = escape_paths(
            leaf, workspace=arena.workspace / use.base, outside=outside, sibling=sibling, folder="folder"
        )
        for way in ways:
            if leaf is leaves[0] or way.is_plain:
                yield way, None
            if use.slot.is_list and way.is_plain:
                yield way, use.text
    if use.kind in ("folder", "top"):
        above = os.path.relpath(arena.sandbox.root, arena.workspace / use.base)
        yield EscapePath(above, "the folder above", is_plain=True), None
        yield EscapePath(f"folder/../{above}", "the folder above, through a real folder", is_plain=True), None
        yield EscapePath("/", "the top of the file system", is_plain=True), None
    if use.kind == "pattern":
        yield EscapePath(f"../*/{arena.token}/*", "a pattern that climbs out with '..'"), None
        yield EscapePath(f"**/../../*/{arena.token}/*", "a pattern that climbs out behind '**'"), None


def _refuse_escape(
    subject: Subject,
    arena: Arena,
    access: FileAccess,
    use: SlotUse,
    escape: EscapePath,
    *,
    code: str,
    after: str | None = None,
) -> None:
    arguments = use.slot.place(access.arguments, escape.text, after=after)
    did = _what_it_did(subject, arena, use, arguments)
    if did:
        shown = escape.text if len(escape.text) <= _MAX_SHOWN else escape.text[:_MAX_SHOWN] + "…"
        place = f"in {use.slot.shown!r}" if after is None else f"as a later item of {use.slot.shown!r}"
        raise CheckFailure(
            code,
            f"Given {shown!r} {place}, {escape.way}, the tool {did} its workspace. "
            "Resolve the path, links included, and refuse what is not below the root before touching it.",
            about=use.slot.shown,
            arguments=arguments,
        )


@contextmanager
def _noting(waits: Waits) -> Iterator[None]:
    with while_it_waits(waits), while_it_opens(waits):
        yield


def _refuse_swap(subject: Subject, arena: Arena, access: FileAccess, use: SlotUse, waits: Waits) -> None:
    """Fail if the tool follows a link that is put in the place of the slot's file while it waits or opens it again."""
    if use.kind not in ("file", "new file", "stem", "new stem"):
        return
    ending = (use.ending or arena.endings[0]) if use.kind.endswith("stem") else ""
    path = arena.workspace / use.base / f"{use.text}{ending}"
    target = arena.sandbox.outside / f"{use.leaf(arena)}{ending}"
    if waits.count:
        arena.during = lambda: while_it_waits(Waits(), partial(swap, path, target))
        does = "looks at the path, waits"
    else:
        arena.during = lambda: while_it_opens(Waits(), path, partial(swap, path, target))
        does = "looks at the path, opens it several times by its name"
    did = escape_of(subject, arena, arena.observe(subject, access.arguments))
    arena.during = nullcontext
    if did:
        raise CheckFailure(
            "path_race",
            f"Given {use.text!r} in {use.slot.shown!r}, the tool {did} its workspace: it {does}, and "
            "then follows the link that was put there meanwhile. Look again after waiting, and open once, without "
            "following links, as forge_harness.Workspace does.",
            about=use.slot.shown,
            arguments=access.arguments,
        )


def _what_it_did(subject: Subject, arena: Arena, use: SlotUse, arguments: dict[str, Any]) -> str | None:
    arena.tells_sizes = use.effect == "inspects"
    return escape_of(subject, arena, arena.observe(subject, arguments))


def _plant_links(arena: Arena, base: Path, ending: str) -> None:
    target = arena.sandbox.outside / arena.token
    up = Path(os.path.relpath(target, base))
    links = {
        f"linked{ending}": target / f"secret{ending}",
        f"linked-relative{ending}": up / f"secret{ending}",
        f"chained{ending}": Path(f"linked{ending}"),
        f"dangling{ending}": target / f"fresh{ending}",
        "linked-folder": target,
        "linked-up": up,
        "chained-folder": Path("linked-folder"),
        "linked-deep": target / "folder",
        f"folder/linked{ending}": Path("..") / up / f"secret{ending}",
        "folder/linked-folder": Path("..") / up,
    }
    for name, to in links.items():
        (base / name).symlink_to(to)


def _through_links(use: SlotUse) -> list[str]:
    """Return values that pass through the planted links, fit for what the slot's own value names."""
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
