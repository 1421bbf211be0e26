"""CallAnswer: the answer that a model would get to a call made in a sandbox."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["CallAnswer"]


@dataclass(frozen=True, slots=True)
class CallAnswer:
    """The answer that a model would get to a call made in a sandbox.

    Attributes:
        kind: Whether the tool ``returned``, ``failed``, or ``refused`` the arguments before it ran, or the call was
            ``not_made``.
        payload: The message to the model; None if the call did not return.
        detail: Why it did not return, as a sentence for the user.
    """

    kind: Literal["returned", "failed", "refused", "not_made"]
    payload: Any = None
    detail: str = ""
