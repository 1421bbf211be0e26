"""LiveDifference: a difference in shape between a provider's answer today and the recorded one.

added     info      a member, or a kind of element or event, that was not recorded
removed   warning   a member, or a kind of event, that is missing today
type      error     a value of another JSON type
form      error     a stream instead of JSON, or similar
status    error     another HTTP status

The model's choices are not differences: texts, numbers, the number and kinds of elements, whether it calls tools, and
with which arguments. Null counts as no value, of any type. This compares shapes; `matching.difference` compares values.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

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

#: Members whose presence depends on the model's answer.
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


class LiveDifference(Struct, frozen=True):
    """One difference, without any value of the live answer.

    Attributes:
        kind: The class of the difference.
        path: The place; empty for the answer as a whole.
        detail: The change in a few words; empty if the class says it all.
    """

    kind: Kind
    path: str
    detail: str = ""

    @property
    def severity(self) -> str:
        """``info``, ``warning`` or ``error``."""
        return SEVERITIES[self.kind]


def live_differences(recorded: RecordedResponse, live: RecordedResponse) -> tuple[LiveDifference, ...]:
    """Return the differences in shape of a live answer from the recorded one, most severe first."""
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
    """Whether the value at *path* is a container, in which a place may be missing."""
    place = shape.places.get(path)
    if place is None or not place.types & {"object", "array"}:
        return False
    # An empty list does not show its elements.
    return "object" in place.types or any(each.parent == path for each in shape.places.values())
