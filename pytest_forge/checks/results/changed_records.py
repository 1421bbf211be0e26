"""Changed records: a reader's answers about a record to which a writer of its server has made one change.

note_level(gauge="hello", level=1)     the gauge has one level now
level_summary(gauge="hello")           its spread is that of one number: null
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from forge_harness import ServerLostError

from ...profile.makers import takes_things_away
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ..calls.asking import answered, looks_failed, served_tool
from ..calls.plausible_calls import plausible_calls
from ..calls.preparation.record_makers import aligned_calls
from ..calls.state_view import calls_like

__all__ = ["replies_after_changes"]

_MAX_WRITERS, _MAX_CHANGES, _MAX_CALLS = 4, 3, 2
#: Share of a check's time.
_SHARE = 0.2


def replies_after_changes(subject: Subject, call: Mapping[str, Any]) -> Iterator[tuple[str, Outcome]]:
    """Yield the replies of a reader, each after one more call of a writer on a server that has just been started.

    Each comes with a clause that names the writer.

    Args:
        subject: The reader; a tool that writes, or a server that we reach by URL, gets no such calls.
        call: A call of it that works.

    Raises:
        ServerLostError: If a call of the reader ended the server.
    """
    if subject.facts.tier != "read" or served_tool(subject).server.address.url:
        return
    patience = subject.patience(_SHARE)
    writers = [one for one in subject.neighbours if one[0].tier != "read"][:_MAX_WRITERS]
    for facts, tool in writers:
        writer = subject.beside(facts, tool)
        subject.renew()
        if takes_things_away(facts):
            # There has to be something.
            plausible_calls(subject, limit=1)
        for change in aligned_calls(facts, call)[:_MAX_CHANGES]:
            if patience.is_over:
                return
            try:
                made = writer.call(change)
            except ServerLostError:
                # The checks of that tool will report it.
                break
            if looks_failed(made):
                continue
            told = made.value if isinstance(made.value, Mapping) else {}
            for reading in calls_like(subject, {**told, **change})[:_MAX_CALLS]:
                yield from (
                    (f" after a call of {facts.name!r}", one) for one in answered(subject, [subject.call(reading)])
                )
