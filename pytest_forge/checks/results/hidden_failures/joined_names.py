"""Joined names: files to which one call gives the same new name, so that one takes the place of another.

tidy("inbox")     "Plan one.txt", "Bill two.txt"     "plan-one.txt", "bill-two.txt"
tidy("inbox")     "Plan one.txt", "plan_one.txt"     "plan-one.txt", and what was in the first file is lost
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from ....oracles.file_tree import contents_below
from ....profile.overwriting import tells_of_one_left
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.worlds.fresh_world import make_fresh

__all__ = ["judge_joined_names"]

_MAX_BYTES, _MAX_FILES, _MAX_FOLDERS, _MAX_CALLS = 1 << 20, 200, 8, 2
_DAY_S = 86_400
#: When the first file was changed: some day in the past.
_CHANGED = 1_700_000_000
_LONG = "Qx " + "long name " * 15


class _Files(Struct, frozen=True):
    """New files: what they have in common, their names without the ending, and the days between their changes."""

    what: str
    names: tuple[str, ...]
    days_apart: int = 40


_APART = _Files("", ("Qx Alpha one", "Qy Beta Two", "Qz Gamma_three"))
_ALIKE = (
    _Files("names of the same letters", ("Qx Alpha one", "qx_alpha_one", "QX-ALPHA-ONE", "qx  alpha one")),
    _Files("one name in different folders", ("qx-east/Qx Alpha one", "qx-west/Qx Alpha one")),
    _Files("names with the same beginning", (f"{_LONG}one", f"{_LONG}two")),
    _Files("a change at the same time", _APART.names, 0),
)


def judge_joined_names(subject: Subject, controls: Sequence[Outcome]) -> None:
    """Judge that a call which gives files other names keeps the content of each, whatever their names are.

    Args:
        subject: A function that may write.
        controls: Calls that work.

    Raises:
        CheckFailure: If a call that keeps files of different names loses one of those with names that are alike, twice.
    """
    if tells_of_one_left(subject.facts.description or ""):
        return
    for control in controls[:_MAX_CALLS]:
        call = control.arguments
        if not _moves(_left(subject, call, _APART), _APART):
            continue
        in_folders = _Files("", tuple(f"qx-{name[:2]}/{name}" for name in _APART.names))
        for files in _ALIKE:
            if "/" in files.names[0] and not _moves(_left(subject, call, in_folders), in_folders):
                continue
            if all(_loses(_left(subject, call, files)) for _ in range(2)):
                raise CheckFailure(
                    "file_lost",
                    f"Of files with {files.what}, the call gave several one new name, and the content of one was lost. "
                    "Look whether a name is taken, also by a file of the same call.",
                    arguments=call,
                )
        return


def _moves(left: Mapping[str, bool] | None, files: _Files) -> bool:
    """Tell whether all files are left, and those of two names at least have moved."""
    return left is not None and not _loses(left) and sum(left.values()) >= min(2, len(files.names))


def _loses(left: Mapping[str, bool] | None) -> bool:
    return left is not None and "" in left


def _left(subject: Subject, call: Mapping[str, Any], files: _Files) -> dict[str, bool] | None:
    """Return the marks of new files that are left behind a call, each with whether its file has moved.

    Returns:
        "" stands for a mark that is lost; None if the call fails.
    """

    def made() -> dict[str, bool] | None:
        make_fresh([subject])
        workspace = subject.sandbox.workspace
        planted = dict(_planted(workspace, files))
        with fake_sleep():
            outcome = subject.call(dict(call))
        if not outcome.succeeded:
            return None
        after = contents_below(workspace, max_bytes=_MAX_BYTES, most=_MAX_FILES)
        found = {mark: [at for at, content in after.items() if mark.encode() in content] for mark in planted}
        return {mark if found[mark] else "": path not in found[mark] for mark, path in planted.items()}

    left: dict[str, bool] | None = in_a_copy(made, limit_s=2 * subject.call_s, tell=subject.has_left)
    os.chdir(subject.sandbox.workspace)
    return left


def _planted(workspace: Path, files: _Files) -> Iterator[tuple[str, Path]]:
    """Yield the mark in each new file with its path, in the workspace and the folders in it, beside what is there."""
    known = contents_below(workspace, max_bytes=_MAX_BYTES, most=_MAX_FILES)
    beside = {path.parent: (path.suffix, content) for path, content in known.items()}
    folders = [workspace, *(path for path in workspace.rglob("*") if path.is_dir() and ".git" not in path.parts)]
    number = 0
    for folder in folders[:_MAX_FOLDERS]:
        ending, content = beside.get(folder, (".txt", b"Notes.\n"))
        for name in files.names:
            path, mark = folder / f"{name}{ending}", f"qx-mark-{number:04}-"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content + f"\n{mark}\n".encode())
            changed = _CHANGED + number * files.days_apart * _DAY_S
            os.utime(path, (changed, changed))
            yield mark, path
            number += 1
