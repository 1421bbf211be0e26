"""Clients: the interception of every family of clients, and of the pauses before their retries."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from ..nesting import entered
from ..player import Player
from . import aiohttp_client, http_client, httpx_family
from .patching import Patch

__all__ = ["intercepted"]

#: Clients that retry after any error, including a miss, and wait as long as a recorded 429 says.
_RETRYING = ("openai._base_client", "anthropic._base_client")
_PAUSE = "_calculate_retry_timeout"


@contextmanager
def intercepted(player: Player, *, is_outermost: bool = False) -> Iterator[None]:
    """Route the requests of every installed client to *player*; leaving restores the clients.

    Args:
        player: The session.
        is_outermost: Whether every other session is asked first, whenever it was entered.
    """
    with ExitStack() as stack:
        stack.enter_context(entered(player, is_outermost=is_outermost))
        for family in (httpx_family.intercepted, http_client.intercepted, aiohttp_client.intercepted, _without_pauses):
            stack.enter_context(family(player))
        yield


@contextmanager
def _without_pauses(player: Player) -> Iterator[None]:
    """Remove the pauses before retries from loaded clients, unless *player* records."""
    with ExitStack() as stack:
        for name in () if player.is_recording else _RETRYING:
            owner = getattr(sys.modules.get(name), "BaseClient", None)
            if hasattr(owner, _PAUSE):
                stack.enter_context(Patch(owner, _PAUSE, _at_once))
        yield


def _at_once(real: Any) -> Any:
    @functools.wraps(real)
    def calculate(*_: Any, **__: Any) -> float:
        return 0.0

    return calculate
