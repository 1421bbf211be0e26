"""How a server bears large numbers and texts made for its regular expressions: by its memory, and by its silence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...strategies.calls.values import bounds
from ...strategies.roles import PATH_ROLES, Role, role_of
from ...strategies.schemas.flat_schema import CannotMake, SchemaView, types_of
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from .. import injection as _expressions  # noqa: F401  # declares a check
from .. import robustness as _declared  # noqa: F401  # declares a check
from ..check import served
from ..injection.opening import Opening, openings
from .asking import Time, ask, own_server, silence_of
from .furnishing import furnished_calls, working_replies

_USUAL, _MANY, _FAR_MORE = 1_000, 10_000_000, 100_000_000
#: Bytes of memory that a number of `_FAR_MORE` may cost a server.
_BEARABLE = 60_000_000
#: A call that takes part of a second for the smaller number would take long for the larger.
_QUICK_S = 0.3
_NAMING = frozenset((Role.DURATION, Role.PORT, Role.YEAR, Role.LATITUDE, Role.LONGITUDE, Role.ID))
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB", re.MULTILINE)
#: What repetitions of repetitions share out in many ways, and what keeps them from matching.
_PUMPS = ("a", "0", " ", "a.", "a-", "a=b;", "a,", "a/", "ab ", "\t")
_TAILS = ("!", "\n!")
_REPEATED, _MAX_TEXTS = 36, 6
_PATIENCE = 3.0
#: On a line of letters these take exponential time.
_PATTERNS = ("(a+)+$", "^(a|a)*$")


@served("memory_is_bounded")
def memory_is_bounded(subject: Subject) -> None:
    """No number that the schema allows makes the server take as many bytes."""
    tool = own_server(subject)
    names = list(_unbounded(subject))
    if not names or tool.server.pid is None or not _peak(tool.server.pid):
        raise NotApplicable("Every number is bounded, or the memory of the server is not seen.")
    control = working_replies(subject, furnished_calls(subject), most=1)[0]
    for name in names:
        if ask(subject, {**control.arguments, name: _USUAL}).answer is None:
            continue
        peaks = [_peak(tool.server.pid)]
        for number in (_MANY, _FAR_MORE):
            reply = ask(subject, {**control.arguments, name: number})
            peaks.append(_peak(tool.server.pid or 0))
            if reply.answer is None or reply.seconds > _QUICK_S or not all(peaks):
                break
        if len(peaks) == 3 and peaks[2] - peaks[1] > _BEARABLE and peaks[2] - peaks[1] > 2 * (peaks[1] - peaks[0]):
            raise CheckFailure(
                f"With {_FAR_MORE} for {name!r}, which the schema allows, the server took "
                f"{(peaks[2] - peaks[1]) // 1_000_000} MB more memory than with a tenth of it. Give it a maximum.",
                arguments=reply.arguments,
            )


@served("expressions_take_bounded_time")
def expressions_take_bounded_time(subject: Subject) -> None:
    """No text of some dozen letters keeps a call from being answered.

    Judged by an answer to the same text, a few letters long, and none to forty.
    """
    own_server(subject)
    found = [
        opening
        for opening in openings(furnished_calls(subject, limit=4), subject.schema)
        if opening.slot.role not in (*PATH_ROLES, Role.COMMAND, Role.CODE)
    ]
    if not found:
        raise NotApplicable("No argument takes free text.")
    time = Time(subject)
    for opening in found[:_MAX_TEXTS]:
        for few, many in _attacks(opening, found):
            if ask(subject, many).answer is None and ask(subject, few).answer is not None:
                again = ask(subject, many, call_s=_PATIENCE * subject.call_s)
                if again.answer is None:
                    raise CheckFailure(
                        f"{silence_of(again, _PATIENCE * subject.call_s)} In {opening.slot.shown!r} it held a few "
                        "letters again and again, as a regular expression can share them out in many ways. Write it "
                        "so that there is one way only.",
                        arguments=many,
                    )
                return
            if time.is_over:
                return


def _attacks(opening: Opening, others: list[Opening]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield calls with a short text and with the long one that is like it."""
    if opening.slot.role in (Role.REGEX, Role.QUERY) or "pattern" in opening.says or "regular" in opening.says:
        for pattern in _PATTERNS:
            calls = []
            for count in (2, _REPEATED):
                call = opening.with_text(pattern)
                for other in others:
                    if other.slot.steps != opening.slot.steps:
                        call = other.slot.place(call, "a" * count + "!")
                calls.append(call)
            yield calls[0], calls[1]
    for pump in _PUMPS:
        for tail in _TAILS:
            start = "" if pump.strip() else "a"
            yield opening.with_text(start + pump * 2 + tail), opening.with_text(start + pump * _REPEATED + tail)


def _unbounded(subject: Subject) -> Iterator[str]:
    """Yield the whole numbers of the root that may be as large as is tried, and mean how much."""
    try:
        view = SchemaView(subject.schema)
    except CannotMake:
        return
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
    """Return the most memory that a process has had, in bytes; 0 where that is not told."""
    try:
        found = _PEAK.search(Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0
    return int(found[1]) * 1024 if found is not None else 0
