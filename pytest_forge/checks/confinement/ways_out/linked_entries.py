"""Linked entries: links in a folder that a function empties by itself, whose targets outside it deletes.

clear_cache()      cache/a.tile -> ../master.tile: the link is removed, or the entry is left
clear_cache()      the entries are resolved first: master.tile is gone, and the link leads nowhere
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

from ....strategies.mined_constants import author_codes
from ....strategies.workspace_files import make_fresh_workspace
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.worlds.fresh_world import make_fresh_for
from ...calls.worlds.own_world import reads_files

__all__ = ["refuse_linked_entries"]

_MAX_BASES, _MAX_ENTRIES, _MAX_FILES = 3, 2, 500
_CALLS = 4
#: Names in the code of functions that delete or move files.
_DELETING = frozenset(("unlink", "remove", "rename", "replace", "renames", "move", "rmtree"))


def refuse_linked_entries(subject: Subject) -> None:
    """Judge that a function without a workspace root deletes no target of a link where its calls delete files.

    Only files are judged that no argument names: those of a folder that it empties.

    Raises:
        CheckFailure: If it does.
    """
    codes = [] if subject.is_served or subject.facts.workspace_root_aware else list(author_codes(subject.tool))
    if not reads_files(codes) or not any(not _DELETING.isdisjoint(code.co_names) for code in codes):
        return
    try:
        bases = plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]
    except NoCallFits:
        return
    for base in bases:
        linked = in_a_copy(
            partial(_linked_entry, subject, base), limit_s=_CALLS * subject.call_s, tell=subject.has_left
        )
        make_fresh_workspace(subject.sandbox)
        if linked:
            raise CheckFailure(
                "symlink_followed",
                f"With a link at {linked!r}, the tool deleted or moved the file outside to which the link leads. "
                "Remove the link itself: do not resolve the entries of a folder before you delete them.",
                arguments=base,
            )


def _linked_entry(subject: Subject, base: dict[str, Any]) -> str:
    """Return an entry that a call deletes, and whose target it deletes instead once it is a link; "" without one."""
    workspace, outside = subject.sandbox.workspace, subject.sandbox.outside
    make_fresh_for(subject, [base])
    files = [path for path in workspace.rglob("*") if path.is_file()][:_MAX_FILES]
    if not _made(subject, base).succeeded:
        return ""
    given = repr(base)
    gone = [path for path in files if not os.path.lexists(path) and path.stem not in given]
    for path in gone[:_MAX_ENTRIES]:
        if all(_is_target_lost(subject, base, path, outside / f"linked-{turn}{path.suffix}") for turn in range(2)):
            return path.relative_to(workspace).as_posix()
    return ""


def _is_target_lost(subject: Subject, base: dict[str, Any], entry: Path, target: Path) -> bool:
    make_fresh_for(subject, [base])
    if not entry.is_file():
        return False
    target.write_bytes(entry.read_bytes())
    entry.unlink()
    entry.symlink_to(target)
    try:
        _made(subject, base)
        return not target.exists()
    finally:
        target.unlink(missing_ok=True)


def _made(subject: Subject, call: dict[str, Any]) -> Outcome:
    with fake_sleep():
        return subject.call(call)
