"""Server memory: how the peak memory of a server's process grows with the numbers in a call."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ...profile.roles import Role, role_of
from ...regex import regex
from ...strategies.schemas.flat_schema import FlatSchema, types_of
from ...strategies.schemas.limits import bounds
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.asking import own_server, tried
from ..calls.plausible_calls import plausible_calls
from ..calls.working import working_replies
from .written_numbers import judge_written_numbers, told_excess, written_numbers

__all__ = ["judge_server_memory"]

_USUAL, _MANY, _FAR_MORE = 1_000, 10_000_000, 100_000_000
#: Bytes of memory that a server may take for the number `_FAR_MORE`.
_BEARABLE = 60_000_000
#: A call that is slower than this for the smaller number would take too long for the larger.
_QUICK_S = 0.3
#: Growth of a server's peak memory that is no chance.
_NOTICED = 4 << 20
_NAMING = frozenset((Role.DURATION, Role.PORT, Role.YEAR, Role.LATITUDE, Role.LONGITUDE, Role.ID))
_PEAK = regex(r"^VmHWM:\s+(\d+) kB", re.MULTILINE)


def judge_server_memory(subject: Subject) -> None:
    """Judge that no number which the schema allows makes the server use unlimited memory.

    Calls with 10 and 100 million in each unlimited integer are compared by the server's peak memory, and those with
    growing numbers in texts.

    Raises:
        CheckFailure: If one does.
        NotApplicable: If every number is limited, or the server's memory is not observable.
    """
    tool = own_server(subject)
    names = list(_unbounded(subject))
    written = written_numbers(subject.schema, plausible_calls(subject, limit=2))
    if not (names or written) or tool.server.pid is None or not _peak(tool.server.pid):
        raise NotApplicable("Every number is limited, or the server's memory is not observable.")
    if written:
        # Its peak is that of earlier checks, too.
        subject.renew()
        judge_written_numbers(subject, written, partial(_peak_of, subject), partial(_excess, subject), noticed=_NOTICED)
    if not names:
        return
    control = working_replies(subject, plausible_calls(subject), most=1)[0]
    for name in subject.patience().each(names):
        usual = tried(subject, {**control.arguments, name: _USUAL})
        if usual.answer is None:
            continue
        peaks = [_peak(tool.server.pid)]
        for number in (_MANY, _FAR_MORE):
            reply = tried(subject, {**control.arguments, name: number})
            peaks.append(_peak(tool.server.pid or 0))
            if not all(peaks):
                # The server was lost and restarted.
                subject.has_left(1)
            if reply.answer is None or not all(peaks):
                break
            if number == _MANY and reply.seconds > usual.seconds + _QUICK_S:
                subject.has_left(1)
                break
        if len(peaks) == 3 and peaks[2] - peaks[1] > _BEARABLE and peaks[2] - peaks[1] > 2 * (peaks[1] - peaks[0]):
            raise CheckFailure(
                "unbounded_memory",
                f"With {_FAR_MORE} for {name!r}, which the schema allows, the server used "
                f"{(peaks[2] - peaks[1]) // 1_000_000} MB more memory than with a tenth of it. Add a maximum.",
                about=name,
                arguments=reply.arguments,
            )


def _peak_of(subject: Subject, call: dict[str, Any]) -> tuple[int, float, bool]:
    """Make a call; return the peak memory of the server, the seconds, and whether it did not return."""
    server = own_server(subject).server
    server.recover()
    reply = subject.call(call)
    return _peak(server.pid or 0), reply.seconds, reply.timed_out


def _excess(subject: Subject, call: dict[str, Any], small: dict[str, Any]) -> str:
    before = _peak_of(subject, small)[0]
    after, _, is_late = _peak_of(subject, call)
    return told_excess(after - before, is_late=is_late) if before else ""


def _unbounded(subject: Subject) -> Iterator[str]:
    """Yield the integers at the root that may be as large as `_FAR_MORE` and mean an amount."""
    view = FlatSchema(subject.schema)
    properties = subject.schema.get("properties")
    for name, node in properties.items() if isinstance(properties, dict) else ():
        for flat in view.alternatives(node) if isinstance(node, dict) else ():
            if "integer" not in (types_of(flat) if "type" in flat else []) or "enum" in flat or "const" in flat:
                continue
            low, high = bounds(flat, whole=True)
            is_free = (high is None or high >= _FAR_MORE) and (low is None or low <= _USUAL)
            if is_free and flat.get("multipleOf", 1) == 1 and role_of(name, flat) not in _NAMING:
                yield name
                break


def _peak(pid: int) -> int:
    """Return the peak memory of a process in bytes; 0 where the system does not offer it."""
    try:
        found = _PEAK.search(Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0
    return int(found[1]) * 1024 if found is not None else 0
