"""Compared effects: the effects of a call, in a form in which those of two calls can be compared."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...observe.observation import Seen
from ...oracles.file_tree import Change
from ...oracles.module_memory import module_memory
from ...oracles.own_code import OwnCode
from ...profile.side_files import is_written_aside
from ...sandbox import Sandbox
from ...strategies.mined_constants import mined_constants
from ...strategies.shaped_files import own_endings
from ...strategies.workspace_litter import plant_old_folders
from ...targets.subject import Subject
from ...verdict import NotEnoughSeen
from ..calls.copies import in_a_copy
from ..calls.observing import observe
from ..calls.plausible_calls import plausible_calls
from ..calls.state_view import StateView, without_moments
from ..calls.worlds.own_world import plant_world
from .file_effects import comes_with_libraries, shown
from .network_effects import orders

__all__ = ["MOST_CALLS", "begin_anew", "effects_of", "folders_used", "observed_effects"]

#: Ordinary calls that are compared.
MOST_CALLS = 4
_MAX_FOLDERS = 4


def effects_of(subject: Subject, call: dict[str, Any], *, untidy: Iterable[str] = ()) -> list[list[str]]:
    """Return each effect of a call; empty if the call fails.

    An effect is a verb phrase, what it led to, and a text that is empty unless the effect counts alone.

    Args:
        subject: The tool.
        call: The call.
        untidy: Folders of the workspace in which it finds an empty folder and old files.
    """
    begin_anew(subject, call)
    for folder in untidy:
        with suppress(OSError):
            plant_old_folders(subject.sandbox.workspace / folder)
    if subject.is_served:
        return observed_effects(subject, call)
    found = in_a_copy(lambda: observed_effects(subject, call), limit_s=2 * subject.call_s)
    if found is None:
        raise NotEnoughSeen("Not judged: a call of two that are compared did not return in time.")
    effects: list[list[str]] = found
    return effects


def folders_used(subject: Subject, call: dict[str, Any]) -> list[str]:
    """Return the folders of the workspace that a call of a function looks for or lists, whether they exist or not."""
    begin_anew(subject, call)
    workspace = subject.sandbox.workspace

    def asked() -> list[str]:
        return observe(subject, call).names_asked

    found: dict[str, None] = {}
    for name in in_a_copy(asked, limit_s=2 * subject.call_s, tell=subject.has_left) or ():
        path = Path(os.path.normpath(workspace / name))
        may_be_folder = path.is_dir() or not (path.suffix or path.exists())
        if path != workspace and path.is_relative_to(workspace) and may_be_folder:
            found[path.relative_to(workspace).as_posix()] = None
    return list(found)[:_MAX_FOLDERS]


def begin_anew(subject: Subject, call: dict[str, Any]) -> None:
    """Restore the initial state, with the files that ordinary calls need."""
    subject.renew()
    plant_world(subject, [call])
    for ending in own_endings(mined_constants(subject.tool).texts):
        # Tools tidy empty files away as well.
        (subject.sandbox.workspace / f"empty{ending}").touch()
    if subject.is_served:
        plausible_calls(subject, limit=MOST_CALLS)


def observed_effects(subject: Subject, call: dict[str, Any]) -> list[list[str]]:
    """Return the effects of a call in the present state, as `effects_of` does in a new one."""
    sandbox, own = subject.sandbox, OwnCode(subject.tool)
    before = {} if subject.is_served else module_memory(own)
    view = StateView(subject) if subject.is_served else None
    state = {} if view is None else view.taken(call)
    seen = observe(subject, call)
    if not seen.answer.succeeded:
        return []
    found = []
    for change in seen.changed_entries:
        if comes_with_libraries(change.path, change.kind, sandbox.home):
            continue
        name = without_moments(shown(change.path.relative_to(sandbox.root).as_posix()))
        entry = seen.files.value.entries.get(str(change.path))
        size = "" if entry is None or change.kind == "folder" else str(entry.size)
        found.append([f"{change.action} the {change.kind} {name!r}", size, _alone(change, sandbox)])
    if isinstance(seen.operations, Seen):
        started = (without_moments(" ".join(event.paths))[:60] for event in seen.processes)
        found += [[f"started a process ({words})", "", ""] for words in started]
        found += [[effect.did, "", ""] for effect in orders(subject.facts, sandbox, seen)]
    if view is not None:
        after = view.taken(call, is_settled=False)
        changed = [place for place in view.changed(state, after) if place.startswith("the answer")]
        return [*found, *([f"changed {place}", after.get(place, ""), "seen"] for place in changed)]
    for name, value in module_memory(own).items():
        if before.get(name) != value:
            found.append([f"changed {name.rpartition('.')[2]!r} in memory", without_moments(value), ""])
    return found


def _alone(change: Change, sandbox: Sandbox) -> str:
    """Return a text unless both calls may make the change: of a log or a cache, or of a new file for the plan."""
    if not change.path.is_relative_to(sandbox.workspace) or is_written_aside(change.path):
        return ""
    is_folder = change.kind == "folder"
    # A folder changes with its entries.
    return change.action if is_folder == (change.action == "created") or change.action == "deleted" else ""
