"""Told circles: an answer that says that things need each other in a circle, so that they have no order."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["tells_of_circle"]

_CIRCLE = regex(
    r"circ(?:le|ul)|cycl|\bloops?\b|\b(?:depend\w* on|needs?|waits? for) (?:itself|themselves|each other)"
    r"|\bcan(?:not|'t) be (?:ordered|sorted|put in (?:an )?order|done|reached)|\bno (?:valid |possible )?order\b"
    r"|deadlock",
    re.IGNORECASE,
)


def tells_of_circle(text: str) -> bool:
    """Tell whether a text speaks of a circle."""
    return _CIRCLE.search(text) is not None
