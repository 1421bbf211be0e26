"""Excuses: findings that a claim of the tool excuses; the check continues, and reports the claim at its end."""

from __future__ import annotations

from ...profile.claim import Claim
from ...verdict import CheckFailure

__all__ = ["Excuses"]


class Excuses:
    """Findings that a claim of the tool excuses."""

    def __init__(self) -> None:
        self._first: Claim | None = None

    def report(self, failure: CheckFailure, *claims: Claim) -> None:
        """Raise the finding, unless a claim excuses it."""
        claim = next((claim for claim in claims if claim), None)
        if claim is None:
            raise failure
        self.note(claim)

    def note(self, claim: Claim) -> None:
        """Record a claim that has excused a finding."""
        self._first = self._first or claim

    def tell(self) -> None:
        """Raise the verdict of the first claim that has excused a finding, if any."""
        if self._first is not None:
            raise self._first.not_judged()
