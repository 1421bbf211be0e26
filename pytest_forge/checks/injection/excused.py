"""Excused arguments: a check does not judge an argument that is meant to hold what the check looks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from msgspec import Struct

from ...profile.argument import Argument
from ...profile.claim import Claim
from ...targets.facts import ToolFacts
from ...targets.subject import Subject
from ...verdict import NotApplicable
from .injection_point import InjectionPoint

__all__ = ["PointSelection", "without_meant"]


class PointSelection(Struct, frozen=True):
    """The arguments of a tool, split into judged and excused ones.

    Attributes:
        judged: Arguments that the check judges.
        excused: Arguments that it does not judge.
        claims: The claim that excuses each of them.
    """

    judged: list[InjectionPoint]
    excused: list[InjectionPoint]
    claims: list[Claim]

    def raise_for_excused(self) -> None:
        """Raise NotApplicable for arguments that were not judged; the judged ones have passed.

        Raises:
            NotApplicable: If only a word excuses an argument, or if no argument was judged.
        """
        self.raise_for_guessed()
        if self.judged:
            return
        for claim in self.claims:
            raise claim.not_judged()
        raise NotApplicable("No argument of the tool takes text.")

    def raise_for_guessed(self) -> None:
        """Raise NotApplicable for an argument that only a word excuses.

        Raises:
            NotApplicable: If there is one.
        """
        for claim in self.claims:
            if claim.source == "guessed":
                raise claim.not_judged()


def without_meant(
    subject: Subject, found: Iterable[InjectionPoint], claim_of: Callable[[ToolFacts, Argument], Claim]
) -> PointSelection:
    """Split the arguments into judged ones and those meant to hold what the check looks for.

    If the author declares the claim for the tool, words decide which argument it means; without such a word, all.

    Args:
        subject: The tool.
        found: Its arguments that take text.
        claim_of: Returns the tool's claim for one of its arguments.
    """
    points = list(found)
    arguments = [
        Argument(point.slot.shown, str(point.slot.schema.get("description", "")), point.slot.role) for point in points
    ]
    claims = [claim_of(subject.facts, argument) for argument in arguments]
    if any(claim and claim.source == "declared" for claim in claims):
        undeclared = replace(subject.facts, declared={})
        guesses = [claim_of(undeclared, argument) for argument in arguments]
        claims = [claim if guess or not any(guesses) else guess for claim, guess in zip(claims, guesses, strict=True)]
    return PointSelection(
        [point for point, claim in zip(points, claims, strict=True) if not claim],
        [point for point, claim in zip(points, claims, strict=True) if claim],
        [claim for claim in claims if claim],
    )
