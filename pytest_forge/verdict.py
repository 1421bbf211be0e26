"""Verdicts: the exceptions that end a check, and its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .regex import regex

__all__ = [
    "CALL_HUNG",
    "NOTHING_WORKS",
    "NOT_ENOUGH_SEEN",
    "NOT_JUDGED",
    "CallHung",
    "CallNeverReturned",
    "CheckFailure",
    "CheckResult",
    "CouldNotRun",
    "FollowsFinding",
    "Level",
    "NeedsWalk",
    "NoCallFits",
    "NoResultHere",
    "NotApplicable",
    "NotEnoughSeen",
    "NothingWorks",
    "Status",
]

Status = Literal["passed", "failed", "error", "not_applicable"]
Level = Literal["MUST", "SHOULD"]

#: The fields of a verdict in the JSON report, version 1. Source: DESIGN 3.4.
_REPORTED = ("tool", "check", "family", "level", "status", "code", "message", "arguments", "reproduce", "seconds")

#: The code of an error: too few calls were made for a verdict.
NOT_ENOUGH_SEEN = "not_enough_seen"
#: The code of a verdict: no ordinary call of the tool works here.
NOTHING_WORKS = "nothing_works"
#: The code of an error: a call did not return.
CALL_HUNG = "call_hung"
#: The code of any other error.
NOT_JUDGED = "not_judged"
_CODE = regex(r"[a-z][a-z0-9_]{2,63}")


class CheckFailure(AssertionError):  # noqa: N818  # a verdict, not an error
    """The tool breaks the requirement of the check.

    Args:
        code: What is wrong, in snake case, such as ``stale_cache``; it stays when the message is reworded, since ids,
            baselines and ``--replay`` use it. Left out, as in ``CheckFailure("The tool did this.")``, it is the
            check's id.
        message: What the tool did, with the value, in a sentence for its author.
        about: The part of the tool concerned, if a code may apply to several: an argument, a field, the class of an
            exception. Part of the finding's id.
        arguments: The smallest call that shows it; None if no call is needed.
        before: The calls to make before it, of this tool and of others, each with ``tool`` and ``arguments``.

    Raises:
        ValueError: If the code is not in snake case, of 3 to 64 characters.
    """

    def __init__(
        self,
        code: str,
        message: str | None = None,
        *,
        about: str = "",
        arguments: Mapping[str, Any] | None = None,
        before: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        if message is None:
            code, message = "", code
        elif not _CODE.fullmatch(code):
            raise ValueError(f"{code!r} is not a code of a finding. Write it in snake case, such as 'stale_cache'.")
        super().__init__(message)
        self.code = code
        self.message = message
        self.about = about
        self.arguments = None if arguments is None else dict(arguments)
        self.before = [dict(call) for call in before]


class CallNeverReturned(CheckFailure):
    """A plausible call did not return, so that every other check would wait for it too."""


class NotApplicable(Exception):  # noqa: N818  # a verdict, not an error
    """The requirement does not apply to this tool; the message says why.

    Attributes:
        code: The reason, if reports need it; else empty.
    """

    code = ""


class NoResultHere(NotApplicable):
    """The tool cannot work here through no fault of its own: without a network, for example."""

    code = NOTHING_WORKS


class CouldNotRun(Exception):  # noqa: N818  # a verdict, not an error
    """The check could not judge the tool; the message says what was missing. Counts as an error, never as a pass.

    Attributes:
        code: Why nothing was judged.
        follows: The id of the check whose finding is the cause; empty if there is none.
    """

    code = NOT_JUDGED
    follows = ""


class NotEnoughSeen(CouldNotRun):
    """Time or a process ended before enough calls were made for a verdict; the message says what is missing."""

    code = NOT_ENOUGH_SEEN


class NothingWorks(CouldNotRun):
    """No ordinary call of the tool works here, so its calls show nothing; the message says why."""

    code = NOTHING_WORKS


class FollowsFinding(CouldNotRun):
    """The check could not judge the tool because of a finding of another check.

    Args:
        message: Why not.
        check: The id of the other check.
    """

    def __init__(self, message: str, *, check: str) -> None:
        super().__init__(message)
        self.follows = check


class CallHung(FollowsFinding):
    """A call did not return, so the check could not judge the tool.

    Args:
        what: The call, as the subject of a sentence.
    """

    code = CALL_HUNG

    def __init__(self, what: str = "a call") -> None:
        super().__init__(f"Not judged: {what} did not return, see valid_calls_return.", check="valid_calls_return")


class NeedsWalk(Exception):  # noqa: N818  # a question, not an error
    """The check has found nothing by itself and needs the fuzz run; it runs again after it."""


class NoCallFits(CouldNotRun):
    """The schema allows no call that can be made, so that other checks cannot make one either."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The verdict of one check on one tool, in JSON types.

    Attributes:
        tool: The tool's name.
        target: The target it was found in.
        check: The check's id.
        family: The check's family.
        level: MUST or SHOULD.
        status: passed, failed, error (could not be judged) or not_applicable.
        code: What is wrong, in snake case; of an error, why nothing could be judged. Empty for the other verdicts, but
            for ``nothing_works``, if the tool cannot work here.
        message: The finding, or the reason; empty if passed.
        arguments: The smallest call that shows the finding.
        reproduce: The command line that reproduces it.
        seconds: Wall time of the check.
        id: The id of the finding or error, stable from run to run; empty for the other verdicts.
        old_id: The id from before findings had codes, for baselines and stores of that time.
        follows: The check whose finding is the cause of this error; empty if it stands by itself.
        seed: The seed of the check's random choices.
        was_made: Whether the check ran at all; False if the tool must not be run.
        is_accepted: Whether it is a finding that a baseline accepts.
        accepted_status: What an accepted verdict was: failed or error; empty also if it follows from an accepted one.
        accepted_reason: Why it is accepted, as the project says.
        accepted_message: Its own message.
        before: The calls to make before it, each with ``tool`` and ``arguments``.
        is_stale: True for a stale baseline entry: the accepted finding no longer occurs.
    """

    tool: str
    target: str
    check: str
    family: str
    level: Level
    status: Status
    message: str = ""
    arguments: dict[str, Any] | None = None
    reproduce: str = ""
    seconds: float = 0.0
    id: str = ""
    code: str = ""
    old_id: str = ""
    follows: str = ""
    seed: int = 0
    was_made: bool = True
    is_accepted: bool = False
    accepted_status: str = ""
    accepted_reason: str = ""
    accepted_message: str = ""
    is_stale: bool = False
    before: Sequence[Mapping[str, Any]] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the result as the JSON report holds it, version 1; ``before`` is there only if it is not empty."""
        before = {"before": [dict(call) for call in self.before]} if self.before else {}
        return {key: getattr(self, key) for key in _REPORTED} | before
