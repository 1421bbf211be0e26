"""Stale files: an answer that tells what the files of the workspace held before they were changed."""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ....oracles.audit import AuditLog
from ....regex import regex
from ....strategies.mined_constants import mined_constants
from ....targets.subject import Subject
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.only_computes import stays_in_memory
from ...calls.ordinary_outcomes import in_json_types
from ...calls.worlds.own_world import own_world, plant_world

__all__ = ["TOLD_FILES", "call_with_stale_files", "is_kept_for_files", "telling_files"]

_MAX_CALLS, _TIMES = 2, 4
_MAX_BYTES = 1 << 16
_NUMBER = regex(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
#: The value of a setting, or the last column of a row.
_LAST_WORD = regex(r"(?m)(?<=[=:,\t ])[a-zA-Z]+$")
#: A word at the end of a line, with a mark after it or not.
_END = regex(r"(?m)(?<=[=:,\t ])[a-zA-Z]+[.!?]?$")
_WORDS = ("oak", "elm")
#: Words at the ends of lines with what encodings, cases and the trimming of spaces change.
_TELLING = "É  ".encode().decode("latin-1")
TOLD_FILES = "É and spaces at the ends of lines"
#: Seconds by which files are younger after a change, and after which an answer may no longer be kept.
_YOUNGER_S, _LATER_S = 60.0, 86_400
#: The same for a change within one second, and names in code that compares times of change.
_SOON_S, _TIMES_OF_CHANGE = 0.25, frozenset(("st_mtime", "getmtime"))
#: Time limit, in calls, of the calls in one copy.
_CALLS = 4

_World = Mapping[str, bytes]
#: A call, and what the files hold when it is made.
_Step = tuple[dict[str, Any], _World]


def call_with_stale_files(subject: Subject, calls: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return a call that is answered as before although the files of its folder have changed; None if none was found.

    In a folder that no call has seen, the call is made with the files as they are and with changed ones: their numbers
    (all of them, or those beside the call's values) or the last words of their lines are others, or their objects of
    JSON have the call's texts as keys. If the answers differ, those before and after the change must differ too. The
    files are also younger after it, and a day passes before a last call, so that an answer that is kept for a while, or
    until a file changes, is not stale. Where the code looks at times of change, the files are then changed within one
    second.

    Args:
        subject: A function that finds its folder by an argument, is given its root, or works in the current one.
        calls: Ordinary calls.
    """
    if stays_in_memory(subject):
        return None
    asks_for_times = not _TIMES_OF_CHANGE.isdisjoint(mined_constants(subject.tool).names)
    for call in calls[:_MAX_CALLS]:
        plant_world(subject, [call])
        worlds = list(_worlds(subject.sandbox.workspace, call))
        known: list[tuple[_World, list[str] | None]] = []
        if not _answer(subject, call, worlds[0][0], known):
            continue
        for first, second in worlds:
            one, other = (_answer(subject, call, world, known) for world in (first, second))
            if not one or not other or one == other:
                continue
            for younger_s in (_YOUNGER_S, _SOON_S) if asks_for_times else (_YOUNGER_S,):
                # An accident does not repeat.
                if all(_is_stale(subject, call, first, second, younger_s) for _ in range(_TIMES)):
                    return call
    return None


def is_kept_for_files(subject: Subject, before: dict[str, Any], call: dict[str, Any]) -> bool:
    """Return whether *call* gets another answer after *before*, but gets its own once the files have changed.

    An entry that a tool keeps on purpose, or a setting that it remembers, stays whatever the files hold. What ends with
    their content is a cache of it.

    Args:
        subject: The tool, as for `call_with_stale_files`.
        before: The earlier call.
        call: The later call.
    """
    plant_world(subject, [before, call])

    def last(*steps: _Step) -> str:
        told = _answers(subject, steps, _YOUNGER_S)
        return told[-1] if told else ""

    for first, second in list(_worlds(subject.sandbox.workspace, call))[:2]:
        own, other, theirs = last((call, first)), last((call, second)), last((before, second))
        foreign, later = last((before, first), (call, first)), last((before, first), (call, second))
        if "" not in (own, other, theirs, foreign, later) and own != foreign and later == other != theirs:
            return True
    return False


@contextmanager
def telling_files(workspace: Path) -> Iterator[None]:
    """Inside the block, lines of files that end with a word end with letters beyond ASCII and spaces as well.

    What encoding a file has, or whether a text is trimmed, makes no difference to ordinary files.
    """
    ordinary = _contents(workspace)
    try:
        for name, content in ordinary.items():
            changed = _END.sub(lambda found: f"{found[0]}{_TELLING}", content.decode("latin-1"))
            (workspace / name).write_bytes(changed.encode("latin-1"))
        yield
    finally:
        for name, content in ordinary.items():
            (workspace / name).write_bytes(content)


def _answer(
    subject: Subject, call: dict[str, Any], world: _World, known: list[tuple[_World, list[str] | None]]
) -> list[str] | None:
    """Return the answer for the files of a world, from *known* if it was asked for before."""
    for other, answer in known:
        if other == world:
            return answer
    known.append((world, _answers(subject, [(call, world)], _YOUNGER_S)))
    return known[-1][1]


def _is_stale(subject: Subject, call: dict[str, Any], first: _World, second: _World, younger_s: float) -> bool:
    """Tell whether the answer stays although the files are others, and is another one for each in a new process."""
    told = _answers(subject, [(call, world) for world in (first, second, second)], younger_s)
    if not told or len(set(told)) > 1:
        return False
    one, other = (_answers(subject, [(call, world)], younger_s) for world in (first, second))
    return one != other and other is not None and one == told[:1]


def _worlds(workspace: Path, call: Mapping[str, Any]) -> Iterator[tuple[_World, _World]]:
    """Yield pairs of contents of the files in a folder."""
    contents = _contents(workspace)
    for pattern, change in ((_NUMBER, _raised), (_LAST_WORD, _longer)):
        yield contents, {name: pattern.sub(change, content.decode("latin-1")).encode("latin-1")
                         for name, content in contents.items()}  # fmt: skip
    keys = [given for given in call.values() if isinstance(given, str)]
    kept = [str(given) for given in call.values() if given and type(given) in (str, int)]
    yield contents, {name: _raised_beside(kept, content) for name, content in contents.items()}
    one, other = (
        {name: changed for name, content in contents.items() if (changed := _with_keys(content, keys, word))}
        for word in _WORDS
    )
    if one:
        yield one, other


def _contents(workspace: Path) -> _World:
    files = [path for path in workspace.rglob("*") if path.is_file() and path.stat().st_size <= _MAX_BYTES]
    return {path.relative_to(workspace).as_posix(): path.read_bytes() for path in files}


def _longer(found: re.Match[str]) -> str:
    return f"{found[0]}x"


def _raised(found: re.Match[str]) -> str:
    return f"{found[0][:-1]}{(int(found[0][-1]) + 1) % 10}"


def _raised_beside(kept: Sequence[str], content: bytes) -> bytes:
    """Return a content with other numbers, except for those in the values of a call, by which it finds its record."""
    whole = "|".join(re.escape(one) for one in sorted(kept, key=len, reverse=True))
    form = re.compile(rf"(?<!\w)(?:{whole})(?!\w)|({_NUMBER.pattern})" if kept else f"({_NUMBER.pattern})")
    changed = form.sub(lambda found: _raised(found) if found[1] else found[0], content.decode("latin-1"))
    return changed.encode("latin-1")


def _with_keys(content: bytes, keys: list[str], word: str) -> bytes:
    try:
        value = json.loads(content)
    except ValueError:
        return b""
    return json.dumps({**value, **dict.fromkeys(keys, word)}).encode() if isinstance(value, dict) else b""


def _answers(subject: Subject, steps: Sequence[_Step], younger_s: float) -> list[str] | None:
    """Return the answers in a new folder, one for each step; None if a call fails, or the first opens nothing."""
    work = partial(_answers_here, subject, steps, younger_s)
    made: list[str] | None = in_a_copy(work, limit_s=_CALLS * subject.call_s, tell=subject.has_left)
    return made


def _answers_here(subject: Subject, steps: Sequence[_Step], younger_s: float) -> list[str] | None:
    workspace = subject.sandbox.workspace
    told: list[str] = []
    with tempfile.TemporaryDirectory(dir=subject.sandbox.temp) as place:
        folder = Path(place, workspace.name)
        shutil.copytree(workspace, folder, symlinks=True)
        os.chdir(folder)
        os.environ.update(dict.fromkeys(own_world(subject).variables, str(folder)))
        roots = (".", "./", str(workspace))
        is_aware = subject.facts.workspace_root_aware
        began = math.floor(time.time())
        for number, (call, world) in enumerate(steps):
            here = {name: str(folder) if given in roots else given for name, given in call.items()}
            for name, content in world.items() if not number or world is not steps[number - 1][1] else ():
                (folder / name).write_bytes(content)
                os.utime(folder / name, (began + number * younger_s,) * 2)
            with fake_sleep(), _later(_LATER_S if number > 1 else 0), AuditLog() as log:
                outcome = subject.call(here, workspace_root=folder) if is_aware else subject.call(here)
            if outcome.timed_out or not outcome.succeeded or not (number or log.events):
                return None
            told.append(json.dumps(in_json_types(outcome.returned), default=repr))
    return told


def _later(seconds: int) -> AbstractContextManager[Any]:
    clock, steady = time.time, time.monotonic
    return patch.multiple(time, time=lambda: clock() + seconds, monotonic=lambda: steady() + seconds)
