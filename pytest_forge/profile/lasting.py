"""Whether what a tool starts is meant to last after the call."""

from __future__ import annotations

from ..strategies.roles import name_words
from ..targets.facts import ToolFacts
from .claim import Claim, claim_of

__all__ = ["hands_over", "starts_something"]

#: First words of the names of tools whose work goes on after the call.
_LASTING = frozenset(
    {"start", "open", "launch", "spawn", "schedule", "subscribe", "watch", "monitor", "connect", "begin", "serve"}
)
#: Those of them that hand something over to somebody, and have nothing more to do with it.
_FOR_GOOD = frozenset({"open", "launch"})


def starts_something(tool: ToolFacts) -> Claim:
    """Return the claim that what a call starts or opens is meant to last; that of a reader is declared only."""
    word = next(iter(name_words(tool.name)), "")
    is_meant = word in _LASTING and tool.tier != "read"
    return claim_of(tool, "starts_lasting", word=word if is_meant else "")


def hands_over(tool: ToolFacts) -> bool:
    """Tell whether the name of a tool says that nobody needs to hold what it starts."""
    return next(iter(name_words(tool.name)), "") in _FOR_GOOD
