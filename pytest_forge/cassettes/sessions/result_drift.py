"""ResultDrift: a tool result that differs from the recorded one in an otherwise equal request."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Literal

from msgspec import Struct

from ...report.printable import printable
from ..matching.difference import Difference, differences
from .drift import lasting_differences
from .recorded_results import RecordedResult, SentResult, json_value

__all__ = ["ResultDrift", "drift_lines", "result_drifts"]

_MAX_DIFFERENCES = 100
_MAX_LINES = 12
_MAX_CALL = 200
_MAX_LINE = 200
_MAX_TEXT = 200_000


class ResultDrift(Struct, frozen=True):
    """A tool result that the model would get today instead of the recorded one.

    Attributes:
        request: The number of the recorded request with the result, from 1.
        name: The tool's name; empty if unknown.
        arguments: The arguments of the call; None if unknown.
        call_id: The id of the call; empty if there is none.
        kind: ``failed`` if only the new result reports a failure, ``result`` for any other difference.
        recorded: The recorded result.
        now: Today's result.
        differences: The first hundred differences; for texts with JSON, within the JSON.
        guidance: The text that a loop adds to the new result; empty if there is none, or it is the recorded one.
        recorded_guidance: The same for the recorded result.
    """

    request: int
    name: str
    arguments: Any
    call_id: str
    kind: Literal["failed", "result"]
    recorded: Any
    now: Any
    differences: tuple[Difference, ...]
    guidance: str = ""
    recorded_guidance: str = ""

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        arguments = "…" if self.arguments is None else json.dumps(self.arguments, ensure_ascii=False, default=repr)
        call = f"{self.name or 'a tool'}({arguments})"
        call = call if len(call) <= _MAX_CALL else f"{call[:_MAX_CALL]}…"
        what = "fails now" if self.kind == "failed" else "returns another result now"
        yield f"{printable(call)} {what}, in request {self.request}:"
        shown = _text_difference(self.differences) or [_line(each) for each in self.differences]
        yield from (f"  {line}" for line in shown[:_MAX_LINES])
        if len(shown) > _MAX_LINES:
            yield f"  … and {len(shown) - _MAX_LINES} more lines of difference"
        if self.guidance:
            yield f"  with the guidance: {printable(self.guidance)}"
        if self.recorded_guidance:
            yield f"  without the guidance: {printable(self.recorded_guidance)}"


def drift_lines(drifts: Sequence[ResultDrift]) -> str:
    """Return several drifts as one text."""
    return "\n".join(map(str, drifts))


def result_drifts(number: int, recorded: Sequence[SentResult], sent: Sequence[SentResult]) -> tuple[ResultDrift, ...]:
    """Return the drift of each result of an otherwise equal request.

    Ids, times and temporary paths are not drift, unless nothing else differs.
    """
    pairs = list(zip(recorded, sent, strict=True))
    lasting = [pair for pair in pairs if _has_lasting(*pair)]
    differing = lasting or [pair for pair in pairs if _raw(pair[0]) != _raw(pair[1])]
    return tuple(_drift(number, before, now) for before, now in differing)


def _drift(number: int, recorded: SentResult, sent: SentResult) -> ResultDrift:
    before, now = recorded.result, sent.result
    call = recorded.call or sent.call
    return ResultDrift(
        request=number,
        name=recorded.name or sent.name,
        arguments=None if call is None else call.arguments,
        call_id=recorded.id,
        kind="failed" if now.is_error and not before.is_error else "result",
        recorded=before.value,
        now=now.value,
        differences=_differences(before, now),
    )


def _differences(recorded: RecordedResult, now: RecordedResult) -> tuple[Difference, ...]:
    read = json_value(recorded.value), json_value(now.value)
    for found in (
        lasting_differences(*read),
        differences(*read),
        differences(recorded.value, now.value),
        differences({"is_error": recorded.is_error}, {"is_error": now.is_error}),
    ):
        if first := tuple(islice(found, _MAX_DIFFERENCES)):
            return first
    return ()


def _has_lasting(recorded: SentResult, sent: SentResult) -> bool:
    return recorded.is_error != sent.is_error or next(lasting_differences(_raw(recorded), _raw(sent)), None) is not None


def _raw(result: SentResult) -> Any:
    return {member: result.entry[member] for member in result.members if member in result.entry}


def _text_difference(differences: Sequence[Difference]) -> list[str]:
    """Return a line diff if one text of several lines differs; nothing otherwise."""
    if len(differences) != 1:
        return []
    before, now = differences[0].recorded, differences[0].now
    if not (isinstance(before, str) and isinstance(now, str)) or max(len(before), len(now)) > _MAX_TEXT:
        return []
    if "\n" not in before.strip() and "\n" not in now.strip():
        return []
    lines = difflib.unified_diff(before.splitlines(), now.splitlines(), "recorded", "now", n=1, lineterm="")
    return [printable(line if len(line) <= _MAX_LINE else f"{line[:_MAX_LINE]}…") for line in lines]


def _line(found: Difference) -> str:
    return printable(str(found))
