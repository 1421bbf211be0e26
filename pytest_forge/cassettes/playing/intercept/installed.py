"""Which clients are installed; looked up once, since every cassette asks."""

from __future__ import annotations

import importlib.util
import sys
from functools import lru_cache

__all__ = ["is_installed"]


def is_installed(package: str) -> bool:
    """Whether *package* can be imported."""
    if package in sys.modules:
        # None marks a module that must not be imported.
        return sys.modules[package] is not None
    return _is_found(package, tuple(sys.path))


@lru_cache(maxsize=64)
def _is_found(package: str, _: tuple[str, ...]) -> bool:
    return importlib.util.find_spec(package) is not None
