"""Name folders: a name that becomes a whole step of a path, where ".." is a name as well.

    add_score(collection="Advent", title="T")     writes library/Advent/T.abc
    add_score(collection="..", title="T")         writes T.abc beside the library: no slash was needed
    add_score(collection="Advent/../..", ...)     does so, though the name begins like one that is right

The evidence is where the things of an ordinary name lie, and what a call with ".." makes, changes or tells beside them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from ....observe.planted_world import PlantedWorld
from ....observe.traces import Traces
from ....profile.roles import Role
from ....profile.root_folders import takes_root
from ....strategies.calls.examples import candidate_arguments
from ....strategies.mined_constants import author_codes
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.patience import Patience
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.path_slots import PathSlot, path_slots
from ...calls.preparation.set_up import set_up_calls
from ...calls.worlds.own_world import own_world, plant_world, reads_files
from ..file_access import FileAccess
from .said import said

__all__ = ["refuse_name_folders"]

_MAX_SLOTS, _MAX_BASES = 6, 2
#: Texts that run or ask something, whatever names are in them.
_NO_NAMES = (Role.COMMAND, Role.CODE, Role.SQL)
_UP, _HERE = "..", "."
_FURTHER = "further"


class _Step(Struct, frozen=True):
    """A text that is a whole step of a path: the call, the folder around it, and what follows it in the path."""

    slot: PathSlot
    arguments: dict[str, Any]
    name: str
    folder: Path
    rest: tuple[str, ...]
    changed: frozenset[Path]

    def call(self, text: str) -> dict[str, Any]:
        return self.slot.place(self.arguments, text)


def refuse_name_folders(subject: Subject, world: PlantedWorld, access: FileAccess | None, patience: Patience) -> None:
    """Judge that no name which becomes a whole step of a path leads out of the folder in which names lie.

    Args:
        subject: The tool.
        world: The planted world.
        access: A call that works; None if there is none.
        patience: The time for it.

    Raises:
        CheckFailure: For the first that does.
    """
    fits = FlatSchema(subject.schema).fits
    if subject.facts.tier == "execute" or not (subject.is_served or reads_files(author_codes(subject.tool))):
        return
    bases = _bases(subject, access)
    if not subject.is_served and own_world(subject).files:
        world.add(lambda _: plant_world(subject))
    slots = (slot for slot in path_slots(subject.schema) if not _is_root(subject, slot))
    for slot in patience.each(list(islice(slots, _MAX_SLOTS))):
        ways = [base for base in bases if slot.role not in _NO_NAMES and fits(subject.schema, slot.place(base, _UP))]
        steps = (step for base in ways for step in _steps(subject, world, slot, base, fits))
        # What is beside the folder already, planted for other purposes, may keep a call from showing what it does.
        step = next((step for step in steps if not _is_taken(world, _beside(step))), None)
        if step is None:
            continue
        # A pattern may ask for the beginning of a name only.
        for up in (_UP, f"{step.name}/{_UP}/{_UP}"):
            if fits(subject.schema, step.call(up)) and (did := _did_above(subject, world, step, up)):
                raise CheckFailure(
                    "path_traversal",
                    f"Given {up!r} in {slot.shown!r}, which becomes a whole step of a path, the tool {did} the folder "
                    "in which the things of other names lie. Refuse '..' in names, or resolve the path and refuse it "
                    "unless it is below that folder.",
                    about=slot.shown,
                    arguments=step.call(up),
                )
        if fits(subject.schema, step.call(_HERE)) and _deletes_others(subject, world, step):
            raise CheckFailure(
                "path_traversal",
                f"Given '.' in {slot.shown!r}, which becomes a whole step of a path, the tool deleted the things of "
                "other names. Refuse '.' and '..' as names.",
                about=slot.shown,
                arguments=step.call(_HERE),
            )


def _is_root(subject: Subject, slot: PathSlot) -> bool:
    """Tell whether a function is given its root in an argument: the application chooses it, and ".." is no name."""
    return not subject.is_served and slot.is_path and bool(takes_root(subject.facts, slot.name))


def _beside(step: _Step) -> Path:
    """Return the path beside the folder of the names to which what follows the name leads."""
    return step.folder.parent.joinpath(*step.rest[:1]) if step.rest else step.folder.parent / step.name


def _is_taken(world: PlantedWorld, path: Path) -> bool:
    world.settle()
    return os.path.lexists(path)


def _bases(subject: Subject, access: FileAccess | None) -> list[dict[str, Any]]:
    known = [access.arguments] if access else []
    made = set_up_calls(subject) if subject.is_served else [*own_world(subject).calls]
    others = [*made[:_MAX_BASES], *candidate_arguments(dict(subject.schema), limit=_MAX_BASES)]
    return [*known, *(call for number, call in enumerate(others) if call not in [*known, *others[:number]])]


def _steps(
    subject: Subject, world: PlantedWorld, slot: PathSlot, base: Mapping[str, Any], fits: Any
) -> Iterator[_Step]:
    """Yield the place of an ordinary name in the paths of a call, unless the tool takes paths with folders there."""
    node = (subject.schema.get("properties") or {}).get(slot.name)
    given = base.get(slot.name, node.get("default") if isinstance(node, Mapping) else None)
    for name in dict.fromkeys(text for text in (world.token, given) if isinstance(text, str) and text):
        call = slot.place(base, name)
        if "/" in name or name in (_UP, _HERE) or not fits(subject.schema, call):
            continue
        traces = world.observe(subject, call)
        found = _place(world, traces, name)
        if found is None or traces.outcome.timed_out:
            continue
        folder, rest = found
        below = slot.place(base, f"folder/{name}")
        if fits(subject.schema, below):
            there = world.observe(subject, below)
            if there.outcome.succeeded or folder / "folder" / name in _paths(world, there):
                return
        yield _Step(slot, dict(base), name, folder, rest, frozenset(_changed(traces)))


def _place(world: PlantedWorld, traces: Traces, name: str) -> tuple[Path, tuple[str, ...]] | None:
    """Return the folder in which a name is a step of a path that a call made or asked for, and what follows it."""
    found = [path for path in _paths(world, traces) if name in path.parts and path.is_relative_to(world.sandbox.root)]
    for path in sorted(found, key=lambda path: -len(path.parts)):
        at = len(path.parts) - 1 - path.parts[::-1].index(name)
        folder = Path(*path.parts[:at])
        if folder != world.sandbox.root and folder.is_relative_to(world.sandbox.root):
            return folder, path.parts[at + 1 :]
    return None


def _paths(world: PlantedWorld, traces: Traces) -> list[Path]:
    made = [change.path for change in (*traces.inside, *traces.outside) if change.action == "created"]
    asked = [Path(os.path.normpath(world.sandbox.workspace / name)) for name in traces.seen.names_asked]
    return [*made, *asked]


def _changed(traces: Traces) -> set[Path]:
    return {change.path for change in (*traces.inside, *traces.outside) if not change.is_list_only}


def _did_above(subject: Subject, world: PlantedWorld, step: _Step, up: str) -> str:
    """Return what a call with a name that leads up does beside the folder of the names; "" for nothing."""
    above = step.folder.parent
    traces = world.observe(subject, step.call(up))
    for change in (*traces.inside, *traces.outside):
        path = change.path
        beside = path.is_relative_to(above) and (change.action == "deleted" or not path.is_relative_to(step.folder))
        if beside and path != above and path not in step.changed and not change.is_list_only:
            return f"{change.action} a {change.kind} beside"
    if traces.outcome.timed_out or not _tells(subject, world, step, up) or _tells(subject, world, step, step.name):
        return ""
    return "read or listed what is beside"


def _tells(subject: Subject, world: PlantedWorld, step: _Step, text: str) -> bool:
    """Return whether a call succeeds with further entries beside the folder of the names, and tells of them."""
    answers = []
    for there in (False, True, False, True):
        world.settle()
        made = list(_planted(step, world)) if there else []
        try:
            outcome = world.observe(subject, step.call(text)).outcome
        finally:
            world.remove(made)
        if there and not outcome.succeeded:
            return False
        answers.append(said(subject, outcome))
        if len(answers) > 1 and answers[0] == answers[1]:
            return False
    return answers[:2] == answers[2:]


def _planted(step: _Step, world: PlantedWorld) -> Iterator[Path]:
    """Plant entries beside the folder of the names: what an ordinary name has, and files of usual endings."""
    above, top = step.folder.parent, _beside(step)
    if step.rest and not os.path.lexists(top):
        usual = step.folder.joinpath(step.name, *step.rest[:1])
        if usual.is_dir():
            shutil.copytree(usual, top, symlinks=True)
            yield top
        elif usual.is_file():
            shutil.copyfile(usual, top)
            yield top
    for ending in world.endings:
        file = above / f"{_FURTHER}{ending}"
        if not os.path.lexists(file):
            file.write_text("hello\n")
            yield file


def _deletes_others(subject: Subject, world: PlantedWorld, step: _Step) -> bool:
    """Return whether a call with "." deletes the folder of the names, or what lies in it under other names."""
    own = step.folder / step.name
    traces = world.observe(subject, step.call(_HERE))
    return any(
        change.action == "deleted"
        and change.path.is_relative_to(step.folder)
        and not change.path.is_relative_to(own)
        and change.path not in step.changed
        for change in (*traces.inside, *traces.outside)
    )
