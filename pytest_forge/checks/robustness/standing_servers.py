"""Standing servers: an async tool of a Python server that sleeps without awaiting, so that nothing else is answered.

async def wait_for_parcel(number: str) -> str:
    while not parcels[number].has_come:
        time.sleep(0.1)                         the request that tells of its coming is not even read
"""

from __future__ import annotations

import linecache
from typing import Any

from ...targets.mcp.inside import STANDS_STILL
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.asking import served_tool
from ..calls.call_variants import shortened_waits, with_a_wait
from ..calls.plausible_calls import plausible_calls

__all__ = ["judge_standing_server"]

_MAX_CALLS, _MAX_SHOWN = 2, 80


def judge_standing_server(subject: Subject) -> None:
    """Judge that a call does not let the event loop of its server stand still in a `time.sleep`.

    Raises:
        CheckFailure: If it does, twice, the second time on a server that has just been started.
        NotApplicable: If the server's interpreter does not tell, or no call works.
    """
    server = served_tool(subject).server
    if server.inside is None or not server.inside.is_seeing:
        raise NotApplicable("Only the interpreter of a Python server tells what its event loop waits for.")
    has_worked = False
    for number, call in enumerate(subject.patience().each(plausible_calls(subject, limit=_MAX_CALLS))):
        place, works = _told(subject, call)
        has_worked = has_worked or works
        if not place:
            continue
        subject.renew()
        again = plausible_calls(subject, limit=_MAX_CALLS)[number : number + 1]
        if again and _told(subject, again[0])[0] == place:
            raise CheckFailure(
                "blocking_call",
                f"The tool blocked the event loop: it called time.sleep at {place}. No other request is answered "
                "meanwhile. Await it, or use asyncio.to_thread.",
                arguments=call,
            )
    if not has_worked:
        raise NotApplicable("No plausible call worked.")


def _told(subject: Subject, call: dict[str, Any]) -> tuple[str, bool]:
    """Return the line of the author's that sleeps during a call, "" if none does, and whether the call works."""
    server = served_tool(subject).server
    outcome = subject.call(with_a_wait(subject, shortened_waits(subject, call)))
    events = (server.inside.read() if server.inside is not None else None) or []
    places = [event[1] for event in events if event[0] == STANDS_STILL and len(event[1]) == 2]
    return (_shown(*places[0]) if places else ""), outcome.succeeded


def _shown(path: Any, number: Any) -> str:
    text = linecache.getline(str(path), int(number)).strip()
    return f"line {number}{f' ({text[:_MAX_SHOWN]})' if text else ''}"
