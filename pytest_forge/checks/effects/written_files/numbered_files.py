"""Numbered files: a tool that gives each new file a free name, and runs out of names at the third.

save(title="Plan")     creates plan.md
save(title="Plan")     creates plan-2.md: what is there is kept
save(title="Plan")     replaces plan-2.md
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ....observe.observation import Observation
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.observing import observe

__all__ = ["judge_numbered_files"]

_MAX_CALLS, _MAX_FILES = 2, 6


def judge_numbered_files(subject: Subject, calls: Iterable[dict[str, Any]]) -> None:
    """Judge that equal calls go on making new files if the second one did, and left that of the first as it was.

    Args:
        subject: The tool.
        calls: Calls that work.

    Raises:
        CheckFailure: If a later call makes none, and replaces one of them.
    """
    for call in subject.patience(0.2).each(list(calls)[:_MAX_CALLS]):
        subject.renew()
        made: list[Path] = []
        for _ in range(_MAX_FILES):
            seen = observe(subject, call)
            created, changed = _files(subject, seen, "created"), _files(subject, seen, "changed")
            if not seen.answer.succeeded:
                break
            replaced = [path for path in changed if path in made]
            if len(made) > 1 and replaced and not created:
                raise CheckFailure(
                    "file_replaced",
                    f"Equal calls made {', '.join(repr(path.name) for path in made)}, and the next one replaced "
                    f"{replaced[0].name!r}. Look for a free name until there is one.",
                    arguments=call,
                )
            if len(created) != 1 or changed:
                break
            made += created


def _files(subject: Subject, seen: Observation[Outcome], action: str) -> list[Path]:
    workspace = subject.sandbox.workspace
    return [
        change.path
        for change in seen.changed_entries
        if change.kind == "file" and change.action == action and change.path.is_relative_to(workspace)
    ]
