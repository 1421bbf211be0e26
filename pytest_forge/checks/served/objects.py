"""Objects for a server: data in an argument, or in a file that it names, calls no function when it is loaded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice

from ...profile.roles import PATH_ROLES
from ...strategies.payloads.objects import object_files, object_texts
from ...targets.subject import Subject
from ..calls.answered import needs_answer
from ..calls.asking import own_server, tried
from ..check import served
from ..injection.injection_point import Attempt, InjectionPoint, mark_of
from .injection import text_points

__all__ = ["loaded_data_runs_nothing"]

#: Pickled data in three encodings, YAML twice and JSON; whether data is unmarshalled is not observable.
_TEXTS = 6


@served("loaded_data_runs_nothing")
@needs_answer
def loaded_data_runs_nothing(subject: Subject) -> None:
    """Loading an argument, or a file that it names, calls no function chosen by the data.

    The check sends data that creates a folder if it is loaded carelessly, as text and in workspace files, and looks for
    the folder.

    Not judged: marshalled data.
    """
    own_server(subject)
    for attempt, file in subject.patience().each(_attempts(subject, text_points(subject))):
        tried(subject, attempt.arguments)
        if _is_made(subject, attempt.mark):
            what = f"the file {file!r}" if file else "data that asks for it"
            raise attempt.finding(
                "unsafe_deserialization",
                f"Given {what} in {attempt.point.slot.shown!r}, the tool called a function that the data named. "
                "Load JSON, or YAML with safe_load; use pickle, shelve and marshal for your own data only.",
            )


def _attempts(subject: Subject, found: list[InjectionPoint]) -> Iterator[tuple[Attempt, str]]:
    """Yield data that creates a folder, and the name of the file with it; "" for data in the argument."""
    for point in found:
        mark = mark_of(subject)
        if point.slot.role in PATH_ROLES:
            workspace = subject.sandbox.workspace
            is_whole = point.value.startswith("/")
            for name in object_files(workspace, mark, keys=[]):
                yield Attempt(point, mark, str(workspace / name) if is_whole else name), name
        else:
            yield from ((Attempt(point, mark, text), "") for text in islice(object_texts(mark), _TEXTS))


def _is_made(subject: Subject, mark: str) -> bool:
    return any(mark in folders for _, folders, _ in os.walk(subject.sandbox.root))
