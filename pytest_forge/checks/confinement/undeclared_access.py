"""Undeclared access: a tool without a workspace root whose arguments choose a file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ...observe.planted_world import PlantedWorld
from ...observe.traces import Traces
from ...profile.root_folders import takes_root
from ...strategies.calls.examples import candidate_arguments
from ...targets.subject import Subject
from ...verdict import CheckFailure, CouldNotRun, NotApplicable
from ..calls.answered import raise_unless_answered
from ..calls.fake_sleep import fake_sleep
from ..calls.path_slots import PathSlot, path_slots
from ..calls.worlds.own_world import own_world
from ..check import check
from .file_access import is_given_root, likely_endings, set_up_world
from .slot_use import ValueKind, seen_use, use_of

__all__ = ["root_is_declared"]

#: Share of a check's time for its calls.
_SHARE = 0.7
_MAX_BASES = 2
_MAX_ENDINGS = 4


@check(
    family="confinement",
    level="MUST",
    source="Authoring Forge Tools: Checklist, workspace_root_aware=True set if the impl touches the filesystem",
    codes={
        "undeclared_root": "An argument leads to files, but the tool does not declare a workspace root.",
        "path_as_given": "An argument is opened as it is given, wherever it leads.",
    },
    advice=("path_as_given",),
    unseen="A server gets its root from its command, not from the harness.",
)
def root_is_declared(subject: Subject) -> None:
    """A tool whose arguments choose a file declares the workspace root.

    Without a root nothing confines the tool: it works in the current directory, or anywhere. The check puts names of
    planted files into every text argument. It fails if the tool uses one of those files: outside every root, or, for a
    tool that could have declared a root, below the working directory. A plain function or a tool of another framework
    cannot declare a root, so only what it reaches outside counts; it is a SHOULD if the argument is a path that the
    tool opens as it is given, and a MUST if the tool has a folder of its own for the names and is led out of it.

    Not judged: the argument of a function that is the root itself, by its name; a tool's own data, logs, caches and
    temporary files; names that it maps to its own files and that cannot leave their folder; a test of whether a file
    exists; files that only native code opens and whose content is not returned.
    """
    if is_given_root(subject):
        raise NotApplicable("The tool declares the workspace root.")
    slots = path_slots(subject.schema)
    if not slots:
        raise NotApplicable("No argument of the tool takes text, so none can name a file.")
    # A tool that could have declared a root is judged by the declaration.
    may_declare = subject.facts.kind in ("forge", "legacy")
    roots = (
        {} if may_declare else {slot.shown: takes_root(subject.facts, slot.shown) for slot in slots if not slot.is_list}
    )
    slots = [slot for slot in slots if not roots.get(slot.shown)]
    _judge_slots(subject, slots)
    for claim in filter(None, roots.values()):
        raise claim.not_judged()


def _judge_slots(subject: Subject, slots: list[PathSlot]) -> None:
    if not slots:
        return
    world = set_up_world(subject)
    world.keep_endings(likely_endings(subject)[:_MAX_ENDINGS])
    world.during = fake_sleep
    known = [] if subject.is_served else own_world(subject).calls
    bases = [*known, *candidate_arguments(dict(subject.schema))][:_MAX_BASES] or [{}]
    entered = has_worked = False
    patience = subject.patience(_SHARE)
    for slot in slots:
        for base in bases:
            own = set[Path]()
            worked = as_given = False
            for text in patience.each(_values(slot, world)):
                arguments = slot.place(base, text)
                traces = world.observe(subject, arguments)
                entered |= traces.outcome.ran
                worked |= traces.outcome.succeeded
                own |= _folders_of(world.token, traces) if text in _bare_names(world) else set()
                as_given |= _opens_as_given(text, traces)
                _judge(subject, slot, text, traces, world, own, as_given=as_given)
                if traces.outcome.timed_out:
                    subject.has_left(1, is_hung=True)
            has_worked |= worked
            if worked:
                break
    if entered:
        if not has_worked:
            raise_unless_answered(subject)
        return
    if any(world.observe(subject, base).outcome.ran for base in bases):
        raise NotApplicable("Every text argument refuses values that could name a file.")
    raise CouldNotRun("No call passed validation, so the files that the tool opens are unknown.")


def _values(slot: PathSlot, world: PlantedWorld) -> Iterator[str]:
    outside = world.sandbox.outside / world.token
    yield from _bare_names(world)
    for ending in world.endings[: None if slot.is_path else 1]:
        yield f"sample{ending}"
        yield f"{outside}/secret{ending}"
    yield f"../outside/{world.token}/secret{world.endings[0]}"
    yield f"../outside/{world.token}/secret"
    yield f"../outside/{world.token}/fresh{world.endings[0]}"
    yield "sample"
    yield f"{outside}/secret"
    if slot.is_path:
        yield "folder"
        yield f"{outside}/folder"
        yield f"{outside}/fresh{world.endings[0]}"
        yield f"~/{world.token}/secret{world.endings[0]}"
        yield f"{outside}/*"


def _bare_names(world: PlantedWorld) -> list[str]:
    """Return names without a folder, as they are and with endings: they show where the tool keeps its own files."""
    return [world.token, *(f"{world.token}{ending}" for ending in world.endings)]


def _opens_as_given(text: str, traces: Traces) -> bool:
    """Return whether the call used the relative path *text* as a program uses an argument of its command line."""
    named = traces.seen.workspace / text
    used = (*traces.read_inside, *traces.missing, *(change.path for change in traces.inside))
    return not text.startswith(("/", "~", "..")) and any(Path(os.path.normpath(path)) == named for path in used)


def _judge(
    subject: Subject,
    slot: PathSlot,
    text: str,
    traces: Traces,
    world: PlantedWorld,
    own: set[Path],
    *,
    as_given: bool,
) -> None:
    did = traces.escape(world)
    named = _folders_of(world.token, traces)
    if did is not None and named and all(folder_holds(own, place) for place in named):
        # The files that it names lie where the tool keeps its own, as with a bare name.
        did = None
    if did is None and any(not folder_holds(own, place) for place in _folders_of(world.token, traces, component=True)):
        did = "tried to open a name outside"
    if did is not None:
        did = did.removesuffix(" outside") + " that its argument chose"
    elif subject.facts.kind in ("forge", "legacy"):
        kind: ValueKind = "folder" if text == "folder" else "stem" if text == "sample" else "file"
        used = (
            None
            if text.startswith(("/", "~", "..")) or text in _bare_names(world)
            else seen_use(use_of(slot, kind, text), traces, world)
        )
        if used is None:
            return
        did = f"{used.effect.removesuffix('s')}s the file it names below the working directory"
    else:
        return
    remedy = (
        "Resolve the path, and keep it below a folder that the tool itself chooses."
        if subject.facts.kind in ("function", "executor", "interop")
        else "Declare workspace_root_aware=True and stay below the root."
    )
    # Other frameworks have no roots to declare.
    although = "" if subject.facts.framework else ", although it does not declare a workspace root"
    code = "undeclared_root"
    if as_given and subject.facts.kind in ("function", "executor", "interop"):
        code, although = "path_as_given", ": it opens any path as it is given"
    raise CheckFailure(
        code,
        f"Given {text!r} in {slot.shown!r}, the tool {did}{although}. {remedy}",
        about=slot.shown,
        arguments=traces.outcome.arguments,
    )


def _folders_of(token: str, traces: Traces, *, component: bool = False) -> set[Path]:
    """Return the folders in which the call opened, listed or changed names that contain *token*.

    Args:
        token: The random name.
        traces: The call.
        component: Whether the token must be a whole path component; a tool that turns slashes into underscores has
            not left its folder.
    """
    found = set()
    for event in traces.seen.operations.value:
        if not any(token in name for name in event.paths):
            continue
        # os.open alone may come from a tool that verifies the opened descriptor.
        if not event.touches_files or (event.event == "open" and event.mode is None and event.action == "read"):
            continue
        for name in event.paths:
            path = Path(os.path.normpath(traces.seen.workspace / name))
            if token in path.parts:
                found.add(Path(*path.parts[: path.parts.index(token)]))
            elif not component and token in path.name:
                found.add(path.parent)
    return found


def folder_holds(folders: set[Path], path: Path) -> bool:
    """Return whether *path* is one of *folders* or below one."""
    return any(path.is_relative_to(folder) for folder in folders)
