"""Long lines: a tool that limits the number of lines it returns, and not their length."""

from __future__ import annotations

import json
from pathlib import Path

from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.read_files import called_with_content, files_read

__all__ = ["judge_long_lines"]

_MAX_CALLS = 2
_LONGEST = 1 << 20
#: Much more than a result may have, in lines of an ordinary length, and in one line.
_COUNT, _LENGTH = 40_000, 1_500_000


def judge_long_lines(subject: Subject, worked: list[Outcome]) -> None:
    """Judge that a result which is small for a file of many lines is small for one of a long line, too.

    Raises:
        CheckFailure: If it is not.
    """
    for control in worked[:_MAX_CALLS]:
        for path, content in files_read(subject, control.arguments).items():
            lines = content.splitlines(keepends=True)
            if len(lines) < 2 or b"\0" in content or _is_document(content):  # a text of lines
                continue
            many = lines * (_COUNT // len(lines))
            longer = lines[-1].rstrip(b"\r\n") + b" " + b"a" * _LENGTH + b"\n"
            if _size(subject, control, path, b"".join(many)) > _LONGEST:
                # It reads the file as a whole, which is judged as a read.
                continue
            size = _size(subject, control, path, b"".join([*lines, longer]))
            if size > _LONGEST:
                raise CheckFailure(
                    "result_too_large",
                    f"A file of {len(many)} lines gives a small result, but {path.name!r} with one long line gives "
                    f"{size} bytes, more than {_LONGEST}. Limit the length of a line as well.",
                    arguments=control.arguments,
                )


def _size(subject: Subject, control: Outcome, path: Path, content: bytes) -> int:
    outcome = called_with_content(subject, control.arguments, path, content)
    return len(json.dumps(outcome.value, default=str)) if outcome.succeeded else 0


def _is_document(content: bytes) -> bool:
    try:
        json.loads(content)
    except ValueError:
        return False
    return True
