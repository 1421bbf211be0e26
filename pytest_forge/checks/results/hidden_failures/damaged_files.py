"""Damaged files: a store that cannot be read, and a tool that answers as if it were empty, or had no such record."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ....profile.emptiness import announces_nothing, became_nothing
from ....profile.failures import answers_a_question
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.ordinary_outcomes import in_json_types
from ...calls.read_files import called_with_content, files_read
from .cut_files import judge_cut_files
from .kept_answers import judge_kept_answers

__all__ = ["judge_damaged_files"]

_MAX_CONTROLS, _MAX_NAMES = 2, 3
#: The name of a record that no file has.
_ABSENT = "zq7kwv"
_DATABASE = b"SQLite format 3\0"
#: The first bytes of files that no reader takes without their ends: gzip, bzip2, xz and zip.
_COMPRESSED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"PK\x03\x04")
_NO_PAGES = b"\xff" * 4000


def judge_damaged_files(subject: Subject, controls: list[Outcome], report: Callable[..., None]) -> None:
    """Judge that a document or a database that cannot be read is not answered like one without data, or like before.

    Args:
        subject: The tool.
        controls: Calls that worked.
        report: Called with a finding and the claims that may excuse it.
    """
    for control in controls[:_MAX_CONTROLS]:
        before = in_json_types(control.returned)
        if not became_nothing(before, None, control.arguments):
            continue
        files = files_read(subject, control.arguments)
        judge_kept_answers(subject, control.arguments, files, report)
        judge_cut_files(subject, control.arguments, files, report)
        for path, content in files.items():
            damaged = _damaged(content)
            if damaged is None:
                continue
            outcome = called_with_content(subject, control.arguments, path, damaged)
            value = in_json_types(outcome.returned)
            if not outcome.succeeded or value == before:
                continue
            if became_nothing(before, value, outcome.arguments):
                otherwise = "with the whole file it returns data"
            elif _is_like_absent(subject, outcome, value, path, content):
                otherwise = "it returns the same for a record that the whole file does not have"
            else:
                continue
            report(
                CheckFailure(
                    "failure_as_nothing",
                    f"{path.name!r} could not be read, since its end was missing, and the tool returned {value!r}; "
                    f'{otherwise}. Raise, or return {{"error": ..., "message": ...}}.',
                    arguments=outcome.arguments,
                ),
                announces_nothing(subject.facts, failing=True),
                answers_a_question(subject.facts),
            )


def _is_like_absent(subject: Subject, damaged: Outcome, value: Any, path: Path, content: bytes) -> bool:
    """Return whether a call without the record, of the whole file, gets the answer of a call with it, of a damaged one.

    The texts of the call, which an answer may repeat, do not count.
    """
    names = [name for name, text in damaged.arguments.items() if isinstance(text, str) and text and text != path.name]
    for name in names[:_MAX_NAMES] if isinstance(value, Mapping) else ():
        call = {**damaged.arguments, name: _ABSENT}
        if not FlatSchema(subject.schema).fits(subject.schema, call):
            continue
        absent = called_with_content(subject, call, path, content)
        told = _without(in_json_types(absent.returned), _ABSENT)
        if absent.succeeded and told == _without(value, str(damaged.arguments[name])):
            return True
    return False


def _without(value: Any, text: str) -> str:
    return json.dumps(value, sort_keys=True, default=repr).lower().replace(json.dumps(text)[1:-1].lower(), "...")


def _damaged(content: bytes) -> bytes | None:
    """Return a content that no reader of its format takes; None if the format is unknown, or any content is valid."""
    if content.startswith(_DATABASE):
        return content[: len(_DATABASE)] + _NO_PAGES
    if content.startswith(_COMPRESSED):
        return content[: len(content) * 2 // 3]
    try:
        document = json.loads(content)
    except ValueError:
        return None
    # Without its last bracket alone: a tool that searches the text finds all of it.
    return content.rstrip()[:-1] if isinstance(document, dict | list) and document else None
