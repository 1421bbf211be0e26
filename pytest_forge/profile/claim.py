"""Claim: an intended behaviour of a tool, and its source.

    declared    by its author: ``facts=`` of `forge_tool`, `tool_facts`, ``_meta`` of an MCP tool
    annotated   by a hint of an MCP server
    guessed     from a word of its name, its description or its schema
    unsaid      none of these

The first source wins. A guess never excuses a tool in silence: the verdict names the word, and the declaration with
which the tool is judged.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from forge_harness import FACTS

from ..targets.facts import ToolFacts
from ..verdict import NotApplicable

__all__ = ["Claim", "Source", "claim_of"]

Source = Literal["declared", "annotated", "guessed", "unsaid"]

#: Hints of MCP servers to facts: True if the fact equals the hint, False if it is the opposite.
#: Source: https://modelcontextprotocol.io/specification, ToolAnnotations.
_HINTS: dict[str, dict[str, bool]] = {
    "idempotentHint": {"moves_on": False, "creates": False},
    "openWorldHint": {"open_world": True},
    "destructiveHint": {"replaces": True},
}


class Claim(Struct, frozen=True):
    """An intended behaviour of a tool, or its absence.

    Attributes:
        fact: One of `forge_harness.FACTS`.
        holds: Whether the fact is true of the tool.
        source: The source.
        word: The hint, or the word of a guess; else empty.
        place: The place of the word: ``its name``, ``its description``, ``the argument 'query'``.
    """

    fact: str
    holds: bool
    source: Source
    word: str = ""
    place: str = ""

    def __bool__(self) -> bool:
        return self.holds

    def not_judged(self) -> NotApplicable:
        """Return the verdict for a tool that the claim excuses from a check; the check raises it."""
        meaning = FACTS[self.fact]
        if self.source == "declared":
            return NotApplicable(f"The tool declares that {meaning} ({self.fact}).")
        if self.source == "annotated":
            return NotApplicable(f"Its annotation {self.word} says that {meaning}.")
        return NotApplicable(
            f"Not judged: the word {self.word!r} in {self.place} suggests that {meaning}. "
            f"If that is wrong, declare facts={{{self.fact!r}: False}}."
        )


def claim_of(tool: ToolFacts, fact: str, *, word: str = "", place: str = "its name") -> Claim:
    """Return the claim of a tool on a fact.

    Args:
        tool: The tool.
        fact: One of `forge_harness.FACTS`.
        word: The word that suggests the fact, for a guess; empty without one.
        place: The place of the word, for a message.
    """
    if fact not in FACTS:
        raise KeyError(fact)
    if fact in tool.declared:
        return Claim(fact, tool.declared[fact], "declared")
    for hint, facts in _HINTS.items():
        if fact in facts and hint in tool.annotations:
            value = tool.annotations[hint]
            return Claim(fact, facts[fact] == value, "annotated", f"{hint}: {str(value).lower()}")
    return Claim(fact, True, "guessed", word, place) if word else Claim(fact, False, "unsaid")
