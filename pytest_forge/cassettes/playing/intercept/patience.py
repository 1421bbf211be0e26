"""Patience: the clients of OpenAI and Anthropic retry without a pause while a cassette replays.

They retry after any error, including a miss, and wait as long as a recorded 429 says; a replay needs no pause.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from ..player import Player
from .patching import Patch

__all__ = ["intercepted"]

_CLIENTS = ("openai._base_client", "anthropic._base_client")
_METHOD = "_calculate_retry_timeout"


@contextmanager
def intercepted(player: Player) -> Iterator[None]:
    """Remove the pauses of loaded clients, unless *player* records."""
    with ExitStack() as stack:
        for name in () if player.is_recording else _CLIENTS:
            owner = getattr(sys.modules.get(name), "BaseClient", None)
            if hasattr(owner, _METHOD):
                stack.enter_context(Patch(owner, _METHOD, _at_once))
        yield


def _at_once(real: Any) -> Any:
    @functools.wraps(real)
    def calculate(*_: Any, **__: Any) -> float:
        return 0.0

    return calculate
