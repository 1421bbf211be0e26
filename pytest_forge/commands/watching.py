"""Watching: a check that is made again whenever a file of its targets changes."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.machinery import PathFinder
from pathlib import Path

from forge_harness import CommandError

from ..report.printable import printable

__all__ = ["changed_files", "rest", "watch", "watched_places"]

#: Seconds between two looks at the files.
_PAUSE_S = 0.5
_MAX_FILES = 20_000
#: Folders that hold no sources.
_SKIPPED = {"__pycache__", "node_modules", "site-packages"}

#: The files that were found, each with its time of change and size.
Snapshot = dict[str, tuple[int, int]]


def watch(check: Callable[[], int], places: Sequence[Path], *, leave: Sequence[Path] = ()) -> int:
    """Make the check, and again after each change, until Ctrl-C; return the exit code of the last one.

    Args:
        check: Makes it and reports; a mistake of the user is told, and waits for the next change.
        places: Files and folders to look at.
        leave: Files and folders that the check itself writes.
    """
    code = 2
    try:
        while True:
            # Before the check, so that a change during it is not missed.
            before = _snapshot(places, leave)
            code = 2
            try:
                code = check()
            except CommandError as error:
                _tell(str(error))
            sys.stdout.flush()
            _tell(f"Watching {len(before)} file{'' if len(before) == 1 else 's'}. Press Ctrl-C to stop.")
            changed = _next_change(before, places, leave)
            _tell(f"Changed: {', '.join(changed[:3])}{' and more' if len(changed) > 3 else ''}. Checking again.")
    except KeyboardInterrupt:
        _tell("Stopped watching. Start again with the same command.")
        return code


def watched_places(targets: Sequence[str], *, base: Path, files: Sequence[Path] = ()) -> list[Path]:
    """Return the files and folders of *targets*: a Python file with its folder, a package with all of its modules.

    Args:
        targets: As the user named them.
        base: Folder that relative paths start from.
        files: Further files, such as a baseline.
    """
    places = [path for target in targets for path in _places(target, base)]
    return list(dict.fromkeys([*places, *files]))


def rest() -> None:
    """Wait before the next look at the files."""
    time.sleep(_PAUSE_S)


def changed_files(before: Snapshot, after: Snapshot) -> list[str]:
    """Return the names of the files that were changed, added or removed."""
    return sorted({Path(name).name for name, _ in before.items() ^ after.items()})


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


def _next_change(before: Snapshot, places: Sequence[Path], leave: Sequence[Path]) -> list[str]:
    """Wait for a change, and until the files rest: an editor or `git checkout` changes many, one after the other."""
    last = before
    while True:
        now = _snapshot(places, leave)
        if now == last and (changed := changed_files(before, now)):
            return changed
        last = now
        rest()


def _snapshot(places: Sequence[Path], leave: Sequence[Path]) -> Snapshot:
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


def _tell(text: str) -> None:
    sys.stderr.write(f"forge: {printable(text)}\n")
    sys.stderr.flush()
