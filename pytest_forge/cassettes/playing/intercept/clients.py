"""Clients: every family at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from ..nesting import entered
from ..player import Player
from . import aiohttp_client, http_client, httpx_family, patience

__all__ = ["intercepted"]

_FAMILIES = (
    httpx_family.intercepted,
    http_client.intercepted,
    aiohttp_client.intercepted,
    patience.intercepted,
)


@contextmanager
def intercepted(player: Player) -> Iterator[None]:
    """Have *player* asked by every client that is installed; on leaving, all is as it was."""
    with ExitStack() as stack:
        stack.enter_context(entered(player))
        for family in _FAMILIES:
            stack.enter_context(family(player))
        yield
