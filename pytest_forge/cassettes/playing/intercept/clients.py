"""Clients: the interception of every family of clients."""

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
def intercepted(player: Player, *, is_outermost: bool = False) -> Iterator[None]:
    """Route the requests of every installed client to *player*; leaving restores the clients.

    Args:
        player: The session.
        is_outermost: Whether every other session is asked first, whenever it was entered.
    """
    with ExitStack() as stack:
        stack.enter_context(entered(player, is_outermost=is_outermost))
        for family in _FAMILIES:
            stack.enter_context(family(player))
        yield
