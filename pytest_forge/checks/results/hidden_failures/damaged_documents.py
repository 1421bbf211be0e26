"""Damaged documents: a document of a server that cannot be read, and a reader that answers as if there were none.

add_record("Blue", 1971)     records.json has a record
list_records()               one record
                             the end of records.json is cut off
list_records()               no records: the next writer replaces what was there
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ....profile.emptiness import announces_nothing, became_nothing, finds_nothing
from ....profile.failures import answers_a_question
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import shown
from ...calls.server_story import tellers_of
from .kept_answers import documents_of_server

__all__ = ["judge_damaged_documents"]

_MAX_WRITERS, _MAX_WRITES, _MAX_FILES = 4, 2, 4
#: Share of a check's time.
_SHARE = 0.1


def judge_damaged_documents(subject: Subject, call: Mapping[str, Any], report: Callable[..., None]) -> None:
    """Judge that a server's reader does not answer without data after a document that it reads was damaged.

    The server's writers make the document first.

    Args:
        subject: The reader.
        call: A call that works.
        report: Called with a finding and the claims that may excuse it.
    """
    if subject.facts.tier != "read":
        return
    before = _with_data(subject, call)
    if before is None:
        return
    for path, content in list(documents_of_server(subject, call).items())[:_MAX_FILES]:
        path.write_bytes(content[: len(content) * 2 // 3])
        try:
            lost = _lost(subject, call, before)
        finally:
            path.write_bytes(content)
        if lost is not None and _lost(subject, call, before) is None:
            failure = CheckFailure(
                "failure_as_nothing",
                f"{path.name!r} could not be read, since its end was missing, and the tool answered {shown(lost)}; "
                "with the whole file it answers data. Mark the answer with isError, and leave the file as it is.",
                about=path.name,
                arguments=dict(call),
            )
            report(failure, announces_nothing(subject.facts, failing=True), answers_a_question(subject.facts))
            return


def _with_data(subject: Subject, call: Mapping[str, Any]) -> Outcome | None:
    """Return an answer with data, after a writer's call if there are none before; None if none leads to any."""
    patience = subject.patience(_SHARE)
    writers = tellers_of(subject)[:_MAX_WRITERS]
    writes = [(writer.subject, write) for writer in writers for write in writer.calls[:_MAX_WRITES]]
    for turn in range(len(writes) + 1):
        outcome = subject.call(dict(call))
        if outcome.succeeded and not finds_nothing(outcome.value, outcome.arguments):
            return outcome
        if turn == len(writes) or patience.is_over:
            return None
        writer, write = writes[turn]
        if writer.call(dict(write)).timed_out:
            return None
    return None


def _lost(subject: Subject, call: Mapping[str, Any], before: Outcome) -> str | None:
    """Return an answer without the data of an earlier one; None if it fails, or has data."""
    outcome = subject.call(dict(call))
    if not outcome.succeeded or not became_nothing(before.value, outcome.value, outcome.arguments):
        return None
    return outcome.text or repr(outcome.value)
