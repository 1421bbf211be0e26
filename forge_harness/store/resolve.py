"""resolve_store: the store that a caller or the environment has chosen."""

from __future__ import annotations

import logging
import os
import threading

from ..errors import UnknownBackendError
from .null_backend import NullBackend
from .store import Store

__all__ = ["resolve_store"]

log = logging.getLogger(__name__)

_NULL_NAMES = ("null", "none", "disabled", "0")
_REMEDY = f"Choose one of {', '.join(_NULL_NAMES)} by backend= or by FLUID_STORE_BACKEND: they keep nothing."
_warning = threading.Lock()
_has_warned = False


def resolve_store(*, backend: str | None = None) -> Store:
    """Return the store of a backend.

    Args:
        backend: ``"null"``, ``"none"``, ``"disabled"`` or ``"0"`` for a NullBackend, in any case; None for the value of
            FLUID_STORE_BACKEND. The first NullBackend of a process is logged as a warning.

    Raises:
        UnknownBackendError: If there is no such backend, or none was chosen.

    Source: seed 001, "StageSession", its `store`.
    """
    chosen = os.environ.get("FLUID_STORE_BACKEND", "") if backend is None else backend
    if not isinstance(chosen, str):
        raise UnknownBackendError(f"There is no backend {chosen!r:.80} of a store. {_REMEDY}")
    name = chosen.strip().lower()
    if not name:
        raise UnknownBackendError(f"No backend of a store was chosen. {_REMEDY}")
    if name not in _NULL_NAMES:
        raise UnknownBackendError(f"There is no backend {chosen!r:.80} of a store. {_REMEDY}")
    _warn_once(name)
    return NullBackend()


def _warn_once(name: str) -> None:
    global _has_warned
    with _warning:
        is_first, _has_warned = not _has_warned, True
    if is_first:
        log.warning("The store %r keeps nothing. What is put there cannot be read again.", name)
