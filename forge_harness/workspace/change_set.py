"""Sets of changes: several files added, updated, deleted and moved, all of them or none.

::

    plan ── locks ── plan again ── journal ── stage ── commit ── done
     │                              .forge/   copies    │
     └ refused: nothing was touched                     └ a step fails: every earlier one is taken back

Everything that can fail for want of space or rights is written before the first file of the user is touched. What is
left are renames: of the new files into their places, and back if one of them fails. After a ``kill -9``, the next
writer of the workspace takes the steps back; see `journal`. Readers take nothing back: while the changes are at work,
and after a ``kill -9`` until somebody writes, they may see some of the files changed and others not.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ..errors import WorkspaceError
from .change_plan import Change, ChangePlan, Node, PlannedFile, PlannedFolder
from .folder import NO_HARD_LINKS, Folder
from .journal import Journal, in_turn, take_back_interrupted
from .own_names import FORGE
from .refusals import changed_meanwhile, shown, translated
from .restoring import Step
from .root import OpenedRoot

__all__ = ["AppliedChange", "Change", "apply_changes"]

_ATTEMPTS = 8

Status = Literal["created", "updated", "deleted", "moved"]
_STATUSES: dict[str, Status] = {"add": "created", "update": "updated", "delete": "deleted", "move": "moved"}


@dataclass(frozen=True, slots=True)
class AppliedChange:
    """What became of a change, with paths relative to the root; *new_path* is None unless the file was moved."""

    action: Literal["add", "update", "delete", "move"]
    path: str
    new_path: str | None
    status: Status


def apply_changes(
    opened: OpenedRoot, changes: Iterable[Change], endings: tuple[str, ...] | None
) -> list[AppliedChange]:
    """Make all of the changes, or none of them; see `Workspace.apply`.

    Args:
        opened: The root.
        changes: In order; each is judged by what the earlier ones leave.
        endings: From `accepted_endings`.
    """
    changes = list(changes)
    path = changes[0].path if changes else "."
    with translated(path):
        take_back_interrupted(opened)
        for _ in range(_ATTEMPTS):
            with ChangePlan(opened, endings) as first:
                first.add_all(changes)
                with in_turn(opened, path, *first.folders.values()), ChangePlan(opened, endings) as plan:
                    # Only now nobody else changes these files. If others are needed after all, begin again.
                    plan.add_all(changes)
                    if _identities(plan) <= _identities(first):
                        _carry_out(opened, plan, _steps(plan))
                        return [_applied(opened, change) for change in changes]
    raise WorkspaceError(
        f"Other programs keep changing the folder of {shown(path)}. Try again when they have finished."
    )


def _applied(opened: OpenedRoot, change: Change) -> AppliedChange:
    new_path = opened.relative(change.new_path) if change.action == "move" else None
    return AppliedChange(change.action, opened.relative(change.path), new_path, _STATUSES[change.action])


def _identities(plan: ChangePlan) -> set[tuple[int, int]]:
    statuses = [os.fstat(folder.descriptor) for folder in plan.folders.values()]
    return {(status.st_dev, status.st_ino) for status in statuses}


def _steps(plan: ChangePlan) -> list[Step]:
    """Return the difference between the disk and the plan."""
    steps: list[Step] = []
    for real, node in plan.after.items():
        status = plan.before[real]
        before, after = _kind(status), _planned_kind(node)
        is_same = isinstance(node, PlannedFile) and node.content is None and node.source == real
        if is_same or (before == after and before != "file"):
            continue
        inode, mode = (0, 0) if status is None else (status.st_ino, stat.S_IMODE(status.st_mode))
        steps.append(Step(number=len(steps), path=real, before=before, after=after, inode=inode, mode=mode))
    return steps


def _kind(status: os.stat_result | None) -> Literal["nothing", "file", "folder"]:
    if status is None:
        return "nothing"
    return "folder" if stat.S_ISDIR(status.st_mode) else "file"


def _planned_kind(node: Node) -> Literal["nothing", "file", "folder"]:
    if node is None:
        return "nothing"
    return "folder" if isinstance(node, PlannedFolder) else "file"


def _carry_out(opened: OpenedRoot, plan: ChangePlan, steps: list[Step]) -> None:
    if not steps:
        return
    with Journal.begin(opened) as journal:
        staged = [_staged(plan, journal, step) for step in steps]
        journal.write_steps(staged, plan.folders.values())
        try:
            _commit(plan, journal, staged)
            journal.finish()
        except BaseException:
            journal.roll_back()
            raise


def _staged(plan: ChangePlan, journal: Journal, step: Step) -> Step:
    """Keep the old file of a step and write the new one, both in the journal's folder."""
    node = plan.after[step.path]
    with translated(step.path):
        if step.before == "file":
            plan.folder(step.folder).keep(step.name, journal, f"{step.number}.old")
        if not isinstance(node, PlannedFile):
            return step
        new = f"{step.number}.new"
        if node.content is None:
            folder, _, name = node.source.rpartition("/")
            _check_unchanged(plan, node.source)
            plan.folder(folder or ".").keep(name, journal, new)
        else:
            journal.write(new, node.content, mode=0o644, permissions=node.permissions, overwrite=True)
        status = os.stat(new, dir_fd=journal.descriptor, follow_symlinks=False)
        told: dict[str, object] = {"new_inode": status.st_ino}
        if node.content is None:
            told["new_version"] = (status.st_size, status.st_mtime_ns)
        else:
            told["new_sha256"] = hashlib.sha256(node.content).hexdigest()
        return step.model_copy(update=told)


def _commit(plan: ChangePlan, journal: Journal, steps: list[Step]) -> None:
    """Do the steps: what goes, from the deepest path up; then what comes, from the top down."""
    going = [step for step in steps if step.before != "nothing" and step.after != step.before]
    for step in sorted(going, key=lambda step: -step.depth):
        with translated(step.path):
            _check_unchanged(plan, step.path)
            folder = plan.folder(step.folder)
            if step.before == "file":
                folder.unlink(step.name)
            else:
                folder.remove(step.name)
    coming = [step for step in steps if step.after != "nothing"]
    for step in sorted(coming, key=lambda step: step.depth):
        with translated(step.path):
            folder = plan.folder(step.folder)
            if step.path == FORGE:
                pass  # The journal has made it, and removes it if nothing else is in it.
            elif step.after == "folder":
                os.mkdir(step.name, dir_fd=folder.descriptor)
            elif step.before == "file":
                _check_unchanged(plan, step.path)
                journal.move(f"{step.number}.new", folder, step.name, overwrite=True)
            else:
                _put_new(journal, f"{step.number}.new", folder, step.name)


def _put_new(journal: Journal, staged: str, folder: Folder, name: str) -> None:
    # Not `Folder.move`: without hard links it makes an empty file first, which taking back would not know as ours.
    try:
        journal.link(staged, folder, name)
    except OSError as error:
        if error.errno not in NO_HARD_LINKS or folder.status(name) is not None:
            raise
        journal.move(staged, folder, name, overwrite=True)


def _check_unchanged(plan: ChangePlan, real: str) -> None:
    """Refuse a file that a program which does not lock has changed since it was planned."""
    folder, _, name = real.rpartition("/")
    planned, found = plan.before[real], plan.folder(folder or ".").status(name)
    if planned is None or not stat.S_ISREG(planned.st_mode):
        return
    if found is None or _version(found) != _version(planned):
        raise changed_meanwhile(real)


def _version(status: os.stat_result) -> tuple[int, ...]:
    return status.st_ino, status.st_size, status.st_mtime_ns
