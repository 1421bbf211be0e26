"""Set-up: plausible calls of a server's tool, with the files and records that they need."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from ....profile.makers import needs_new_names
from ....profile.repositories import names_repository, names_revision
from ....profile.roles import PATH_ROLES, Role, role_of
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.workspace_files import plant_files
from ....strategies.workspace_repository import plant_repository
from ....targets.subject import Subject
from ....verdict import NoCallFits
from ..call_variants import shortened_waits
from ..path_slots import PathSlot, path_slots
from ..shown_calls import shown_calls
from ..told_words import told_schema
from .preparing import bare_workspace, prepared_calls

__all__ = ["set_up_calls"]

_NEW_FILE, _NEW_FOLDER = "copied.txt", "copied"


def set_up_calls(subject: Subject, *, limit: int = 8, is_prepared: bool = True) -> list[dict[str, Any]]:
    """Return ordinary calls, with relative and absolute paths, and plant the files that they need.

    Args:
        subject: The tool.
        limit: Number of different calls.
        is_prepared: Whether other tools may be called to create the records that the calls need. Finding that out also
            calls this tool.

    Raises:
        NoCallFits: If no call can be made from the schema.
    """
    # The author knows best which calls work.
    calls = shown_calls(subject)
    calls += [call for call in candidate_arguments(told_schema(subject), limit=limit) if call not in calls]
    if not calls:
        raise NoCallFits(
            "No call could be made from the advertised schema. Fix the schema, or give its fields examples."
        )
    plant_files(subject.sandbox.workspace, schema=subject.schema, calls=calls)
    bare_workspace(subject)
    if _names_repository(subject):
        plant_repository(subject.sandbox.workspace)
        calls = [named for call in calls if (named := _with_known_names(call)) != call] + calls
    fits = partial(FlatSchema(subject.schema).fits, subject.schema)
    found = []
    for call in [*calls[:1], *_with_new_names(subject, calls[:2]), *calls[1:limit]]:
        call = shortened_waits(subject, call)
        whole = _with_whole_paths(subject, call)
        # Servers with configured folders usually want absolute paths.
        found += [whole, call] if whole != call and (fits(whole) or not fits(call)) else [call]
    return prepared_calls(subject, found) if is_prepared else found


def _with_new_names(subject: Subject, calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the calls with unused names in arguments that name something to be created."""
    makes = needs_new_names(subject.facts)
    new = [
        slot
        for slot in path_slots(subject.schema)
        if (slot.is_new and (slot.is_path or slot.may_be_path)) or (makes and slot.is_path and not slot.is_list)
    ]
    fits = partial(FlatSchema(subject.schema).fits, subject.schema)
    found = []
    for call in calls if new else []:
        for slot in new:
            # A name that may not be a path gets no ending.
            name = _NEW_FILE if slot.is_path and slot.role is not Role.DIRECTORY else _NEW_FOLDER
            named = slot.place(call, name)
            if fits(call) and not fits(named):
                # The schema may demand an ending.
                named = slot.place(call, f"{_NEW_FOLDER}{PurePosixPath(_text_at(call, slot)).suffix}")
            call = named
        found += [call] if call not in found else []
    return found


def _text_at(call: Mapping[str, Any], slot: PathSlot) -> str:
    value: Any = call
    for step in slot.steps:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value if isinstance(value, str) else ""


def _names_repository(subject: Subject) -> bool:
    properties = subject.schema.get("properties")
    return isinstance(properties, Mapping) and any(names_repository(str(name)) for name in properties)


def _with_known_names(call: Mapping[str, Any]) -> dict[str, Any]:
    """Return a call of a repository tool with a revision and a file that the planted repository has."""
    found = dict(call)
    for name, value in call.items():
        if isinstance(value, str) and names_revision(name):
            found[name] = "HEAD"
        elif name == "files" and isinstance(value, list):
            found[name] = ["notes.txt"]
    return found


def _with_whole_paths(subject: Subject, call: Mapping[str, Any]) -> dict[str, Any]:
    properties = subject.schema.get("properties")
    properties = properties if isinstance(properties, Mapping) else {}
    found = dict(call)
    for name, value in call.items():
        node = properties.get(name)
        if not isinstance(node, Mapping) or (role_of(name, node) not in PATH_ROLES and not names_repository(name)):
            continue
        if names_repository(name) and isinstance(value, str):
            found[name] = str(subject.sandbox.workspace)
            continue
        if isinstance(value, str) and value and not value.startswith(("/", "~")):
            found[name] = os.path.normpath(subject.sandbox.workspace / value)
        elif isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            found[name] = [os.path.normpath(subject.sandbox.workspace / item) for item in value]
    return found
