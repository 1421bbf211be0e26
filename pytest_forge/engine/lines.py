"""Lines: a message as one line of JSON, written once and read strictly.

A tool can write into the pipes between our processes. A line that is not a message, whole and with fields of the right
types, is a `MessageError`, and never half a message.
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

from ..targets.call_answer import CallAnswer
from ..targets.past_calls import PastCalls
from .budget import Budget
from .messages import (
    Announced,
    Answers,
    CallsMade,
    FuzzRunWanted,
    Judged,
    Loaded,
    LoadFailed,
    Loss,
    Message,
    Reply,
    Sealed,
    Seen,
    ServerLost,
    SharedOver,
    Started,
    Undone,
    Verdict,
)
from .requests import CallsRequest, CheckRequest, FuzzRequest, Introduction, SharedRequest

__all__ = ["ANNOUNCED", "RETURNED", "MessageError", "announcement_of", "line_of", "read_line"]

#: The key under which a message has its class's name.
_TAG = "@"


class MessageError(Exception):
    """A line is not a message: a tool has written it, or one of our processes has a defect."""


_SAID = (Introduction, CheckRequest, SharedRequest, FuzzRequest, CallsRequest, Announced, Seen, Undone, Sealed)
_NAMES = {
    kind: tuple(one.name for one in fields(kind))
    for kind in (
        *_SAID,
        *(Started, Loaded, LoadFailed, Reply, Loss, CallsMade, Verdict, FuzzRunWanted, Answers, ServerLost),
        *(Judged, SharedOver),
        *(Budget, CallAnswer, PastCalls),
    )
}
_KINDS = {kind.__name__: kind for kind in _SAID}
_ENCODER = json.JSONEncoder(default=repr)
_ANNOUNCED = f'{{"{_TAG}": "{Announced.__name__}", "arguments": '
#: The beginning of each line with an `Announced`, and the line that tells that a call has returned.
ANNOUNCED = _ANNOUNCED.encode()
RETURNED = ANNOUNCED + b'null, "tool": ""}'


def line_of(message: Message, *, other: Callable[[Any], str] = repr) -> str:
    """Return *message* as JSON, in one line.

    Args:
        message: The message.
        other: Makes text of a value that is not JSON.

    Raises:
        ValueError: If it holds itself.
        RecursionError: If it is too deep.
        TypeError: If a key is neither a text nor a number.
    """

    def plain(value: Any) -> Any:
        names = _NAMES.get(type(value))
        if names is None:
            return other(value)
        return {_TAG: type(value).__name__, **{name: getattr(value, name) for name in names}}

    return json.dumps(message, default=plain)


def announcement_of(arguments: Any, tool: str = "") -> str:
    """Return the line of ``Announced(arguments, tool)``, like `line_of`; it is made twice for each call of a tool."""
    return f'{_ANNOUNCED}{_ENCODER.encode(arguments)}, "tool": {_ENCODER.encode(tool)}}}'


def read_line(line: bytes | str) -> Message:
    """Return the message of a line.

    Raises:
        MessageError: If it is not one, whole and with fields of the right types.
    """
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise MessageError("The line is not JSON.") from None
    tag = value.get(_TAG) if isinstance(value, dict) else None
    kind = _KINDS.get(tag) if isinstance(tag, str) else None
    if kind is None:
        raise MessageError("The line is not a message.")
    return typing.cast("Message", _read(value, kind))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _read(value: Any, hint: Any) -> Any:
    """Return *value* as the type *hint* has it.

    Raises:
        MessageError: If it has another type.
    """
    if hint is Any:
        return value
    if hint in _NAMES:
        if isinstance(value, dict) and value.keys() == {_TAG, *_NAMES[hint]} and value[_TAG] == hint.__name__:
            hints = _hints(hint)
            return hint(**{name: _read(value[name], hints[name]) for name in _NAMES[hint]})
    elif hint is float:
        if type(value) in (int, float):
            return float(value)
    elif isinstance(hint, type):
        if type(value) is hint:
            return value
    else:
        return _read_generic(value, get_origin(hint), get_args(hint))
    raise MessageError(f"A field of a message is {type(value).__name__}, and not {hint.__name__}.")


def _read_generic(value: Any, origin: Any, parameters: tuple[Any, ...]) -> Any:
    if origin in (Union, types.UnionType):
        for one in parameters:
            try:
                return _read(value, one)
            except MessageError:
                continue
    elif origin is Literal:
        if value in parameters:
            return value
    elif origin is tuple and isinstance(value, list):
        if parameters[-1] is ...:
            return tuple(_read(one, parameters[0]) for one in value)
        if len(value) == len(parameters):
            return tuple(_read(one, hint) for one, hint in zip(value, parameters, strict=True))
    elif origin is not tuple and isinstance(value, dict):
        return {key: _read(one, parameters[1]) for key, one in value.items()}
    elif origin is not tuple and isinstance(value, list) and len(parameters) == 1:
        # Any other sequence.
        return [_read(one, parameters[0]) for one in value]
    raise MessageError(f"A field of a message is a {type(value).__name__} where it must not be.")
