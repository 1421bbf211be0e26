"""Excused arguments: those that are meant for what a check looks for, so that it judges the others only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ...profile.argument import Argument
from ...profile.claim import Claim
from ...targets.facts import ToolFacts
from ...targets.subject import Subject
from ...verdict import NotApplicable
from .opening import Opening

__all__ = ["Openings", "without_meant"]


@dataclass(frozen=True, slots=True)
class Openings:
    """The arguments of a tool, apart by whether a check judges them.

    Attributes:
        judged: Those that it judges.
        excused: Those that it does not.
        claims: What excuses them, one claim each.
    """

    judged: list[Opening]
    excused: list[Opening]
    claims: list[Claim]

    def raise_for_excused(self) -> None:
        """End the check of a tool whose other arguments are fine.

        Raises:
            NotApplicable: If a word alone excuses an argument, if every argument is excused, or if there is none.
        """
        self.raise_for_guessed()
        if self.judged:
            return
        for claim in self.claims:
            raise claim.not_judged()
        raise NotApplicable("No argument of the tool takes text.")

    def raise_for_guessed(self) -> None:
        """End the check of a tool whose excused arguments are fine, too, by what is asked of them.

        Raises:
            NotApplicable: If a word alone excuses an argument.
        """
        for claim in self.claims:
            if claim.source == "guessed":
                raise claim.not_judged()


def without_meant(
    subject: Subject, found: Iterable[Opening], claim_of: Callable[[ToolFacts, Argument], Claim]
) -> Openings:
    """Tell the arguments that a check judges from those that are meant for what it looks for.

    Where the author declares that an argument is, words decide which; where no word does, it may be any.

    Args:
        subject: The tool.
        found: Its arguments that take text.
        claim_of: Returns the claim of a tool on one of its arguments.
    """
    openings = list(found)
    arguments = [
        Argument(opening.slot.shown, str(opening.slot.schema.get("description", "")), opening.slot.role)
        for opening in openings
    ]
    claims = [claim_of(subject.facts, argument) for argument in arguments]
    if any(claim and claim.source == "declared" for claim in claims):
        undeclared = replace(subject.facts, declared={})
        guesses = [claim_of(undeclared, argument) for argument in arguments]
        claims = [claim if guess or not any(guesses) else guess for claim, guess in zip(claims, guesses, strict=True)]
    return Openings(
        [opening for opening, claim in zip(openings, claims, strict=True) if not claim],
        [opening for opening, claim in zip(openings, claims, strict=True) if claim],
        [claim for claim in claims if claim],
    )
