"""Other pages: the page that a tool's service answers, and the same page with other numbers."""

from __future__ import annotations

import re

from ....oracles.network_canary import Page
from ....targets.subject import Subject
from ...calls.worlds.own_world import own_world

__all__ = ["two_pages"]

_NUMBER = re.compile(rb"(?<![\w.-])\d{1,6}(?![\w-])")


def two_pages(subject: Subject) -> tuple[Page, Page] | None:
    """Return the page with which a tool works, and one with each number raised by one; None if no number is there."""
    usual = own_world(subject).page
    if usual is None:
        return None
    body = _NUMBER.sub(_next, usual.body)
    return None if body == usual.body else (usual, Page(body, usual.kind))


def _next(found: re.Match[bytes]) -> bytes:
    return str(int(found[0]) + 1).encode()
