"""Root folders: whether an argument is the folder in which a tool works, chosen by the application."""

from __future__ import annotations

from ..targets.facts import ToolFacts
from .claim import Claim, claim_of
from .role_words import ROOTS
from .roles import name_words

__all__ = ["takes_root"]


def takes_root(tool: ToolFacts, name: str) -> Claim:
    """Return the claim that an argument is the folder below which a tool works, by a word of its name."""
    words = name_words(name)
    word = next((word for word in ROOTS if word in words), "")
    return claim_of(tool, "takes_root", word=word, place=f"the argument {name!r}")
