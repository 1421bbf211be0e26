r"""Joined lines: a new line that is written onto the last one of a file, if this has no line end.

a.example\nb.example         an editor left the last line without its end
a.example\nb.examplec.example    after the tool has added c.example: two entries are damaged
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ....oracles.file_tree import contents_below
from ....profile.side_files import is_written_aside
from ....profile.told_lines import is_edited_by_hand, told_line
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from ...calls.worlds.fresh_world import make_fresh
from .headers import may_write

__all__ = ["judge_joined_lines"]

_MAX_CALLS, _MAX_FIRST = 8, 2
_MAX_BYTES, _MAX_FILES = 1 << 16, 50
#: Time limit, in calls, of the calls on one state.
_CALLS = 8


def judge_joined_lines(subject: Subject) -> None:
    """Judge a tool that is said to keep each entry on one line, by a file whose last line has no end.

    The file is one that people change, as the description says.

    Raises:
        CheckFailure: If an entry is written onto the last line.
    """
    description = subject.facts.description or ""
    said = told_line(description) if may_write(subject) else ""
    if not said or not is_edited_by_hand(description):
        return
    try:
        calls = plausible_calls(subject, limit=_MAX_CALLS)
    except NoCallFits:
        return
    for first in subject.patience().each(calls[:_MAX_FIRST]):
        others = [call for call in calls if call != first]
        found = _joined(subject, first, others)
        if found and _joined(subject, first, others) == found:
            name, line, number = found
            raise CheckFailure(
                "line_joined",
                f'The description says "{said}", but a line that was added to {name!r} stands on the line before it, '
                f"which had no line end: {line!r}. Look whether the file ends with one, and write it first if not.",
                arguments=others[number],
                before=before_json([(subject.facts.name, first)]),
            )


def _joined(subject: Subject, first: dict[str, Any], others: list[dict[str, Any]]) -> list[Any]:
    """Return the file, the line that is two, and the number of the call that made it; empty without one."""

    def made() -> list[Any]:
        return _joined_behind(subject, others, _texts(subject)) if _works(subject, first) else []

    if subject.is_served:
        subject.renew()
        plausible_calls(subject, limit=1)
        return made()

    def made_afresh() -> list[Any]:
        make_fresh([subject])
        return made()

    found: list[Any] = in_a_copy(made_afresh, limit_s=_CALLS * subject.call_s, tell=subject.has_left) or []
    os.chdir(subject.sandbox.workspace)
    return found


def _joined_behind(subject: Subject, others: list[dict[str, Any]], texts: Mapping[Path, str]) -> list[Any]:
    """Take the last line end off the files, and make calls until one of these grows."""
    for path, text in texts.items():
        path.write_text(text[:-1], encoding="utf-8", newline="")
    for number, call in enumerate(others[: _CALLS - 2]):
        if not _works(subject, call):
            continue
        now = _texts(subject, with_end=False)
        grown = [path for path, text in texts.items() if now.get(path, text[:-1]) != text[:-1]]
        for path in grown:
            cut = texts[path][:-1]
            if now[path].startswith(cut) and now[path][len(cut)] not in "\r\n":
                line = now[path].splitlines()[len(cut.splitlines()) - 1]
                return [path.relative_to(subject.sandbox.workspace).as_posix(), line, number]
        if grown:
            return []
    return []


def _texts(subject: Subject, *, with_end: bool = True) -> dict[Path, str]:
    """Return the files of the workspace that have lines of text."""
    found: dict[Path, str] = {}
    for path, content in contents_below(subject.sandbox.workspace, max_bytes=_MAX_BYTES, most=_MAX_FILES).items():
        try:
            text = content.decode()
        except UnicodeDecodeError:
            continue
        is_ended = text.endswith("\n") and not text.endswith("\r\n") and bool(text.strip())
        if is_ended and not is_written_aside(path) and not _is_document(text) if with_end else text:
            found[path] = text
    return found


def _is_document(text: str) -> bool:
    if text.lstrip().startswith("<"):
        return True
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False


def _works(subject: Subject, call: dict[str, Any]) -> bool:
    with fake_sleep():
        return subject.call(dict(call)).succeeded
