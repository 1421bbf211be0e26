"""Other places: files and folders to name in a call if those of an ordinary call did not work.

A tool that reads drawings refuses a table, and a tool that creates a folder needs a free name; only its author knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ....oracles.file_tree import files_below
from ....profile.roles import Role
from ....regex import regex
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ..path_slots import PathSlot, path_slots

__all__ = ["NEW_PLACE", "calls_of_other_places", "calls_with_told_endings", "told_endings"]

#: A name that does not exist yet.
NEW_PLACE = "newplace"
#: Files to try, one of each type in the workspace.
_MAX_FILES = 24
#: An ending in a refusal, as in "must be a .csv or .tsv file".
_ENDING = regex(r"(?<![\w.*/])\*?(\.[a-z][a-z0-9]{1,7})\b(?!\.)", re.IGNORECASE)
_MAX_ENDINGS = 6


def calls_of_other_places(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield *calls* with a new name, the workspace, and a file of each type in it, in each path argument."""
    workspace = subject.sandbox.workspace
    slots = [slot for slot in path_slots(subject.schema) if not slot.is_list and (slot.is_path or slot.may_be_path)]
    for call in calls:
        for slot in slots:
            # Use absolute paths if the call had one.
            start = f"{workspace}/" if _is_whole(slot, call) else ""
            yield slot.place(call, f"{start}{NEW_PLACE}")
            yield slot.place(call, start.rstrip("/") or ".")
            files = files_below(workspace) if slot.role is Role.FILE_PATH else []
            one_of_each = {path.suffix: path for path in reversed(files)}
            for path in list(one_of_each.values())[:_MAX_FILES]:
                yield slot.place(call, f"{start}{path.relative_to(workspace)}")


def calls_with_told_endings(subject: Subject, refused: Outcome) -> list[dict[str, Any]]:
    """Return a refused call with new names that have the endings which the refusal names, in each path argument.

    A text that is said to have such an ending is the name of a file as well.
    """
    endings = told_endings(refused)
    call = dict(refused.arguments)
    slots = [slot for slot in path_slots(subject.schema) if not slot.is_list and (slot.is_path or slot.may_be_path)]
    starts = {slot.steps: f"{subject.sandbox.workspace}/" if _is_whole(slot, call) else "" for slot in slots}
    found = [slot.place(call, f"{starts[slot.steps]}{NEW_PLACE}{ending}") for slot in slots for ending in endings]
    named = {slot.steps[0] for slot in slots}
    for name, node in (subject.schema.get("properties") or {}).items():
        said = set(_ENDING.findall(str(node.get("description") or ""))) if isinstance(node, Mapping) else set()
        if name not in named and isinstance(call.get(name), str):
            found += [{**call, name: f"{NEW_PLACE}{ending}"} for ending in endings if ending in said]
    return found


def _is_whole(slot: PathSlot, call: Mapping[str, Any]) -> bool:
    value: Any = call
    for step in slot.steps:
        value = value.get(step) if isinstance(value, Mapping) else None
    return isinstance(value, str) and value.startswith("/")


def told_endings(refused: Outcome) -> list[str]:
    """Return the endings of file names that a refusal tells."""
    return list(dict.fromkeys(_ENDING.findall(refused.text)))[:_MAX_ENDINGS]
