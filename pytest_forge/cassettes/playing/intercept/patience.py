"""Patience: the clients of OpenAI and Anthropic do not wait before they try again while nothing can be sent.

They try again after any error, a miss included, and after a recorded 429 as long as it says; no server is spared by it.
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
    """Take the pauses away, unless *player* records; only from clients that are loaded."""
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
