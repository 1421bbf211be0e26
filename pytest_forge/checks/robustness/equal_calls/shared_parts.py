"""Shared parts: a call that changes the data of a tool by a shallow copy, so that later calls are answered otherwise.

watering("lawn")               20 minutes
watering("lawn", minutes=90)   90 minutes
watering("lawn")               90 minutes: the copy of the template has changed the template
"""

from __future__ import annotations

from ....strategies.mined_constants import author_codes, changes_state
from ....strategies.shallow_copies import changes_shared_parts
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ..lasting_reads import calls_that_fit
from .changing_calls import changing_call
from .quiet_calls import are_quiet

__all__ = ["judge_shared_parts"]

_MAX_CALLS = 8


def judge_shared_parts(subject: Subject) -> None:
    """Judge that a function which works on a shallow copy of its data does not change the data by it."""
    tool = subject.tool
    if subject.is_served or not changes_state(author_codes(tool)) or not changes_shared_parts(tool):
        return
    found = changing_call(subject, calls_that_fit(subject, limit=_MAX_CALLS), may_change_anything=True)
    if found is None or not are_quiet(subject, [found.call, found.act, found.call]):
        return
    raise CheckFailure(
        "shared_part_changed",
        "The tool works on a shallow copy of its data, and after this call it answers another one otherwise, at "
        f"{found.place.strip() or 'the result'!r}. Use copy.deepcopy(), or copy the inner part before you change it.",
        arguments=found.act,
    )
