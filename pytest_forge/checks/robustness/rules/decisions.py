"""Decisions: the flags and words of an answer that tell whether something is allowed."""

from __future__ import annotations

from typing import Any

from ....profile.told_vetoes import is_decision

__all__ = ["decision_of"]


def decision_of(value: Any) -> str:
    """Return the decisions in an answer, as text."""
    parts = value.items() if isinstance(value, dict) else [("", value)]
    return ", ".join(f"{name} {part!r}".strip() for name, part in parts if is_decision(part))
