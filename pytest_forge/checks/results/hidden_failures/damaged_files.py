"""Damaged files: a store that cannot be read, and a tool that answers as if it were empty."""

from __future__ import annotations

import json
from collections.abc import Callable

from ....profile.emptiness import announces_nothing, became_nothing
from ....profile.failures import answers_a_question
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.ordinary_outcomes import in_json_types
from ...calls.read_files import called_with_content, files_read
from .cut_files import judge_cut_files
from .kept_answers import judge_kept_answers

__all__ = ["judge_damaged_files"]

_MAX_CONTROLS = 2
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
            if outcome.succeeded and became_nothing(before, value, outcome.arguments):
                report(
                    CheckFailure(
                        "failure_as_nothing",
                        f"{path.name!r} could not be read, since its end was missing, and the tool returned {value!r}; "
                        'with the whole file it returns data. Raise, or return {"error": ..., "message": ...}.',
                        arguments=outcome.arguments,
                    ),
                    announces_nothing(subject.facts, failing=True),
                    answers_a_question(subject.facts),
                )


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
    return content[: len(content) * 2 // 3] if isinstance(document, dict | list) and document else None
