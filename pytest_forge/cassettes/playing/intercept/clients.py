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
def intercepted(player: Player, *, is_outermost: bool = False) -> Iterator[None]:
    """Have *player* asked by every client that is installed; on leaving, all is as it was.

    Args:
        player: The session.
        is_outermost: Whether every other session is asked first, whenever it was entered.
    """
    with ExitStack() as stack:
        stack.enter_context(entered(player, is_outermost=is_outermost))
        for family in _FAMILIES:
            stack.enter_context(family(player))
        yield
