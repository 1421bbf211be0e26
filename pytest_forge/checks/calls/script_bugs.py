"""Script bugs: exceptions that end a script and mean a mistake of its author, read from its error output."""

from __future__ import annotations

import builtins

from forge_harness import ToolError

from ...regex import regex
from ...targets.outcome import Outcome

__all__ = ["bug_in_script"]

_BUGS = (
    TypeError,
    AttributeError,
    LookupError,
    ZeroDivisionError,
    RecursionError,
    AssertionError,
    NameError,
    StopIteration,
)
#: What JavaScript calls a NameError.
_OF_NODE = "ReferenceError"
_CLASS = regex(r"(?:\w+\.)*(?P<name>\w+(?:Error|Iteration))(?::.*)?")
_PLACE = regex(r'File "[^"]*?(?P<file>[^"/\\]+)", line (?P<line>\d+)')


def bug_in_script(outcome: Outcome) -> tuple[str, str, str] | None:
    """Return the class of an exception that ended a script, its place, and what else is wrong; None if it is not a bug.

    A result that does not fit the output that the script declares is a bug as well.
    """
    raised = outcome.raised
    if not isinstance(raised, ToolError):
        return None
    if raised.code == "invalid_output":
        return "ToolError", "", str(raised).partition(". ")[0]
    # The cause of its failure is its error output.
    lines = str(raised.__cause__ or "").splitlines() if raised.code == "script_failed" else []
    named = [match["name"] for line in lines if (match := _CLASS.fullmatch(line.strip()))]
    if not named or not _means_a_bug(named[-1]):
        return None
    places = [f"{place['file']}:{place['line']}" for line in lines if (place := _PLACE.search(line))]
    return named[-1], "".join(places[-1:]), ""


def _means_a_bug(name: str) -> bool:
    known = getattr(builtins, name, None)
    return name == _OF_NODE or (isinstance(known, type) and issubclass(known, _BUGS))
