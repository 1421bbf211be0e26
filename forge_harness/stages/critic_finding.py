"""CriticFinding: one thing that a critic has to say about a draft."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Literal, get_args

__all__ = ["SEVERITIES", "CriticFinding", "Severity"]

Severity = Literal["error", "warning", "info"]

#: From the worst: an error is to be repaired, a warning is shown, and an info helps whoever looks for a cause.
SEVERITIES: tuple[Severity, ...] = get_args(Severity)


@dataclass(frozen=True, slots=True)
class CriticFinding:
    """One thing that a critic has to say about a draft.

    Attributes:
        stage: The stage that made the draft, for example ``"logical"``.
        severity: ``"error"``, ``"warning"`` or ``"info"``.
        message: What is wrong.
        suggestion: What to do about it; may be empty.
        target: The place in the draft, for example ``"dv2.hubs.hub_customer.business_key_columns"``; may be empty.
        rule: The name of the rule that found it; empty if it comes from elsewhere. Does not count for equality.

    Raises:
        TypeError: If one of them is not a text.
        ValueError: If the severity is unknown, or stage or message are empty.

    Source: seed 001, "Scratchpad: Writing".
    """

    stage: str
    severity: Severity
    message: str
    suggestion: str = ""
    target: str = ""
    rule: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for part in fields(self):
            value = getattr(self, part.name)
            if not isinstance(value, str):
                raise TypeError(
                    f"The {part.name} of a finding is a text, and {value!r:.80} is of type {type(value).__name__}. "
                    f"Give the {part.name} as a str."
                )
        if self.severity not in SEVERITIES:
            raise ValueError(
                f"A finding cannot have the severity {self.severity!r:.80}. Write 'error', 'warning' or 'info'."
            )
        for name in ("stage", "message"):
            if not getattr(self, name).strip():
                raise ValueError(f"A finding has an empty {name}. Write its {name}.")
