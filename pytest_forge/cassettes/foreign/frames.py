"""Frames of a web socket: realtime sessions of OpenAI and the hosts that speak like it, and Gemini's live sessions.

Many frames make one reply. It becomes the body that the same model would have sent over HTTP: text, transcripts of
sound, calls and usage; sound itself is not kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .interaction import Interaction, UnreadableInteraction
from .records import Record, answered

__all__ = ["read_frames"]

_OPENAI = ("session.created", "session.update", "session.updated", "response.create", "response.created")
_ENDS = ("response.done", "response.completed", "response.incomplete", "response.failed")
_GEMINI = ("setup", "setupComplete", "serverContent", "clientContent", "client_content", "realtimeInput")
_CUT = "The session ended before the reply was complete. Record it again."


def read_frames(records: Sequence[Record], *, url: str = "") -> tuple[Interaction | UnreadableInteraction, ...] | None:
    """Return every reply in the frames, with what was sent before it; None if they are not of a known service.

    Args:
        records: The frames.
        url: The address, if it was recorded.
    """
    if any(record.message.get("type") in _OPENAI for record in records):
        return tuple(_of_openai(records, url or "/v1/realtime"))
    if any(not _GEMINI_KEYS.isdisjoint(record.message) for record in records):
        return tuple(_of_gemini(records, url or "/BidiGenerateContent"))
    return None


_GEMINI_KEYS = frozenset(_GEMINI)


def _of_openai(records: Sequence[Record], url: str) -> Iterator[Interaction | UnreadableInteraction]:
    sent: list[Any] = []
    # What is sent while a reply arrives belongs to the next one.
    asked: list[Any] | None = None
    settings: dict[str, Any] = {}
    for message in (record.message for record in records):
        kind = message.get("type")
        if kind in ("session.created", "session.update", "session.updated"):
            session = _mapping(message.get("session"))
            settings |= {key: session[key] for key in ("model", "instructions") if session.get(key)}
        elif kind == "conversation.item.create":
            sent.append(message.get("item"))
        elif kind == "response.create":
            wanted = {**message, **_mapping(message.get("response"))}
            settings |= {key: wanted[key] for key in ("model", "instructions") if wanted.get(key)}
            sent += wanted["input"] if isinstance(wanted.get("input"), list) else []
        elif kind == "conversation.item.input_audio_transcription.completed" and message.get("transcript"):
            sent.append({"type": "message", "role": "user", "content": message["transcript"]})
        elif kind == "response.created":
            asked, sent = sent, []
        elif kind == "error":
            reason = str(_mapping(message.get("error")).get("message") or "The service reported an error.")
            yield UnreadableInteraction(reason, url=url)
        elif kind in _ENDS:
            if asked is None:
                asked, sent = sent, []
            yield answered({**settings, "input": asked}, _response(message, settings), url=url)
            asked = None
    if asked is not None:
        yield UnreadableInteraction(_CUT, url=url)


def _response(message: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    response = _mapping(message.get("response"))
    usage = dict(_mapping(response.get("usage")))
    for way in ("input", "output"):
        # The realtime API spells it without the s.
        usage.setdefault(f"{way}_tokens_details", usage.get(f"{way}_token_details"))
    failed = _mapping(_mapping(response.get("status_details")).get("error"))
    body = {"model": settings.get("model"), **response, "object": "response", "usage": usage}
    if failed and not response.get("error"):
        body["error"] = failed
    return body


def _of_gemini(records: Sequence[Record], url: str) -> Iterator[Interaction | UnreadableInteraction]:
    live = _Live(url)
    for record in records:
        yield from live.take(record.message)
    yield from live.end()


class _Live:
    """A live session of Gemini: parts are gathered until the model ends its turn or waits for a result."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._model = ""
        self._sent: list[Any] = []
        self._parts: list[Mapping[str, Any]] = []
        self._heard: list[str] = []
        self._candidate: dict[str, Any] = {}
        self._usage: dict[str, Any] = {}
        self._is_over = False

    def take(self, message: Mapping[str, Any]) -> Iterator[Interaction]:
        """Take the next message; yield a reply that has ended."""
        if self._is_over and set(message) != {"usageMetadata"}:
            # The usage of a turn may follow its end.
            yield self._reply()
        self._send(message)
        self._receive(message)

    def _send(self, message: Mapping[str, Any]) -> None:
        self._model = str(_mapping(message.get("setup")).get("model") or self._model)
        content = _mapping(message.get("clientContent") or message.get("client_content"))
        turns = content.get("turns")
        self._sent += turns if isinstance(turns, list) else [turns] if turns else []
        told = _mapping(message.get("toolResponse") or message.get("tool_response"))
        responses = told.get("functionResponses") or told.get("function_responses")
        parts = [{"functionResponse": response} for response in responses] if isinstance(responses, list) else []
        typed = _mapping(message.get("realtimeInput") or message.get("realtime_input")).get("text")
        parts += [{"text": typed}] if typed else []
        if parts:
            self._sent.append({"role": "user", "parts": parts})

    def _receive(self, message: Mapping[str, Any]) -> None:
        usage = _mapping(message.get("usageMetadata"))
        content = _mapping(message.get("serverContent"))
        called = _mapping(message.get("toolCall")).get("functionCalls")
        if usage:
            self._usage = {**usage, "candidatesTokenCount": _tokens(usage)}
        parts = _mapping(content.get("modelTurn")).get("parts")
        self._parts += [part for part in parts if isinstance(part, Mapping)] if isinstance(parts, list) else []
        self._heard += _text(content.get("outputTranscription"))
        if said := "".join(_text(content.get("inputTranscription"))):
            self._sent.append({"role": "user", "parts": [{"text": said}]})
        if grounding := _mapping(content.get("groundingMetadata")):
            self._candidate["groundingMetadata"] = grounding
        if isinstance(called, list):
            self._parts += [{"functionCall": call} for call in called]
            self._is_over = True
        if content.get("turnComplete") or content.get("interrupted"):
            self._candidate["finishReason"] = "INTERRUPTED" if content.get("interrupted") else "STOP"
            self._is_over = True

    def end(self) -> Iterator[Interaction | UnreadableInteraction]:
        """Yield what is left."""
        if self._is_over and (self._parts or self._heard or self._candidate):
            yield self._reply()
        elif self._parts or self._heard:
            yield UnreadableInteraction(_CUT, url=self._url)

    def _reply(self) -> Interaction:
        parts = [part for part in self._parts if "inlineData" not in part]
        sounds = [_mapping(part["inlineData"]).get("mimeType") for part in self._parts if "inlineData" in part]
        parts += [{"text": "".join(self._heard)}] if self._heard else []
        # One for each kind: a second of sound is a dozen frames.
        parts += [{"inlineData": {"mimeType": kind}} for kind in dict.fromkeys(sounds)]
        candidate = {**self._candidate, "content": {"role": "model", "parts": parts}}
        body = {"candidates": [candidate], "usageMetadata": self._usage, "modelVersion": self._model.rpartition("/")[2]}
        reply = answered({"model": self._model, "contents": self._sent}, body, url=self._url)
        self._sent, self._parts, self._heard, self._candidate, self._usage = [], [], [], {}, {}
        self._is_over = False
        return reply


def _tokens(usage: Mapping[str, Any]) -> Any:
    return usage.get("candidatesTokenCount", usage.get("responseTokenCount"))


def _text(value: Any) -> list[str]:
    found = _mapping(value).get("text")
    return [found] if isinstance(found, str) else []


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
