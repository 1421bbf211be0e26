"""Calls told once: ordinary calls of a tool whose description says that an equal call takes effect once."""

from __future__ import annotations

from typing import Any

from ....profile.told_repeats import told_repeats
from ....profile.told_reuse import told_single_use
from ....targets.subject import Subject
from ....verdict import NoCallFits
from ...calls.plausible_calls import plausible_calls

__all__ = ["calls_told_once"]

_MAX_CALLS = 4


def calls_told_once(subject: Subject) -> tuple[str, list[dict[str, Any]]]:
    """Return the sentence that says so, and ordinary calls; an empty text and no calls if nothing says so."""
    single = told_single_use(subject.facts)
    told = told_repeats(subject.facts) or (single[0] if single is not None else "")
    try:
        return told, plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS] if told else []
    except NoCallFits:
        return told, []
