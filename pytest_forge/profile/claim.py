"""Claim: what a tool is meant to do, and who says so.

    declared    its author says so: ``facts=`` of `forge_tool`, `tool_facts`, ``_meta`` of an MCP tool
    annotated   a hint of an MCP server says so
    guessed     a word of its name, its description or its schema suggests it
    unsaid      nothing does

The first that speaks is believed. A guess never excuses a tool in silence: the verdict names the word, and the
declaration that would have the tool judged.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from forge_harness import FACTS

from ..targets.facts import ToolFacts
from ..verdict import NotApplicable

__all__ = ["Claim", "Source", "claim_of"]

Source = Literal["declared", "annotated", "guessed", "unsaid"]

#: What the hints of an MCP server say: each with the facts that hold where the hint does, and those that do not.
#: Source: https://modelcontextprotocol.io/specification, ToolAnnotations.
_HINTS: dict[str, dict[str, bool]] = {
    "idempotentHint": {"moves_on": False, "creates": False},
    "openWorldHint": {"open_world": True},
    "destructiveHint": {"replaces": True},
}


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing a tool is meant to do, or not to do.

    Attributes:
        fact: Out of `forge_harness.FACTS`.
        holds: Whether it is meant to.
        source: Who says so.
        word: The hint that was read, or the word that was guessed from; empty otherwise.
        place: Where the word stands: ``its name``, ``its description``, ``the argument 'query'``.
    """

    fact: str
    holds: bool
    source: Source
    word: str = ""
    place: str = ""

    def __bool__(self) -> bool:
        return self.holds

    def not_judged(self) -> NotApplicable:
        """Return the verdict on a tool that the claim excuses from a check; to be raised."""
        meaning = FACTS[self.fact]
        if self.source == "declared":
            return NotApplicable(f"It is declared that {meaning} ({self.fact}).")
        if self.source == "annotated":
            return NotApplicable(f"Its annotation {self.word} says that {meaning}.")
        return NotApplicable(
            f"Not judged: the word {self.word!r} in {self.place} suggests that {meaning}. "
            f"Declare facts={{{self.fact!r}: False}} to have it judged."
        )


def claim_of(tool: ToolFacts, fact: str, *, word: str = "", place: str = "its name") -> Claim:
    """Return the claim of a tool on a fact.

    Args:
        tool: The tool.
        fact: Out of `forge_harness.FACTS`.
        word: The word that suggests that the fact holds, should nobody have said; empty if none does.
        place: Where it stands, as a sentence names it.
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
