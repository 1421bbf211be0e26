"""Own store: a name that leads out of the folder in which a tool without a workspace root keeps its files.

load(name="sicilian")        reads ~/.openings/sicilian.json
load(name="../secret")       reads ~/secret.json
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from ....strategies.schemas.flat_schema import is_valid
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.worlds.fresh_world import make_fresh_for
from ...calls.worlds.own_world import own_world
from .said import said

__all__ = ["refuse_ways_out_of_store"]

_OTHER = "secret"


class _Slot(Struct, frozen=True):
    """An argument that is a part of the path of a file in the store."""

    call: dict[str, Any]
    name: str
    folder: Path
    ending: str
    content: bytes


def refuse_ways_out_of_store(subject: Subject) -> None:
    """Judge that no name which the schema allows leads out of the folder in which a function keeps its files.

    Raises:
        CheckFailure: If the function reads, changes or makes a file outside that folder.
    """
    if subject.is_served or subject.facts.workspace_root_aware:
        return
    for slot in _slots(subject):
        encoded = (f"..%2f{_OTHER}", f"%2e%2e%2f{_OTHER}")
        # A pattern may ask for the beginning of a name only.
        behind = (f"x/../../{_OTHER}", f"{slot.call[slot.name]}/../../{_OTHER}")
        for text in (f"../{_OTHER}", *behind, str(slot.folder.parent / _OTHER), *encoded):
            call = {**slot.call, slot.name: text}
            did = _did(subject, slot, call) if is_valid(subject.schema, call) else ""
            if did:
                raise CheckFailure(
                    "path_traversal",
                    f"Given {text!r} in {slot.name!r}, the tool {did} a file outside the folder in which it keeps its "
                    "files. Refuse names with '..' or '/', or resolve the path and refuse it unless it is below.",
                    about=slot.name,
                    arguments=call,
                )


def _slots(subject: Subject) -> Iterator[_Slot]:
    world = own_world(subject)
    for call in plausible_calls(subject, limit=1):
        for name, value in call.items():
            for file, data in world.files.items() if isinstance(value, str) and value else ():
                ending = Path(file).suffix
                whole = next((one for one in (value, value + ending) if file == one or file.endswith(f"/{one}")), None)
                folder = file.removesuffix(whole).rstrip("/") if whole is not None else ""
                if data is not None and folder:
                    place = Path(os.path.normpath(subject.sandbox.workspace / folder))
                    yield _Slot(call, name, place, "" if whole == value else ending, data)


def _did(subject: Subject, slot: _Slot, call: dict[str, Any]) -> str:
    """Return what a call does with the file that its name leads to outside the store; "" for nothing."""
    path = slot.folder.parent / f"{_OTHER}{slot.ending}"
    usual = _made(subject, slot.call)
    if not usual.succeeded:
        return ""
    make_fresh_for(subject)
    path.write_bytes(slot.content)
    try:
        outcome = _called(subject, call)
        if not path.is_file() or path.read_bytes() != slot.content:
            return "changed"
        told = repr(said(subject, outcome)).replace(call[slot.name], slot.call[slot.name])
        is_read = outcome.succeeded and told == repr(said(subject, usual))
        path.unlink()
        # Without the file, another answer shows that it was read.
        if is_read and repr(said(subject, _made(subject, call))) != repr(said(subject, outcome)):
            return "read"
        return "made" if path.is_file() else ""
    finally:
        path.unlink(missing_ok=True)


def _made(subject: Subject, call: dict[str, Any]) -> Outcome:
    make_fresh_for(subject)
    return _called(subject, call)


def _called(subject: Subject, call: dict[str, Any]) -> Outcome:
    with fake_sleep():
        return subject.call(call)
