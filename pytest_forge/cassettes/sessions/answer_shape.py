"""AnswerShape: the parts of an answer that the model does not choose: status, form, members, types, events."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from forge_harness import AwsDecoder, JsonDecoder, ProviderError, SseDecoder, StreamEvent

from ...regex import regex
from ...targets.json_depth import is_too_deep
from ..exchange import RecordedResponse
from ..matching.generated_ids import is_generated_id

__all__ = ["AnswerShape", "Place", "shape_of"]

#: Members with values of the model or the user, whose own members are not part of the shape.
_FREE = frozenset(["args", "arguments", "input", "metadata", "logit_bias", "json", "parsed", "response"])
_WORD = regex(r"[A-Za-z0-9_.-]{1,60}")
_MAX_PLACES = 2000


class Place(Struct):
    """One place in an answer.

    Attributes:
        parent: The path of its container; empty for the whole.
        is_element: Whether it is an element of a list.
        types: The JSON types found there.
    """

    parent: str
    is_element: bool
    types: set[str] = field(default_factory=set)


class AnswerShape(Struct):
    """The shape of an answer.

    Attributes:
        status: The HTTP status.
        form: ``json``, ``stream`` or ``text``.
        events: The kinds of a stream's events.
        places: Each place by its path; the elements of a list share one, or one per value of their ``type``.
    """

    status: int
    form: str
    events: set[str] = field(default_factory=set)
    places: dict[str, Place] = field(default_factory=dict)


def shape_of(response: RecordedResponse) -> AnswerShape:
    """Return the shape of an answer, even of a damaged one."""
    kind = next((value for name, value in response.headers if name.lower() == "content-type"), "").lower()
    data = response.body
    events = _events(kind, data)
    if events is not None:
        shape = AnswerShape(response.status, "stream")
        for event in events:
            value = _json(event.data)
            name = _event_name(event, value)
            shape.events.add(name)
            if value is not None:
                _walk(value, f"event {name}: $", Place("", False), shape.places)
        return shape
    value = _json(data)
    if not isinstance(value, dict | list):
        return AnswerShape(response.status, "text")
    shape = AnswerShape(response.status, "json")
    _walk(value, "$", Place("", False), shape.places)
    return shape


def _events(kind: str, data: bytes) -> list[StreamEvent] | None:
    start = data.lstrip()[:6]
    looks_like_json = start[:1] in (b"{", b"[")
    decoder: Any
    if "amazon.eventstream" in kind:
        decoder = AwsDecoder()
    elif start.startswith((b"data:", b"event:")) or ("event-stream" in kind and not looks_like_json):
        decoder = SseDecoder()
    elif "ndjson" in kind or "jsonl" in kind:
        decoder = JsonDecoder()
    else:
        return None
    events: list[StreamEvent] = []
    # A damaged stream has the shape of its events before the damage.
    with contextlib.suppress(ProviderError):
        events += decoder.feed(data)
        events += decoder.end()
    return events


def _event_name(event: StreamEvent, value: Any) -> str:
    if event.data.strip() == "[DONE]":
        return "[DONE]"
    told = (value.get("type"), value.get("object")) if isinstance(value, Mapping) else ()
    names = (event.name, *told)
    return next((name for name in names if isinstance(name, str) and _WORD.fullmatch(name)), "data")


def _json(data: str | bytes) -> Any:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return None if is_too_deep(value) else value


def _walk(value: Any, path: str, place: Place, places: dict[str, Place]) -> None:
    if path not in places and len(places) >= _MAX_PLACES:
        return
    places.setdefault(path, place).types.add(_type(value))
    if isinstance(value, Mapping):
        for key, inner in value.items():
            named = f"{path}.{_step(key)}"
            if key in _FREE and isinstance(inner, dict | list):
                places.setdefault(named, Place(path, False)).types.add(_type(inner))
            else:
                _walk(inner, named, Place(path, False), places)
    elif isinstance(value, list):
        for inner in value:
            kind = inner.get("type") if isinstance(inner, Mapping) else None
            is_named = isinstance(kind, str) and _WORD.fullmatch(kind)
            _walk(inner, f"{path}[{kind if is_named else ''}]", Place(path, True), places)


def _step(key: str) -> str:
    if is_generated_id(key):
        return "*"
    return key if _WORD.fullmatch(key) else "?"


def _type(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    return "string" if isinstance(value, str) else "object" if isinstance(value, Mapping) else "array"
