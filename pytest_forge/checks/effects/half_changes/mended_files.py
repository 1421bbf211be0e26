"""Mended files: a call that has failed on a file which it could not read works once the file is as it was.

index()    works, again and again
index()    fails on a note that is no text, and answers "busy" once the note is right: its lock was kept
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ....profile.lock_outs import counts_failures
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.worlds.fresh_world import make_fresh_for
from ...calls.worlds.own_world import own_world
from .short_locks import shorten_lock_waits
from .unreadable_files import DAMAGED

__all__ = ["judge_mended_files"]

_MAX_FILES, _CALLS = 3, 3


def judge_mended_files(subject: Subject, call: dict[str, Any]) -> None:
    """Judge that a call which works does so after it has failed on a damaged file that is put back.

    Raises:
        CheckFailure: If it does not, twice, while it works as often without the damage.
    """
    if counts_failures(subject.facts.description or ""):
        return
    for name in subject.patience().each(_files(subject, call)):
        if all(_ends(subject, call, name) == [False, False] for _ in range(2)) and _works_on(subject, call, name):
            raise CheckFailure(
                "later_call_fails",
                f"A call failed because {name!r} could not be read, and fails again now that the file is as it was. "
                "Give back locks, connections and other state whether a call works or not.",
                arguments=call,
            )


def _files(subject: Subject, call: Mapping[str, Any]) -> list[str]:
    """Return the files of the tool's own world, and those that a call names."""
    workspace = subject.sandbox.workspace
    named = [value for value in call.values() if isinstance(value, str) and _is_file(workspace, value)]
    files = [name for name, data in own_world(subject).files.items() if data]
    return list(dict.fromkeys([*named, *files]))[:_MAX_FILES]


def _is_file(workspace: Path, name: str) -> bool:
    try:
        return bool(name) and (workspace / name).is_file()
    except (OSError, ValueError):
        return False


def _works_on(subject: Subject, call: dict[str, Any], name: str) -> bool:
    return _ends(subject, call, name, is_damaged=False) == [True, True]


def _ends(subject: Subject, call: dict[str, Any], name: str, *, is_damaged: bool = True) -> list[bool]:
    """Return whether a call works on a file that is damaged, and then with the file as it was."""

    def made() -> list[bool]:
        make_fresh_for(subject, [call])
        shorten_lock_waits(subject)
        path = subject.sandbox.workspace / name
        if not path.is_file():
            return []
        kept, ends = path.read_bytes(), []
        for data in (DAMAGED if is_damaged else kept, kept):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            with fake_sleep():
                ends.append(subject.call(call).succeeded)
        return ends

    return in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left) or []
