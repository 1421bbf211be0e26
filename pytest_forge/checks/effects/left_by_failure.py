"""Left by failure: files that a call leaves behind when it fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.observing import observe
from ..calls.odd_file_calls import odd_file_calls
from ..calls.ordinary_outcomes import has_returned

__all__ = ["judge_failing_calls"]


def judge_failing_calls(subject: Subject) -> None:
    """Judge that calls which fail on the content of a file leave no new file behind, each under another name.

    Raises:
        CheckFailure: For the first that does.
    """
    for call, what in odd_file_calls(subject):
        first = _left(subject, call)
        again = _left(subject, call) if first else set()
        for path in first | again:
            path.unlink(missing_ok=True)
        if again - first:
            name = min(again - first).name
            raise CheckFailure(
                "temporary_file_left",
                f"With {what}, every call fails and leaves another file behind ({name}). Remove it before the call "
                "ends, for example with tempfile.TemporaryDirectory.",
                arguments=call,
            )


def _left(subject: Subject, call: dict[str, Any]) -> set[Path]:
    """Return the files that a call created and did not name; none if it returned a value."""
    seen = observe(subject, call)
    if has_returned(seen.answer) or seen.answer.timed_out:
        return set()
    shown = f"{seen.answer.payload_text} {seen.answer.raised!r}"
    created = [change.path for change in seen.changes.value if change.action == "created" and change.kind == "file"]
    places = (subject.sandbox.workspace, subject.sandbox.temp)
    return {
        path
        for path in created
        if path.name not in shown
        and "__pycache__" not in path.parts
        and any(path.is_relative_to(place) for place in places)
    }
