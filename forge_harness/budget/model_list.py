"""The list of models that comes with `genai-prices`: prices and context windows, as data, without a network.

The package is slow to import (0.2 s), so it is loaded when a model is first looked up. Its updater, which would use the
network, is never started.
"""

from __future__ import annotations

import importlib
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

__all__ = ["is_list_loaded", "listed_model", "price_folder", "price_package", "price_snapshot"]

_PACKAGE = "genai_prices"


def is_list_loaded() -> bool:
    """Whether the package is imported, so that a program may have replaced the list."""
    return _PACKAGE in sys.modules


def price_folder() -> Path | None:
    """Return the folder of the package without importing it, or None if it is not installed as files."""
    try:
        found = find_spec(_PACKAGE)
    except (ImportError, ValueError):
        return None
    if found is None or found.origin is None or not found.submodule_search_locations:
        return None
    folder = Path(found.origin).parent
    return folder if folder.is_dir() else None


def price_package() -> Any:
    """Return the package `genai_prices`, or None if it is not installed."""
    try:
        return importlib.import_module(_PACKAGE)
    except ImportError:
        return None


def price_snapshot() -> Any:
    """Return the package's current list, or None if it is not installed. A program may replace the list."""
    if price_package() is None:
        return None
    return importlib.import_module(f"{_PACKAGE}.data_snapshot").get_snapshot()


def listed_model(name: str) -> Any:
    """Return the entry of the model *name*, from any provider; None if it is not listed.

    Args:
        name: The model's own name, in lower case and without a host's prefix.
    """
    snapshot = price_snapshot()
    if snapshot is None:
        return None
    try:
        return snapshot.find_provider_model(name, None, None, None)[1]
    except LookupError:
        return None
