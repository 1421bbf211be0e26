"""Confinement: a server stays in the folder that its command names, judged by the file system and its answers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from os import mkfifo
from typing import Any

from ...profile.roles import Role
from ...strategies.escape_paths import EscapePath, escape_paths
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, CouldNotRun, NotApplicable
from ..calls.asking import own_server, shown
from ..calls.path_slots import PathSlot, path_slots
from ..calls.reading import WatchedCalls
from ..calls.set_up import set_up_calls
from ..calls.working import working_replies
from ..calls.world import SECRET_FILE, SECRET_FOLDER, World, rooted
from ..check import served

_PIPE = "queue.txt"


@served("paths_stay_inside")
def paths_stay_inside(subject: Subject) -> None:
    """No path in an argument leads out of the folder that the server's command names.

    The check plants files outside, sends every text argument ordinary paths to them, and those named like paths all
    other escapes. It fails if the server reads, lists, creates, changes or deletes one; on Linux, reads that the answer
    does not show count, too.
    """
    slots = _texts(subject)
    rooted(subject)
    calls = set_up_calls(subject)
    world = World(subject)
    control = _control(subject, slots, calls)
    sandbox = subject.sandbox
    places = {"workspace": sandbox.workspace, "outside": sandbox.outside, "sibling": sandbox.sibling}
    ways = [
        (slot, way)
        for slot in slots
        for number, leaf in enumerate(_leaves(slot, world))
        for way in escape_paths(leaf, folder="data", **places)
        if way.is_plain or number == 0
        if _is_named_for_paths(slot) or (way.is_plain and number == 0)
    ]
    with world.watched() as watched:
        for slot, way in subject.patience().each(ways):
            _judge(world, watched, control, slot, way, code="path_traversal")
    _raise_unless_named(slots)


@served("links_stay_inside")
def links_stay_inside(subject: Subject) -> None:
    """No symbolic link in the workspace leads the server out of it.

    The check plants links to files and folders outside, sends their names, and fails if the server reads, lists,
    creates, changes or deletes something outside.
    """
    slots = _texts(subject)
    rooted(subject)
    calls = set_up_calls(subject)
    world = World(subject)
    control = _control(subject, slots, calls)
    sandbox = subject.sandbox
    links = {
        "linked.txt": sandbox.outside / SECRET_FILE,
        "linked-folder": sandbox.outside,
        "linked-private": sandbox.outside / SECRET_FOLDER,
        "dangling.txt": sandbox.outside / f"new-{world.token}.txt",
    }
    inside = ["linked.txt", "linked-folder/secret.txt", "linked-private", "linked-folder", "dangling.txt"]
    with world.watched() as watched:
        patience = subject.patience()
        plain = [
            (slot, leaf)
            for slot in slots
            for number, leaf in enumerate(_leaves(slot, world))
            if number == 0 or _is_named_for_paths(slot)
        ]
        for slot, leaf in patience.each(plain):
            arguments = slot.place(control.arguments, str(sandbox.outside / leaf))
            if world.escape(arguments, calls=watched, control=control.arguments)[0]:
                raise NotApplicable("An ordinary path already leads out of the workspace; see paths_stay_inside.")
        for name, target in links.items():
            (sandbox.workspace / name).symlink_to(target)
        texts = [text for name in inside for text in (name, str(sandbox.workspace / name))]
        linked = [(slot, text) for slot in slots for text in (texts if _is_named_for_paths(slot) else texts[:2])]
        for slot, text in patience.each(linked):
            way = EscapePath(text, "behind a link that leads outside")
            _judge(world, watched, control, slot, way, code="symlink_followed")
    _raise_unless_named(slots)


@served("special_files_do_not_block")
def special_files_do_not_block(subject: Subject) -> None:
    """A named pipe in the workspace does not hang a call.

    The check plants a named pipe, names it in every argument for a file, and fails if the server does not answer in
    time.
    """
    own_server(subject)
    slots = [slot for slot in path_slots(subject.schema) if slot.role is Role.FILE_PATH]
    if not slots:
        raise NotApplicable("No argument of the tool names a file.")
    control = working_replies(subject, set_up_calls(subject), most=1)[0]
    pipe = subject.sandbox.workspace / _PIPE
    if not pipe.exists():
        mkfifo(pipe)
    for slot, text in subject.patience().each(itertools.product(slots, (_PIPE, str(pipe)))):
        reply = subject.call(slot.place(control.arguments, text))
        if reply.answer is None:
            raise CheckFailure(
                "blocked_by_special_file",
                f"Given a named pipe in {slot.shown!r}, the server did not answer within {subject.call_s:g} s. "
                "Open regular files only.",
                about=slot.shown,
                arguments=reply.arguments,
            )


def _texts(subject: Subject) -> list[PathSlot]:
    """Return the arguments that take text, those with names for paths first."""
    found = path_slots(subject.schema)
    if not found:
        raise NotApplicable("No argument of the tool takes text, so none can name a file.")
    return sorted(found, key=lambda slot: not _is_named_for_paths(slot))


def _is_named_for_paths(slot: PathSlot) -> bool:
    return slot.is_path or slot.may_be_path


def _control(subject: Subject, slots: list[PathSlot], calls: list[dict[str, Any]]) -> Outcome:
    """Return a call that works; without one, a tool without arguments for paths is not applicable."""
    try:
        return working_replies(subject, calls, most=1)[0]
    except CouldNotRun:
        _raise_unless_named(slots)
        raise


def _raise_unless_named(slots: list[PathSlot]) -> None:
    if not any(_is_named_for_paths(slot) for slot in slots):
        raise NotApplicable("None of the tool's arguments leads to a file.")


def _leaves(slot: PathSlot, world: World) -> Iterator[str]:
    files = [SECRET_FILE, f"new-{world.token}.txt"]
    if slot.is_new:
        files.reverse()
    # A description such as "relative to the notes folder" may also belong to a file.
    yield from (SECRET_FOLDER, *files) if slot.role is Role.DIRECTORY else (*files, SECRET_FOLDER)


def _judge(
    world: World, watched: WatchedCalls, control: Outcome, slot: PathSlot, way: EscapePath, *, code: str
) -> None:
    world.tidy(control.arguments)
    arguments: dict[str, Any] = slot.place(control.arguments, way.text)
    did, _ = world.escape(arguments, calls=watched, control=control.arguments)
    if did:
        raise CheckFailure(
            code,
            f"Given {shown(way.text)} in {slot.shown!r}, {way.way}, the tool {did}. "
            "Resolve the path, including links, and refuse it before use unless it is below the root.",
            about=slot.shown,
            arguments=arguments,
        )
