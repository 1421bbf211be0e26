"""Drift: recorded calls that today's tools answer differently.

missing_tool        the tool no longer exists
arguments_refused   its schema refuses what the model sent
failed              the call succeeded and fails now
result              the model would get another result
"""

from __future__ import annotations

import ast
import json
import warnings
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Literal

from msgspec import Struct

from ...targets.call_answer import CallAnswer
from ..matching.difference import Difference, differences
from ..matching.renaming import Renaming
from ..matching.volatile_json import VolatileJson
from ..matching.volatile_text import text_rules
from .conversation import RecordedCall
from .recorded_results import RecordedResult, json_value
from .turn import arguments_as_sent, bounded

__all__ = ["Drift", "DriftReport", "find_drift", "lasting_differences"]

Kind = Literal["missing_tool", "arguments_refused", "failed", "result"]

_MAX_DIFFERENCES = 100
#: Keys in which clients wrap a result that is not an object, since Gemini accepts only objects.
_WRAPPERS = frozenset({"result", "output", "return_value", "content", "response"})
_MAX_WRAPPERS = 3
_MAX_LITERAL = 20_000
#: Errors of calls that were not granted by a person or a policy, so that the tool did not run.
_NOT_GRANTED = frozenset({"ApprovalRejectedError", "MissingScopeError"})


class Drift(Struct, frozen=True):
    """One recorded call that today's tools answer differently.

    Attributes:
        recorded: The call and its recorded result.
        kind: The class of the difference.
        message: An explanation in one or two sentences.
        now: The result that the model would get today; None if the tool is missing or the call does not return.
        differences: The first hundred places in which the result differs.
    """

    recorded: RecordedCall
    kind: Kind
    message: str
    now: Any = None
    differences: tuple[Difference, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the drift as `forge replay --tools` prints it."""
        call, result = self.recorded.call, self.recorded.result
        return {
            "turn": self.recorded.turn,
            "id": call.id or None,
            "name": call.name,
            "arguments": arguments_as_sent(call),
            "kind": self.kind,
            "message": self.message,
            "recorded": None if result is None else result.value,
            "now": self.now,
            "differences": [difference.as_json() for difference in self.differences],
        }


class DriftReport(Struct, frozen=True):
    """The drift of one session.

    Attributes:
        calls: The number of calls compared.
        drift: The calls that drifted, in order.
        without_result: Calls whose result was not recorded, or which were not granted, so that only the arguments
            can be compared.
    """

    calls: int
    drift: tuple[Drift, ...] = ()
    without_result: tuple[RecordedCall, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the two lists that `forge replay --tools` adds to a session."""
        return {
            "drift": [drift.as_json() for drift in self.drift],
            "without_result": [
                {"turn": call.turn, "id": call.call.id or None, "name": call.call.name} for call in self.without_result
            ],
        }


def find_drift(calls: Sequence[RecordedCall], answers: Sequence[CallAnswer | None]) -> DriftReport:
    """Compare each recorded call with the answer of today's tools.

    Args:
        calls: The recorded calls.
        answers: One for each call; None if the tool is missing.
    """
    drifts = [_judge(call, answer) for call, answer in zip(calls, answers, strict=True)]
    return DriftReport(
        calls=len(calls),
        drift=tuple(drift for drift in drifts if drift is not None),
        without_result=tuple(call for call in calls if _tools_own(call) is None),
    )


def _tools_own(call: RecordedCall) -> RecordedResult | None:
    """Return the tool's own result; None if it was not recorded, or the call was not granted."""
    value = None if call.result is None else json_value(call.result.value)
    failed = f"Tool {call.call.name!r} failed"
    if isinstance(value, dict) and value.get("error") in _NOT_GRANTED and str(value.get("message")).startswith(failed):
        return None
    return call.result


def _judge(call: RecordedCall, answer: CallAnswer | None) -> Drift | None:
    result = _tools_own(call)
    if answer is None:
        # A call without a recorded result may not be a tool's: some clients use calls for structured answers.
        if result is None:
            return None
        return Drift(call, "missing_tool", f"The tool {call.call.name!r} no longer exists.")
    payload = bounded(answer.payload)
    had_failed = result is not None and result.is_error
    if answer.kind == "refused" and not had_failed:
        return Drift(call, "arguments_refused", answer.detail, payload)
    if result is None:
        return None
    if answer.kind == "not_made" or (answer.kind != "returned" and not had_failed):
        return Drift(call, "failed", answer.detail, payload)
    differences = tuple(islice(_differences(result, payload), _MAX_DIFFERENCES))
    if not differences:
        return None
    return Drift(call, "result", "The model would get another result.", payload, differences)


def _differences(recorded: RecordedResult, now: Any) -> Iterator[Difference]:
    """Yield the differences of *now* from the closest reading of *recorded*."""
    # Some clients send a result as text, others as a value.
    now_read = json_value(now)
    # Among equally close readings prefer the same type, then the innermost: the tool's own result.
    nearest: list[Difference] | None = None
    for reading in sorted(_readings(recorded.value), key=lambda reading: type(reading) is type(now_read)):
        found = list(islice(lasting_differences(reading, now_read), _MAX_DIFFERENCES))
        if nearest is None or len(found) <= len(nearest):
            nearest = found
    yield from nearest or ()


def lasting_differences(recorded: Any, now: Any) -> Iterator[Difference]:
    """Yield the differences other than ids, times and temporary paths, which change with every run."""
    if next(differences(recorded, now), None) is None:
        return
    lasting = {found.path: found for found in differences(_without_volatile(recorded), _without_volatile(now))}
    # Show the recorded value, if its place is the same.
    shown = [found for found in differences(recorded, now) if found.path in lasting]
    yield from shown or lasting.values()


def _without_volatile(value: Any) -> Any:
    return VolatileJson(text_rules(()), Renaming()).value(value)


def _readings(value: Any) -> Iterator[Any]:
    """Yield the readings of a recorded result: itself, its decoded text, and the value that a client has wrapped."""
    read = json_value(value)
    for _ in range(_MAX_WRAPPERS):
        yield read
        if isinstance(read, str) and (literal := _python_value(read)) is not None:
            yield literal
        key = next(iter(read)) if isinstance(read, dict) and len(read) == 1 else None
        if key not in _WRAPPERS:
            return
        read = json_value(read[key])


def _python_value(text: str) -> Any:
    """Return the list or dict that a client wrote as a Python literal; None for any other text."""
    if len(text) > _MAX_LITERAL or not text.startswith(("{", "[", "(")):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return json.loads(json.dumps(ast.literal_eval(text), allow_nan=False))
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None
