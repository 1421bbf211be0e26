"""Home imports: modules of a folder that holds the user's home, which the sandbox lets nobody list.

Python's own finder lists a folder of the import path again whenever it has changed. The kernel refuses that for a
folder with hidden files of the user, and the finder then takes every module there for missing.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, all_suffixes
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

__all__ = ["find_by_name"]


def find_by_name(user_home: Path) -> None:
    """Find the modules of such folders by the names of their files from now on.

    Args:
        user_home: The user's home directory, resolved.
    """

    def hook(entry: str) -> _NamedFiles:
        if not user_home.is_relative_to(Path(entry or ".").resolve()):
            raise ImportError(f"{entry!r} can be listed.")
        return _NamedFiles(Path(entry or ".").resolve())

    sys.path_hooks.insert(0, hook)
    for entry in list(sys.path_importer_cache):
        if user_home.is_relative_to(Path(entry).resolve()):
            del sys.path_importer_cache[entry]


class _NamedFiles:
    """The modules of one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find_spec(self, name: str, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return where the module is: a package before a file, a folder without code last, as Python's own finder."""
        del target
        place = self._folder / name.rpartition(".")[2]
        for suffix in all_suffixes():
            if (code := place / f"__init__{suffix}").is_file():
                return spec_from_file_location(name, code, submodule_search_locations=[str(place)])
        for suffix in all_suffixes():
            if (code := place.with_name(f"{place.name}{suffix}")).is_file():
                return spec_from_file_location(name, code)
        return _namespace(name, [str(place)]) if place.is_dir() else None


def _namespace(name: str, folders: Sequence[str]) -> ModuleSpec:
    spec = ModuleSpec(name, None, is_package=True)
    spec.submodule_search_locations = list(folders)
    return spec
