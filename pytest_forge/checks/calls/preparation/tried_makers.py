"""Tried makers: one tool after another that may create the record a call needs, until the call works.

add_shelf(name="hello")              works
put_book(shelf="hello", title="x")   works, but only where there is a shelf: then it takes a chain of both
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....targets.subject import Subject
from ..asking import looks_failed
from .made_records import calls_naming, record_made
from .record_makers import aligned_calls, makers_of

__all__ = ["notes_of_makers"]

#: Share of a check's time.
_SHARE = 0.3
_MAX_CALLS, _MAX_TRIES = 2, 3


def notes_of_makers(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield notes of a maker, its call, and a call of the tool that works after it.

    Args:
        subject: The tool.
        calls: Ordinary calls of it, which do not work alone.
    """
    patience = subject.patience(_SHARE)
    earlier: set[str] = set()
    for facts, _ in makers_of(subject, calls[0] if calls else {}):
        known: list[dict[str, Any]] = []
        for call in calls[:_MAX_CALLS]:
            for arguments in aligned_calls(facts, call):
                if not patience.has_time_to_shorten:
                    return
                note = {"tool": facts.name, "arguments": arguments, "call": call}
                # What an earlier trial has made is not made again.
                made = None if arguments in known else record_made(subject, facts.name, arguments)
                if arguments in known and not looks_failed(subject.call(call)):
                    yield note
                if made is None:
                    continue
                known.append(arguments)
                for number, named in enumerate(calls_naming(made, call, subject.schema)):
                    if number < _MAX_TRIES and not looks_failed(subject.call(named)):
                        if earlier and not _works_afresh(subject, note):
                            # What an earlier maker has made is needed as well, which is left to chains.
                            return
                        yield note
        earlier |= {facts.name} if known else set()


def _works_afresh(subject: Subject, note: Mapping[str, Any]) -> bool:
    """Return whether the call of a note works on a server that has just been started, without earlier trials."""
    subject.renew()
    made = record_made(subject, note["tool"], note["arguments"])
    return made is not None and any(
        not looks_failed(subject.call(named)) for named in calls_naming(made, note["call"], subject.schema)
    )
