"""Effect: one effect of a call that its tier does not allow, unless a claim of the tool excuses it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from ...observe.observation import Answer, Observation
from ...profile.claim import Claim
from ...sandbox import Sandbox
from ...targets.facts import ToolFacts

__all__ = ["Effect", "Effects"]


class Effect(Struct, frozen=True):
    """One effect.

    Attributes:
        did: A verb phrase, such as ``created the file 'x'``.
        excuse: The claim that decides whether it is allowed; None if it is not.
    """

    did: str
    excuse: Claim | None = None


#: Yields the effects of one observed call of a tool in a sandbox.
Effects = Callable[[ToolFacts, Sandbox, Observation[Answer]], Iterator[Effect]]
