"""Source files: the files that decide what a target's tools do, and when they changed."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.machinery import PathFinder
from pathlib import Path

__all__ = ["Snapshot", "last_change", "snapshot", "source_places"]

_MAX_FILES = 20_000
#: Folders that hold no sources.
_SKIPPED = {"__pycache__", "node_modules", "site-packages"}

#: Endings of the files that decide what a tool does.
_OF_CODE = {".py", ".so", ".pyd", ".js", ".mjs", ".cjs", ".ts", ".json", ".jsonl", ".yaml", ".yml", ".toml", ".sql"}

#: The files that were found, each with its time of change and size.
Snapshot = dict[str, tuple[int, int]]


def source_places(targets: Sequence[str], *, base: Path, files: Sequence[Path] = ()) -> list[Path]:
    """Return the files and folders of *targets*: a Python file with its folder, a package with all of its modules.

    Args:
        targets: As the user named them.
        base: Folder that relative paths start from.
        files: Further files, such as a baseline.
    """
    places = [path for target in targets for path in _places(target, base)]
    return list(dict.fromkeys([*places, *files]))


def snapshot(places: Sequence[Path], leave: Sequence[Path]) -> Snapshot:
    """Return the files at *places*, without those at *leave*, and without the output of this process."""
    left, ours = [path.resolve() for path in leave], _own_output()
    found: Snapshot = {}
    for place in places:
        for path in _files(place):
            if len(found) >= _MAX_FILES:
                return found
            if any(path.is_relative_to(one) for one in left):
                continue
            with suppress(OSError):
                stat = path.stat()
                if (stat.st_dev, stat.st_ino) not in ours:
                    found[str(path)] = (stat.st_mtime_ns, stat.st_size)
    return found


def last_change(places: Sequence[Path], leave: Sequence[Path] = ()) -> tuple[int, str]:
    """Return when the last change of code at *places* was, in nanoseconds as `time.time_ns`, and the file's name.

    A file that was moved there has changed. Of a folder, only files count whose endings code has: a log that is written
    there changes no tool.

    Args:
        places: Files and folders.
        leave: Files and folders that a run itself writes.
    """
    left = [path.resolve() for path in leave]
    last, name = 0, ""
    for place in places:
        is_folder = place.is_dir()
        for path in _files(place):
            if (is_folder and path.suffix not in _OF_CODE) or any(path.is_relative_to(one) for one in left):
                continue
            with suppress(OSError):
                stat = path.stat()
                moment = max(stat.st_mtime_ns, stat.st_ctime_ns)
                last, name = max((last, name), (moment, path.name))
    return last, name


def _places(target: str, base: Path) -> Iterator[Path]:
    if target.startswith("mcp:"):
        words = target.removeprefix("mcp:")
        with suppress(ValueError):
            for word in shlex.split(words):
                if (base / word).is_file() and not Path(word).is_absolute():
                    yield (base / word).parent
        return
    word = target.removeprefix("definitions:")
    for source in (word, word.rpartition(":")[0]):
        path = base / source
        if source and path.exists():
            yield path.parent if path.suffix == ".py" else path
            return
    top = word.partition(":")[0].partition(".")[0]
    with suppress(ImportError, ValueError):
        spec = PathFinder.find_spec(top, [str(base), *sys.path])
        if spec is not None:
            yield from map(Path, spec.submodule_search_locations or [spec.origin or str(base)])


def _own_output() -> set[tuple[int, int]]:
    """Return the files that standard output and error go to: with `forge check --watch > report.txt`, they change."""
    found = set()
    for descriptor in (1, 2):
        with suppress(OSError):
            stat = os.fstat(descriptor)
            found.add((stat.st_dev, stat.st_ino))
    return found


def _files(place: Path) -> Iterator[Path]:
    place = place.resolve()
    if not place.is_dir():
        yield place
        return
    for folder, folders, files in os.walk(place):
        folders[:] = [name for name in folders if _is_of_sources(Path(folder) / name)]
        yield from (
            Path(folder) / name for name in files if not name.startswith(".") and not name.endswith((".pyc", "~"))
        )


def _is_of_sources(folder: Path) -> bool:
    return not folder.name.startswith(".") and folder.name not in _SKIPPED and not (folder / "pyvenv.cfg").exists()
