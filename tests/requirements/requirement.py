"""What a row of the manifest holds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Requirement:
    """One promise of a seed document.

    Attributes:
        source: Seed, section and sentence, shortly.
        behaviour: What must hold, one sentence.
        deferred: Why no test holds us to it yet; None when at least one does.
    """

    source: str
    behaviour: str
    deferred: str | None = None
