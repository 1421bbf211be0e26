"""Lasting: tools whose processes, threads or connections are meant to outlast the call."""

from __future__ import annotations

from ..targets.facts import ToolFacts
from .claim import Claim, claim_of
from .roles import name_words

__all__ = ["hands_over", "starts_something"]

#: First words of the names of tools whose work continues after the call.
_LASTING = frozenset(
    {"start", "open", "launch", "spawn", "schedule", "subscribe", "watch", "monitor", "connect", "begin", "serve"}
)
#: Those of them that hand something over, and do not manage it afterwards.
_FOR_GOOD = frozenset({"open", "launch"})


def starts_something(tool: ToolFacts) -> Claim:
    """Return the claim that resources of a call are meant to last; for readers it is never guessed."""
    word = next(iter(name_words(tool.name)), "")
    is_meant = word in _LASTING and tool.tier != "read"
    return claim_of(tool, "starts_lasting", word=word if is_meant else "")


def hands_over(tool: ToolFacts) -> bool:
    """Tell whether the name of a tool says that the started work does not need an owner."""
    return next(iter(name_words(tool.name)), "") in _FOR_GOOD
