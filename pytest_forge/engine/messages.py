"""Messages: from a child to its host, and from a host to its session, one JSON line each.

    session ──Introduction, a Request──────────────> host ──fork──> child
    session <──Started, Loaded, LoadFailed, Reply── host <──Announced, Seen, Undone, Judged, an Ending── child

A tool can write into these pipes: `lines` reads them strictly, and an ending is `Sealed` with a nonce that a tool
cannot know.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..targets.call_answer import CallAnswer
from ..verdict import Status
from .requests import Introduction, Request

__all__ = [
    "Announced",
    "Answers",
    "CallsMade",
    "Ending",
    "FuzzRunWanted",
    "Judged",
    "LoadFailed",
    "Loaded",
    "Loss",
    "Message",
    "Reply",
    "Sealed",
    "Seen",
    "ServerLost",
    "SharedOver",
    "Started",
    "Undone",
    "Verdict",
]


@dataclass(frozen=True, slots=True)
class Started:
    """The host has started, and loads the target next."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The target is loaded.

    Attributes:
        tools: The facts of its tools, as `ToolFacts` has them in JSON.
        libraries: The modules of libraries that its server has imported; none of other targets.
    """

    tools: tuple[dict[str, Any], ...]
    libraries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LoadFailed:
    """The target cannot be loaded, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Announced:
    """A call with these arguments comes next; None once it has returned.

    Attributes:
        arguments: The arguments.
        tool: The tool of the call, if it is another one than the tool under check; else empty.
    """

    arguments: Any
    tool: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """The check has examined this many calls that were not announced."""

    calls: int


@dataclass(frozen=True, slots=True)
class Undone:
    """The check, or a copy of its process, has stopped before enough calls were made.

    Attributes:
        calls: How many calls are left, as far as known.
        is_hung: Whether the cause is a call that did not return, and not time.
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
        is_call_lost: Whether an ordinary call did not return, so that other checks would wait for it too.
        fits_no_call: Whether no call fits the tool's schema.
        notes: Facts about the tool for later checks.
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
class FuzzRunWanted:
    """The check needs the fuzz run of its tool, and runs again after it.

    Attributes:
        covered: Parts of the tool's contract exercised so far.
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
        said: Its last output on standard error.
        arguments: The arguments of the call.
        tool: As in `Announced`.
    """

    how: str
    said: str
    arguments: Any
    tool: str = ""


@dataclass(frozen=True, slots=True)
class SharedOver:
    """The child makes no further check: all are made, time is over, or something is left that cannot be undone.

    Attributes:
        notes: Facts about the tool for later checks.
    """

    notes: dict[str, Any]


#: How a child ends.
Ending = Verdict | FuzzRunWanted | Answers | ServerLost | SharedOver


@dataclass(frozen=True, slots=True)
class Judged:
    """How one of several checks in a child has ended.

    Attributes:
        check: Its id.
        ending: Its verdict, or that it needs the fuzz run.
        seconds: Its time.
    """

    check: str
    ending: Verdict | FuzzRunWanted
    seconds: float


@dataclass(frozen=True, slots=True)
class Loss:
    """A child that ended without a verdict.

    Attributes:
        how: How it ended, as the rest of a sentence.
        arguments: The arguments of the call that had not returned; None between calls.
        in_call: Whether that call is to blame.
        timed_out: Whether the child had used up its time.
        tool: The tool of that call, as in `Announced`.
    """

    how: str
    arguments: Any
    in_call: bool
    timed_out: bool
    tool: str = ""


@dataclass(frozen=True, slots=True)
class CallsMade:
    """The calls of one check, as the host has counted them.

    Attributes:
        calls: How many were announced.
        calls_s: Seconds from the first of them to the last that returned, with what is done between them.
        seen: How many other calls the check has examined: those of a fuzz run, or of its own threads.
        stopped_early: Whether it has stopped before enough calls were made.
        undone: How many calls were left then, as far as known.
        is_hung: Whether the cause is a call that did not return, and not time.
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
        made: The calls it has made; None if unknown. For several checks, those since the last of `judged`.
        judged: The checks that have ended, each with its calls, if it was asked for several.
    """

    seconds: float
    ending: Ending | None
    loss: Loss | None = None
    made: CallsMade | None = None
    judged: tuple[tuple[Judged, CallsMade], ...] = ()


@dataclass(frozen=True, slots=True)
class Sealed:
    """A message with the nonce that proves its origin."""

    nonce: str
    message: Started | Loaded | LoadFailed | Reply | Judged | Ending


Message = Introduction | Request | Announced | Seen | Undone | Sealed
