"""Other worlds: the files of a tool's own world with other ones of the texts with which its code compares their values.

jobs/7.json   {"state": "done"}   ->   {"state": "queued"}, {"state": "failed"}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ....strategies.other_choices import contents_with_choices
from ....strategies.own_shape import own_choices
from ....targets.subject import Subject
from .own_world import own_world

__all__ = ["other_worlds"]


def other_worlds(subject: Subject, call: Mapping[str, Any]) -> Iterator[dict[str, bytes]]:
    """Yield the files that differ from those of the tool's own world, by their path from the workspace.

    Args:
        subject: The tool; that of a server has no code to read.
        call: The call that is to find something in them.
    """
    files = {} if subject.is_served else own_world(subject).files
    choices = own_choices(subject.tool) if files else {}
    for name, data in files.items() if choices else ():
        if data is not None:
            changed = contents_with_choices(Path(name).suffix.lower(), data, choices, call)
            yield from ({name: content} for content in changed)
