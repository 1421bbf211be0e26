"""LiveDifference: where a provider answers today in another form than was recorded.

added     info      a member, a kind of element or of event that was not recorded
removed   warning   a member or a kind of event that was recorded
type      error     a value of another JSON type
form      error     a stream in place of JSON, or the like
status    error     another HTTP status

What a model is free to choose is no difference: texts, numbers, how many elements and which kinds of them, whether it
calls tools, and what it calls them with. Null is taken for no value, of any type. It compares shapes, so it shares
nothing with `matching.difference`, which compares values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ..exchange import RecordedResponse
from .answer_shape import AnswerShape, shape_of

__all__ = ["SEVERITIES", "LiveDifference", "live_differences"]

Kind = Literal["added", "removed", "type", "form", "status"]
SEVERITIES: dict[str, str] = {
    "added": "info",
    "removed": "warning",
    "type": "error",
    "form": "error",
    "status": "error",
}

#: Members that are there or not as the model's answer is.
_CHOSEN = frozenset(
    [
        "annotations",
        "citations",
        "content",
        "finish_reason",
        "functionCall",
        "function_call",
        "logprobs",
        "parts",
        "reasoning",
        "reasoning_content",
        "refusal",
        "text",
        "thinking",
        "thought",
        "thoughtSignature",
        "tool_calls",
    ]
)


@dataclass(frozen=True, slots=True)
class LiveDifference:
    """One difference, without any value of the live answer.

    Attributes:
        kind: Its class.
        path: Where it is; empty for the answer as a whole.
        detail: What is there instead, in a few words; empty where the class says all.
    """

    kind: Kind
    path: str
    detail: str = ""

    @property
    def severity(self) -> str:
        """``info``, ``warning`` or ``error``."""
        return SEVERITIES[self.kind]


def live_differences(recorded: RecordedResponse, live: RecordedResponse) -> tuple[LiveDifference, ...]:
    """Return where the form of a live answer differs from that of the recorded one, the gravest first."""
    found = _differences(shape_of(recorded), shape_of(live))
    order = ("error", "warning", "info")
    return tuple(sorted(found, key=lambda each: order.index(each.severity)))


def _differences(recorded: AnswerShape, live: AnswerShape) -> Iterator[LiveDifference]:
    if recorded.status != live.status:
        yield LiveDifference("status", "", f"recorded {recorded.status}, now {live.status}")
        return
    if recorded.form != live.form:
        yield LiveDifference("form", "", f"recorded {recorded.form}, now {live.form}")
        return
    for name in sorted(live.events - recorded.events):
        yield LiveDifference("added", f"event {name}")
    for name in sorted(recorded.events - live.events):
        yield LiveDifference("removed", f"event {name}")
    for path in sorted(recorded.places.keys() | live.places.keys()):
        yield from _at(path, recorded, live)


def _at(path: str, recorded: AnswerShape, live: AnswerShape) -> Iterator[LiveDifference]:
    before, now = recorded.places.get(path), live.places.get(path)
    if before is None and now is not None:
        if _is_container(now.parent, recorded):
            yield LiveDifference("added", path)
    elif now is None and before is not None:
        is_chosen = before.is_element or path.rpartition(".")[2] in _CHOSEN
        if not is_chosen and _is_container(before.parent, live):
            yield LiveDifference("removed", path)
    elif before is not None and now is not None:
        was, types = before.types - {"null"}, now.types - {"null"}
        if was and types - was:
            detail = f"recorded {' or '.join(sorted(was))}, now {' or '.join(sorted(types))}"
            yield LiveDifference("type", path, detail)


def _is_container(path: str, shape: AnswerShape) -> bool:
    """Whether there is something at *path* that has places of its own, so that one may be missing in it."""
    place = shape.places.get(path)
    if place is None or not place.types & {"object", "array"}:
        return False
    # An empty list says nothing of its elements.
    return "object" in place.types or any(each.parent == path for each in shape.places.values())
