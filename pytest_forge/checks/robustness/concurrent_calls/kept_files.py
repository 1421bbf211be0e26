"""Kept files: what a call of a function writes into a file, and another one that has read it before writes over.

pin(board="kitchen", note="milk")     in turn: both notes are in kitchen.json
pin(board="kitchen", note="keys")     between the read and the write of the first: one of them is lost
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType
from typing import Any

from ....strategies.other_leaves import leaf_at, leaf_paths
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.call_series import call_series
from ...calls.plausible_calls import plausible_calls
from .calls_at_once import different_calls, is_async
from .interleaved_calls import loses_an_update

__all__ = ["judge_kept_files"]

#: Names in the code of tools that replace a file.
_WRITING = frozenset(("open", "fdopen", "write_text", "write_bytes", "replace", "rename", "update_text", "execute"))
_MAX_WRITERS, _IN_A_ROW = 2, 3
#: Texts in which calls differ that are equal otherwise: the last ones, as the first names what they have in common.
_MAX_TEXTS = 2


def judge_kept_files(subject: Subject, codes: frozenset[CodeType]) -> bool:
    """Judge that a call loses nothing that another one writes into its file meanwhile; tell whether there is a file.

    Raises:
        CheckFailure: If it does.
    """
    if is_async(subject) or not any(not _WRITING.isdisjoint(code.co_names) for code in codes):
        return False
    different = different_calls(subject)
    ordinary = plausible_calls(subject, limit=_MAX_WRITERS)
    rows = [[call] * _IN_A_ROW for call in ordinary]
    # An equal call may add nothing, and those that differ in everything may each have a file of their own.
    for calls in [*rows, different[:_IN_A_ROW], *_alike_but_for_one(subject, ordinary[0])]:
        if len(calls) < _IN_A_ROW:
            continue
        # They are made in a copy of this process.
        subject.has_seen(1)
        if loses_an_update(subject, calls) and loses_an_update(subject, calls):
            raise CheckFailure(
                "file_update_lost",
                "A second call between the read and the write of the first one is lost: the file counts one of them. "
                "Hold one lock, for threads and processes alike, from the read to the write.",
                arguments=calls[-1],
            )
    return True


def _alike_but_for_one(subject: Subject, call: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """Yield rows of calls that differ in one text alone, if there is something else that they have in common."""
    texts = [path for path in leaf_paths(call) if isinstance(leaf_at(call, path), str)]
    for path in texts[-_MAX_TEXTS:] if len(call) > 1 else ():
        yield [call, *call_series(subject, call, path, most=_IN_A_ROW - 1)]
