"""CallAnswer: what a model would be told of a call that was made in a sandbox."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["CallAnswer"]


@dataclass(frozen=True, slots=True)
class CallAnswer:
    """What a model would be told of a call that was made in a sandbox.

    Attributes:
        kind: Whether the tool ``returned``, ``failed``, or ``refused`` the arguments before it ran, or whether the call
            was ``not_made`` at all.
        payload: What would be sent to the model; None where the call did not come back.
        detail: Why it did not return, in a sentence for people.
    """

    kind: Literal["returned", "failed", "refused", "not_made"]
    payload: Any = None
    detail: str = ""
