"""Name parts: texts that become a part of a file name, beside those that name a file by themselves.

    archive(title="T", day="2024-01-01", pattern="%day%-%title%")     looks for archive/2024-01-01-T.md: a part
    archive(title="T", day="2024-01-01", pattern="%title%")           looks for archive/T.md: the part begins the name
    archive(title="../../outside/T/fresh", ...)                       leads outside

A tool may check its pattern, its category, or what is made of them: the evidence is where the name leads.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from ....observe.observation import Seen
from ....observe.planted_world import PlantedWorld
from ....observe.traces import Traces
from ....profile.roles import Role
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.patience import Patience
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.path_slots import PathSlot, path_slots
from ..file_access import FileAccess, escape_of, is_given_root

__all__ = ["refuse_name_parts"]

_MAX_SLOTS, _MAX_BASES, _MAX_TEMPLATES = 8, 2, 8
#: Texts that run or ask something, whatever names are in them.
_NO_NAMES = (Role.COMMAND, Role.CODE, Role.SQL)
#: How many characters around the name of an argument mark it in a template: %name%, {{name}}, $name, ${name}.
_MARKS = ((1, 1), (2, 2), (1, 0), (2, 1))


class _Part(Struct, frozen=True):
    """A text that is a part of a name: the call, and what stands around the text in the name."""

    arguments: dict[str, Any]
    folder: Path
    before: str
    after: str


def refuse_name_parts(subject: Subject, world: PlantedWorld, access: FileAccess | None, patience: Patience) -> bool:
    """Judge that no text which becomes a part of a file name leads outside; return whether there is such a text.

    Args:
        subject: The tool.
        world: The planted world.
        access: A call that works, whose own uses are judged elsewhere; None if there is none.
        patience: The time for it.

    Raises:
        CheckFailure: For the first that does.
    """
    if subject.facts.tier == "execute":
        return False
    has_parts = False
    judged = {use.slot.shown for use in access.uses} if access else set()
    known = [access.arguments] if access else []
    bases = [*known, *(call for call in candidate_arguments(dict(subject.schema)) if call not in known)]
    slots = [slot for slot in path_slots(subject.schema) if slot.shown not in judged and slot.role not in _NO_NAMES]
    for slot in patience.each(slots[:_MAX_SLOTS]):
        part = next(filter(None, (_part(subject, world, slot, base) for base in bases[:_MAX_BASES])), None)
        if part is None:
            continue
        if not is_given_root(subject) and access and part.folder not in _folders(world, access):
            # What other folders it uses is for root_is_declared to judge.
            continue
        has_parts = True
        if part.before:
            part = next(_at_the_start(subject, world, slot, part), part)
        if part.after and "/" not in part.after:
            world.keep_endings([*world.endings, part.after])
        for text in patience.each(_escapes(world, part)):
            arguments = slot.place(part.arguments, text)
            if did := escape_of(subject, world, world.observe(subject, arguments)):
                raise CheckFailure(
                    "path_traversal",
                    f"Given {text!r} in {slot.shown!r}, which becomes a part of a file name, the tool {did} its "
                    "workspace. Check the name that is made of all parts: resolve it, and refuse it unless it is below "
                    "the root.",
                    about=slot.shown,
                    arguments=arguments,
                )
    return has_parts


def _folders(world: PlantedWorld, access: FileAccess) -> list[Path]:
    return [world.workspace / use.base for use in access.uses]


def _part(subject: Subject, world: PlantedWorld, slot: PathSlot, base: Mapping[str, Any]) -> _Part | None:
    """Return the name in the workspace that a random text in *slot* becomes a part of, if the call stays inside."""
    traces = world.observe(subject, slot.place(base, world.token))
    if traces.escape(world) is not None or traces.outcome.timed_out:
        return None
    for path in _names(traces, world):
        inside = path.relative_to(world.workspace).as_posix()
        if world.token in inside:
            before, _, after = inside.partition(world.token)
            folder, _, start = before.rpartition("/")
            return _Part(dict(base), world.workspace / folder, start, after)
    return None


def _names(traces: Traces, world: PlantedWorld) -> Iterator[Path]:
    """Yield the names below the workspace that a call created, opened or looked up."""
    seen = traces.seen
    yield from (change.path for change in traces.inside if change.action == "created")
    names = [*seen.looked_up.value] if isinstance(seen.looked_up, Seen) else []
    if isinstance(seen.operations, Seen):
        names += [name for event in seen.operations.value if event.touches_files for name in event.paths]
    for name in names:
        path = Path(os.path.normpath(world.workspace / name.partition("\0")[0]))
        if path.is_relative_to(world.workspace):
            yield path


def _at_the_start(subject: Subject, world: PlantedWorld, slot: PathSlot, part: _Part) -> Iterator[_Part]:
    """Yield the part with a template, taken from an argument, in which nothing is before it."""
    fits = FlatSchema(subject.schema).fits
    tried = 0
    for name, node in (subject.schema.get("properties") or {}).items():
        default = node.get("default") if isinstance(node, Mapping) else None
        for template in dict.fromkeys((part.arguments.get(name), default)):
            if name == slot.name or not isinstance(template, str) or slot.name not in template:
                continue
            at, end = template.index(slot.name), template.index(slot.name) + len(slot.name)
            for left, right in _MARKS:
                base = {**part.arguments, name: template[max(at - left, 0) : end + right]}
                if tried >= _MAX_TEMPLATES or not fits(subject.schema, base):
                    continue
                tried += 1
                found = _part(subject, world, slot, base)
                if found is not None and not found.before:
                    yield found


def _escapes(world: PlantedWorld, part: _Part) -> Iterator[str]:
    """Yield texts with which the name leads to a file outside that exists, and to one that does not."""
    for stem in ("fresh", "secret"):
        path = world.sandbox.outside / world.token / stem
        up = os.path.relpath(path, part.folder)
        if part.before:
            # Resolved as a text, the folder need not exist.
            yield f"x/../{up}"
        else:
            yield up
            yield str(path)
