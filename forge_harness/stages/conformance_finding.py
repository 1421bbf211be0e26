"""ConformanceFinding: one way in which a draft does not conform to a standard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["ConformanceFinding"]


@dataclass(frozen=True, slots=True)
class ConformanceFinding:
    """One way in which a draft does not conform to a standard.

    Attributes:
        standard: The standard, for example ``"fluid"``.
        severity: ``"error"`` if the draft is refused for it, else ``"warning"``.
        message: What is wrong, with its path, then what to do.
        target: The place in the draft; empty if the message has it.
    """

    standard: str
    severity: Literal["error", "warning"]
    message: str
    target: str = ""
