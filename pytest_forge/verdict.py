"""Verdicts: how a check ends, and what is left of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

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

#: What the JSON report, version 1, says of a verdict. Source: DESIGN 3.4.
_REPORTED = ("tool", "check", "family", "level", "status", "code", "message", "arguments", "reproduce", "seconds")

#: The code of an error that means: the calls that were made are too few for a verdict.
NOT_ENOUGH_SEEN = "not_enough_seen"
#: The code of a verdict that means: no ordinary call of the tool does its job here.
NOTHING_WORKS = "nothing_works"
#: The code of an error that means: a call did not come back.
CALL_HUNG = "call_hung"
#: The code of any other error.
NOT_JUDGED = "not_judged"
_CODE = re.compile(r"[a-z][a-z0-9_]{2,63}")


class CheckFailure(AssertionError):  # noqa: N818  # a verdict, not an error
    """The tool breaks the promise.

    Args:
        code: What is wrong, in snake case, such as ``stale_cache``: the same for every sentence that says so. Ids,
            baselines and ``--replay`` hang on it. Left out, as in ``CheckFailure("The tool did this.")``, it is the
            check's id.
        message: One sentence a tool author understands: what the tool did, with the value.
        about: Which part of the tool it concerns, where one code may be found in several: an argument, a field, the
            class of an exception. Part of the finding's id.
        arguments: The smallest call that shows it, or None where none is needed.
        before: The calls that have to be made before it, of this tool and of others, each with ``tool`` and
            ``arguments``.

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
    """A plausible call did not come back, so that every other check would wait for it too."""


class NotApplicable(Exception):  # noqa: N818  # a verdict, not an error
    """The promise does not concern this tool; the text says why.

    Attributes:
        code: Why, where reports ask for it; else empty.
    """

    code = ""


class NoResultHere(NotApplicable):
    """The tool cannot do its job here, and cannot help it: without a network, for example."""

    code = NOTHING_WORKS


class CouldNotRun(Exception):  # noqa: N818  # a verdict, not an error
    """The check found no way to judge the tool; the text says what was missing. Counts as an error, never as a pass.

    Attributes:
        code: Why nothing was judged.
        follows: The id of the check whose finding is the cause; empty if there is none.
    """

    code = NOT_JUDGED
    follows = ""


class NotEnoughSeen(CouldNotRun):
    """Time, calls or a process were gone before enough was seen for a verdict; the text says what was not seen."""

    code = NOT_ENOUGH_SEEN


class NothingWorks(CouldNotRun):
    """No ordinary call of the tool does its job here, so that nothing can be told from its calls; the text says why."""

    code = NOTHING_WORKS


class FollowsFinding(CouldNotRun):
    """The check could not judge the tool because of what another check finds in it.

    Args:
        message: What stood in the way.
        check: The id of the other check.
    """

    def __init__(self, message: str, *, check: str) -> None:
        super().__init__(message)
        self.follows = check


class CallHung(FollowsFinding):
    """A call did not come back, so that the check could not judge the tool.

    Args:
        what: Which call, as the subject of a sentence.
    """

    code = CALL_HUNG

    def __init__(self, what: str = "a call") -> None:
        super().__init__(f"Not judged: {what} did not come back, see valid_calls_return.", check="valid_calls_return")


class NeedsWalk(Exception):  # noqa: N818  # a question, not an error
    """The check has found nothing by itself, and asks for the calls in volume; it is made once more when they are."""


class NoCallFits(CouldNotRun):
    """The schema allows no call that could be made, so that every other check would miss it too."""


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
            for ``nothing_works``, where the tool cannot do its job here.
        message: The finding, or the reason; empty if passed.
        arguments: The smallest call that shows the finding.
        reproduce: The command line that shows it again.
        seconds: Wall time of the check.
        id: What the finding or the error is called, from one run to the next; empty for the other verdicts.
        old_id: What the finding was called before findings had codes, for baselines and stores of that time.
        follows: The check whose finding is the cause of this error; empty if it stands by itself.
        seed: What the check's random choices came from.
        was_made: Whether the check was made at all; False where the tool was not to be run.
        is_accepted: Whether it is a finding that a baseline has accepted.
        before: The calls that have to be made before it, each with ``tool`` and ``arguments``.
        is_stale: Whether it is no finding of the check, but an entry of a baseline that accepts what no longer shows.
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
    is_stale: bool = False
    before: Sequence[Mapping[str, Any]] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the result as the JSON report holds it, version 1; ``before`` is there where calls come before."""
        before = {"before": [dict(call) for call in self.before]} if self.before else {}
        return {key: getattr(self, key) for key in _REPORTED} | before
