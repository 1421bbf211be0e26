"""Fuller calls: a reader asked for what is there, where an ordinary call finds nothing.

find_notes(topic="hello")    []
find_notes(topic="garden")   two notes: the files, the program or the server's own lists tell of gardens
"""

from __future__ import annotations

from collections.abc import Callable

from ....profile.emptiness import finds_nothing
from ....profile.reads import reads
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ..asking import looks_failed
from ..known_values import KnownValues
from ..listed_values import listed_values

__all__ = ["fuller_call"]

_MAX_VALUES = 40


def fuller_call(
    subject: Subject, working: Outcome, known: KnownValues, *, may_go_on: Callable[[], bool]
) -> Outcome | None:
    """Return a call that finds something, with one argument of a working one that finds nothing; None without one.

    Args:
        subject: The tool. One that may change its records gets no such calls.
        working: The call that worked.
        known: Known values. Those that a server lists are tried as well.
        may_go_on: Tells before each call whether there is time for it.

    Raises:
        ServerLostError: If a call ended the server.
    """
    if not reads(subject.facts) or not finds_nothing(working.value, working.arguments):
        return None
    view = FlatSchema(subject.schema)
    more = known.with_more(listed_values(subject)) if subject.is_served else known
    for name, old in working.arguments.items():
        for value in more.values_for(name, old)[:_MAX_VALUES]:
            call = {**working.arguments, name: value}
            if not view.fits(subject.schema, call):
                continue
            if not may_go_on():
                return None
            reply = subject.call(call)
            if not looks_failed(reply) and not finds_nothing(reply.value, call):
                return reply
    return None
