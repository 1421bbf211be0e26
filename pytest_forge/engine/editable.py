"""Editable installations: packages that are imported from where they are written."""

from __future__ import annotations

import sys
from pathlib import Path

__all__ = ["editable_folders"]


def editable_folders() -> list[str]:
    """Return the folders that are importable through a finder of setuptools, without standing on the import path."""
    found: dict[str, None] = {}
    for name, module in list(sys.modules.items()):
        mapping = getattr(module, "MAPPING", None) if name.startswith("__editable__") else None
        if isinstance(mapping, dict):
            for place in mapping.values():
                if isinstance(place, str):
                    found[str(Path(place))] = None
    return list(found)
