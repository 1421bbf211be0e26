"""Project copy: a module finds its own folder in the sandbox, where it may write.

Many tools keep a file beside their module, ``Path(__file__).with_name("orders.json")``. The user's folder is read-only
to the target, so ``__file__`` names a copy of the module below the sandbox's home directory. The code itself is that of
the user's file, with its lines.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType

__all__ = ["ProjectCopy", "is_beside_a_module", "module_file"]

#: Files and folders that are copied, the bytes of the largest file, and the entries of a folder that are looked at. All
#: are restored before each check.
_MAX_COPIED, _MAX_BYTES, _MAX_ENTRIES = 60, 1 << 16, 500
#: The names of folders without data of a tool.
_OF_PROGRAMS = frozenset(("__pycache__", "node_modules", "site-packages"))


#: The copies of this process.
_copies: list[Path] = []


class ProjectCopy(MetaPathFinder):
    """A copy of a project's folder, made when a module of it that asks for its own file is imported.

    Small files of data are copied; all else are links, through which the target can only read.

    Args:
        folder: The project's folder.
        home: The sandbox's home directory.
    """

    def __init__(self, folder: Path, home: Path) -> None:
        self._folder = folder
        self._copy = home / (folder.name or "project")
        self._made: set[Path] = set()
        _copies.append(self._copy)
        self._left = _MAX_COPIED

    def install(self) -> None:
        """Import the project's modules this way from now on."""
        place = next((number for number, finder in enumerate(sys.meta_path) if finder is PathFinder), 0)
        sys.meta_path.insert(place, self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the specification of a module of the project; None for any other."""
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or type(spec.loader) is not SourceFileLoader or not self._is_of_project(spec.origin):
            return None
        spec.loader = self.loader(fullname, Path(spec.loader.path))
        return spec

    def loader(self, name: str, file: Path) -> SourceFileLoader:
        """Return the loader of a module of the project."""
        return _Loader(name, file, self)

    def place_of(self, file: Path) -> Path:
        """Return the place of a module's file in the copy."""
        around = [folder for folder in file.parents if folder.is_relative_to(self._folder)]
        for folder in around[::-1]:
            self._make(folder)
        # The module's own folder first: only so much is copied.
        waiting = deque(around)
        while waiting and self._left > 0:
            for inner in _folders(waiting.popleft()):
                if self._left > 0 and inner not in self._made:
                    self._left -= 1
                    self._make(inner)
                    waiting.append(inner)
        place = self._copy / file.relative_to(self._folder)
        # A link would lead a module that resolves its path to the user's folder.
        if place.is_symlink():
            place.unlink()
            place.write_bytes(file.read_bytes())
        return place

    def _is_of_project(self, file: str | None) -> bool:
        path = Path(file or "")
        if not path.is_relative_to(self._folder):
            return False
        return not any(part.startswith(".") or part in _OF_PROGRAMS for part in path.relative_to(self._folder).parts)

    def _make(self, folder: Path) -> None:
        """Make a folder of the copy, with small files of data in it, and links for all else."""
        if folder in self._made:
            return
        self._made.add(folder)
        copy = self._copy / folder.relative_to(self._folder)
        if copy.is_symlink():
            copy.unlink()
        copy.mkdir(exist_ok=True)
        # A folder that cannot be listed, such as the user's home directory, stays empty.
        with suppress(OSError):
            for entry in sorted(folder.iterdir())[:_MAX_ENTRIES]:
                if self._left > 0 and not entry.is_symlink() and _is_small_data(entry):
                    self._left -= 1
                    (copy / entry.name).write_bytes(entry.read_bytes())
                elif entry.name not in _OF_PROGRAMS:
                    (copy / entry.name).symlink_to(entry)


def _folders(folder: Path) -> list[Path]:
    """Return the folders in one that may hold data of a tool."""
    with suppress(OSError):
        found = sorted(entry for entry in folder.iterdir() if entry.is_dir() and not entry.is_symlink())
        return [entry for entry in found if not entry.name.startswith(".") and entry.name not in _OF_PROGRAMS]
    return []


def _is_small_data(path: Path) -> bool:
    return path.suffix not in SOURCE_SUFFIXES and path.is_file() and path.stat().st_size <= _MAX_BYTES


class _Loader(SourceFileLoader):
    """Gives a module that asks for its own file the place in the copy."""

    def __init__(self, name: str, file: Path, project: ProjectCopy) -> None:
        super().__init__(name, str(file))
        self._project = project

    def exec_module(self, module: ModuleType) -> None:
        """Run the module."""
        if b"__file__" in self.get_data(self.path):
            # Without a place for the copy, the module sees the user's folder.
            with suppress(OSError):
                module.__file__ = str(self._project.place_of(Path(self.path)))
        super().exec_module(module)


def is_beside_a_module(path: Path) -> bool:
    """Tell whether a path is in the copy of a project's folder, which stands for that folder."""
    return any(path.is_relative_to(copy) for copy in _copies)


def module_file(module: object) -> str | None:
    """Return the file from which a module was loaded, also if it finds itself in a copy; None without one."""
    names = getattr(module, "__dict__", {})
    loader = getattr(names.get("__spec__"), "loader", None)
    file = loader.path if isinstance(loader, _Loader) else names.get("__file__")
    return file if isinstance(file, str) else None
