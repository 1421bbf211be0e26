"""Messages: what the processes around a check say to each other, one JSON line each.

    session ──Introduction, CheckRequest, WalkRequest, CallsRequest──> host ──fork──> child
    session <──Started, Loaded, LoadFailed, Reply──────────────────── host <──Announced, Seen, Undone, an Ending── child

A tool can write into these pipes. A line is read strictly: one that is not a message, whole and with fields of the
right types, is a `MessageError`. Whatever a verdict may hang on travels `Sealed`, with a nonce that a tool cannot know.
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

from ..targets.call_answer import CallAnswer
from ..targets.past_calls import PastCalls
from ..verdict import Status
from .budget import Budget

__all__ = [
    "Announced",
    "Answers",
    "CallsMade",
    "CallsRequest",
    "CheckRequest",
    "Ending",
    "Introduction",
    "LoadFailed",
    "Loaded",
    "Loss",
    "MessageError",
    "Reply",
    "Request",
    "Sealed",
    "Seen",
    "ServerLost",
    "Started",
    "Undone",
    "Verdict",
    "WalkRequest",
    "WalkWanted",
    "line_of",
    "read_line",
]

#: The key under which a message has its class's name.
_TAG = "@"


class MessageError(Exception):
    """A line is not a message: a tool has written it, or one of our processes has a defect."""


@dataclass(frozen=True, slots=True)
class Introduction:
    """What a host is told first.

    Attributes:
        target: As the user wrote it.
        root: The sandbox's folder.
        canaries: Planted secrets, by the place where they are planted.
        base: Folder that relative paths start from.
        user_home: The user's home directory.
        sys_path: The import path.
        editable: Folders of editable installations.
        variables: Names of the variables that the user lets the tools see.
        memory_bytes: Memory that a check may take.
        load_s: Seconds to load the target.
        nonce: Seals every message of the host.
    """

    target: str
    root: str
    canaries: dict[str, str]
    base: str
    user_home: str
    sys_path: tuple[str, ...]
    editable: tuple[str, ...]
    variables: tuple[str, ...]
    memory_bytes: int
    load_s: float
    nonce: str


@dataclass(frozen=True, slots=True)
class Started:
    """The host runs, and loads the target next."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The target is loaded; these are the facts of its tools, as `ToolFacts` has them in JSON."""

    tools: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class LoadFailed:
    """The target cannot be loaded, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkRequest:
    """Make the calls in volume of one tool.

    Attributes:
        tool: The tool's index.
        seed: What random choices come from.
        nonce: Seals the verdict.
        limits: What it may take.
        with_coverage: Whether to note which parts of the tool's contract the calls exercise.
        base: Folder that relative paths start from.
        allow_destructive: Whether tools that are marked as destructive may be called.
        notes: What earlier checks have found out about the tool.
    """

    tool: int
    seed: int
    nonce: str
    limits: Budget
    with_coverage: bool
    base: str
    allow_destructive: bool
    notes: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRequest(WalkRequest):
    """Judge one tool by one check.

    Attributes:
        check: The check's id.
        module: Declares the check.
        past: The calls of an earlier finding, which are made first.
    """

    check: str
    module: str
    past: PastCalls

    def walk(self, limits: Budget) -> WalkRequest:
        """Return the request for the walk that this check needs."""
        kept = {one.name: getattr(self, one.name) for one in fields(WalkRequest)}
        return WalkRequest(**{**kept, "limits": limits})


@dataclass(frozen=True, slots=True, kw_only=True)
class CallsRequest:
    """Make calls one after another in one process.

    Attributes:
        calls: The index of a tool, and its arguments as a model would send them.
        seed: What random choices come from.
        nonce: Seals the answers.
        limits: What all of them together may take.
    """

    calls: tuple[tuple[int, Any], ...]
    seed: int
    nonce: str
    limits: Budget


Request = CheckRequest | WalkRequest | CallsRequest


@dataclass(frozen=True, slots=True)
class Announced:
    """A call of these arguments comes next; None once it has come back."""

    arguments: Any


@dataclass(frozen=True, slots=True)
class Seen:
    """The check has looked at so many calls that were not announced."""

    calls: int


@dataclass(frozen=True, slots=True)
class Undone:
    """The check, or a copy of its process, has stopped before it had seen enough.

    Attributes:
        calls: How many calls are left, as far as that is known.
        is_hung: Whether a call that did not come back is the cause, and not time.
    """

    calls: int
    is_hung: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a check has ended.

    Attributes:
        status: The verdict.
        message: The finding, or the reason.
        code: What is wrong, or why nothing was judged.
        about: Which part of the tool it concerns.
        arguments: The smallest call that shows it.
        before: The calls that have to be made before it.
        follows: The check whose finding is the cause of an error.
        is_call_lost: Whether an ordinary call did not come back, so that other checks would wait for it, too.
        fits_no_call: Whether no call fits the tool's schema.
        notes: What is known of the tool from now on.
        covered: Parts of the tool's contract that the calls have exercised.
    """

    status: Status
    message: str = ""
    code: str = ""
    about: str = ""
    arguments: dict[str, Any] | None = None
    before: tuple[dict[str, Any], ...] = ()
    follows: str = ""
    is_call_lost: bool = False
    fits_no_call: bool = False
    notes: dict[str, Any] = field(default_factory=dict)
    covered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WalkWanted:
    """The check needs the walk of its tool, and is made again after it.

    Attributes:
        covered: Parts of the tool's contract that its calls so far have exercised.
    """

    covered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a sequence of calls."""

    answers: tuple[CallAnswer, ...]


@dataclass(frozen=True, slots=True)
class ServerLost:
    """The tool's server ended in a call.

    Attributes:
        how: How it ended, as the rest of a sentence.
        said: What it wrote to standard error.
        arguments: The arguments of the call.
    """

    how: str
    said: str
    arguments: Any


#: How a child ends.
Ending = Verdict | WalkWanted | Answers | ServerLost


@dataclass(frozen=True, slots=True)
class Loss:
    """A child that ended without a verdict.

    Attributes:
        how: How it ended, as the rest of a sentence.
        arguments: The call that had not come back; None if it was between calls.
        in_call: Whether that call is to blame.
        timed_out: Whether the child had used up its time.
    """

    how: str
    arguments: Any
    in_call: bool
    timed_out: bool


@dataclass(frozen=True, slots=True)
class CallsMade:
    """The calls of one check, as the host has heard of them.

    Attributes:
        calls: How many were announced.
        calls_s: Seconds that those took which came back.
        seen: How many others the check has looked at: those of a walk, or of its own threads.
        stopped_early: Whether it has stopped before it had seen enough.
        undone: How many calls were left then, as far as that is known.
        is_hung: Whether a call that did not come back is the cause, and not time.
    """

    calls: int = 0
    calls_s: float = 0.0
    seen: int = 0
    stopped_early: bool = False
    undone: int = 0
    is_hung: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """The host's answer to a request.

    Attributes:
        seconds: Wall time of the child.
        ending: How the child ended; None if it was lost.
        loss: How it was lost; None if it was not.
        made: The calls it has made; None if nothing is known of them.
    """

    seconds: float
    ending: Ending | None
    loss: Loss | None = None
    made: CallsMade | None = None


@dataclass(frozen=True, slots=True)
class Sealed:
    """A message, and the nonce that proves whose it is."""

    nonce: str
    message: Started | Loaded | LoadFailed | Reply | Ending


Message = Introduction | Request | Announced | Seen | Undone | Sealed

_SAID = (Introduction, CheckRequest, WalkRequest, CallsRequest, Announced, Seen, Undone, Sealed)
_NAMES = {
    kind: tuple(one.name for one in fields(kind))
    for kind in (
        *_SAID,
        *(Started, Loaded, LoadFailed, Reply, Loss, CallsMade, Verdict, WalkWanted, Answers, ServerLost),
        *(Budget, CallAnswer, PastCalls),
    )
}
_KINDS = {kind.__name__: kind for kind in _SAID}


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
        # A sequence.
        return [_read(one, parameters[0]) for one in value]
    raise MessageError(f"A field of a message is a {type(value).__name__} where it must not be.")
