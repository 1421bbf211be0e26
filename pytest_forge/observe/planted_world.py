"""PlantedWorld: files planted around one tool, and the traces that a call leaves among them.

    workspace/   sample.*  other.*  folder/detail.*  empty/         allowed
    outside/T/   secret.*  buried-N.*  folder/buried-N.*  empty/    forbidden; also in the sibling folder and in HOME
                                                                    (T and N are random)

The evidence is the effect: changes on disk, files that were read, and planted marks that came back. The names
``buried-N`` and the marks never occur in arguments, so a tool that shows one has read it.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..oracles.file_tree import Change, FileTree
from ..oracles.planted_text import planted_text
from ..oracles.read_trap import ReadTrap
from ..oracles.secret_search import find_canary
from ..sandbox import Sandbox
from ..targets.outcome import Outcome
from ..targets.subject import Subject
from .in_process import CallObserver
from .observation import Observation, Seen

__all__ = ["PlantedWorld", "Traces"]

#: Size of the first planted file; each has a size of its own.
_SMALLEST = 1000
_NUMBER = re.compile(r"(?<![\w.])\d{4}(?![\w.])")


@dataclass(frozen=True, slots=True)
class Traces:
    """The traces of one call.

    Attributes:
        seen: The call and its effects.
        inside: Changes in the workspace.
        outside: Changes elsewhere in the sandbox, except the tool's own caches and temporary files.
        read_inside: Planted entries of the workspace that were read or listed.
        read_outside: Planted entries outside that were read or listed.
        shown: Planted files whose mark or buried name came back.
        sized: Planted files whose size came back, as a separate number.
        missing: Paths in the workspace that were looked up and did not exist.
    """

    seen: Observation[Outcome]
    inside: tuple[Change, ...]
    outside: tuple[Change, ...]
    read_inside: tuple[Path, ...]
    read_outside: tuple[Path, ...]
    shown: tuple[Path, ...]
    sized: tuple[Path, ...]
    missing: tuple[Path, ...]

    @property
    def outcome(self) -> Outcome:
        """The call."""
        return self.seen.answer

    def escape(self, world: PlantedWorld) -> str | None:
        """Return the effect outside the workspace, as the end of a sentence; None if there is none."""
        for path in self.shown:
            if not world.holds(path):
                is_name = path.name.startswith(world.buried)
                return "showed the name of an entry outside" if is_name else "returned the content of a file outside"
        # A folder changes with its entries, and the change of an entry says more.
        for change in sorted(self.outside, key=lambda change: (change.kind == "folder") + (change.action == "changed")):
            return f"{change.action} a {change.kind} outside"
        for path in self.read_outside:
            return "listed a folder outside" if path.is_dir() else "read a file outside"
        if world.tells_sizes and any(not world.holds(path) for path in self.sized):
            return "returned the size of a file outside"
        return None


class PlantedWorld:
    """Files planted around one tool.

    Args:
        sandbox: Files are planted in its workspace, outside, sibling and home folders.
        source: The random source of names and marks.
        endings: File endings; files are planted for each.

    Attributes:
        token: The name of the planted folder outside, part of every path to it.
        buried: The prefix of names that never occur in arguments.
        bases: Folders of the workspace that paths are relative to: the root, and those that the tool looked up.
        neighbours: Folders of the workspace that the tool must not reach; they count as outside.
        marks: Planted file to its mark.
        tells_sizes: Whether the tool is known to return file sizes, so that a size is not a coincidence.
        during: A context manager for each call.
    """

    def __init__(self, sandbox: Sandbox, source: random.Random, *, endings: Sequence[str]) -> None:
        self.workspace = sandbox.workspace
        self.sandbox = sandbox
        self.endings = tuple(endings)
        self.token = f"t{source.getrandbits(48):012x}"
        self.buried = f"buried-{source.getrandbits(48):012x}"
        self.bases: tuple[Path, ...] = (self.workspace,)
        self.neighbours: tuple[Path, ...] = ()
        self.marks: dict[Path, str] = {}
        self.tells_sizes = False
        self.during: Callable[[], AbstractContextManager[Any]] = nullcontext
        self._sizes: dict[str, Path] = {}
        self._source = source
        self._additions: list[Callable[[Path], None]] = []
        self._before: FileTree | None = None
        self._trap = ReadTrap()
        self._sees_reads = ReadTrap.works_in(sandbox.temp)

    @property
    def places(self) -> tuple[Path, ...]:
        """The folders outside that contain the planted folder."""
        return (self.sandbox.outside, self.sandbox.sibling, self.sandbox.home, *self.neighbours)

    def holds(self, path: Path) -> bool:
        """Tell whether a path is inside: in the workspace, but not in one of `neighbours`."""
        return path.is_relative_to(self.workspace) and not any(path.is_relative_to(one) for one in self.neighbours)

    def add(self, plant: Callable[[Path], None]) -> None:
        """Call *plant* with each of `bases` whenever the files have been planted again."""
        self._additions.append(plant)
        self._before = None

    def add_base(self, folder: Path) -> None:
        """Plant files in *folder* of the workspace too, from the next call on."""
        if folder not in self.bases:
            self.bases = (*self.bases, folder)
            self._before = None

    def keep_neighbours(self, folders: Iterable[Path]) -> None:
        """Plant files in these folders of the workspace, which count as outside, from the next call on."""
        self.neighbours = tuple(dict.fromkeys(folders))
        self._before = None

    def keep_endings(self, endings: Iterable[str]) -> None:
        """Plant files with these endings only, from the next call on."""
        self.endings = tuple(dict.fromkeys(endings))
        self._before = None

    def observe(self, subject: Subject, arguments: Mapping[str, Any], *, call_s: float | None = None) -> Traces:
        """Call the tool among freshly planted files, and return the traces.

        Args:
            subject: The tool; its root is the sandbox's workspace.
            arguments: The arguments of the call.
            call_s: Seconds for the call.
        """
        before = self._before or self._plant()
        self._trap.arm([*self.marks, *self.folders])
        trap = self._trap if self._sees_reads else None
        with CallObserver(self.sandbox, before=before, trap=trap) as observer, self.during():
            outcome = subject.call(arguments, call_s=call_s)
        seen = observer.seen(outcome)
        read = seen.files_read.value if isinstance(seen.files_read, Seen) else self._named_by(seen)
        changes = seen.changes.value
        self._before = before if self._repair(changes, before) else None
        return Traces(
            seen=seen,
            inside=tuple(change for change in changes if self.holds(change.path)),
            outside=tuple(change for change in changes if self._matters(change)),
            read_inside=tuple(path for path in read if self.holds(path)),
            read_outside=tuple(path for path in read if not self.holds(path)),
            shown=self._shown(outcome),
            sized=tuple(
                self._sizes[number] for number in _NUMBER.findall(outcome.payload_text) if number in self._sizes
            ),
            missing=self._missing(seen.names_asked, before),
        )

    def _plant(self) -> FileTree:
        self._empty(self.workspace)
        self._trap.disarm()
        known, self.marks = self.marks, {}
        self._sizes = {}
        for base in self.bases:
            for name in ("folder", "empty"):
                (base / name).mkdir(parents=True, exist_ok=True)
            for ending in self.endings:
                for stem in ("sample", "other", "folder/detail"):
                    self._write(base / f"{stem}{ending}", ending, known)
        for place in self.places:
            folder = place / self.token
            shutil.rmtree(folder, ignore_errors=True)
            for name in ("folder", "empty"):
                (folder / name).mkdir(parents=True)
            for ending in self.endings:
                for stem in ("secret", self.buried, f"folder/{self.buried}"):
                    self._write(folder / f"{stem}{ending}", ending, known)
        for plant in self._additions:
            for base in self.bases:
                plant(base)
        self._before = self._snapshot()
        return self._before

    @staticmethod
    def _repair(changes: Sequence[Change], before: FileTree) -> bool:
        """Remove created entries; return False after other changes, which require planting everything again."""
        if not all(
            change.action == "created" or (change.kind == "folder" and change.action == "changed") for change in changes
        ):
            return False
        try:
            for change in reversed(changes):
                if change.action == "created" and change.kind == "folder":
                    change.path.rmdir()
                elif change.action == "created":
                    change.path.unlink()
            for change in changes:
                then = before.entries.get(str(change.path))
                if then is not None:
                    change.path.chmod(then.mode)
                    os.utime(change.path, ns=(then.modified_ns, then.modified_ns))
        except OSError:
            return False
        return True

    @staticmethod
    def _empty(folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        for child in os.scandir(folder):
            if child.is_dir(follow_symlinks=False):
                shutil.rmtree(child.path, ignore_errors=True)
            else:
                Path(child.path).unlink(missing_ok=True)

    def _write(self, path: Path, ending: str, known: Mapping[Path, str]) -> None:
        # The mark of a file stays the same: a tool may return content that it cached in an earlier call.
        mark = known.get(path) or f"mark{self._source.getrandbits(64):016x}"
        self.marks[path] = mark
        text = planted_text(ending, mark)
        size = _SMALLEST + len(self._sizes)
        self._sizes[str(size)] = path
        path.write_text(text + " " * (size - len(text) - 1) + "\n")

    @property
    def folders(self) -> list[Path]:
        """The planted folders and their parents."""
        found = [self.sandbox.root]
        for base in self.bases:
            found += [base, base / "folder", base / "empty"]
        for place in self.places:
            found += [place, place / self.token, place / self.token / "folder", place / self.token / "empty"]
        return found

    def _snapshot(self) -> FileTree:
        return FileTree.snapshot(self.sandbox.root, leave_out={self.sandbox.output})

    def _missing(self, names: Iterable[str], before: FileTree) -> tuple[Path, ...]:
        paths = (Path(os.path.normpath(self.workspace / name)) for name in dict.fromkeys(names))
        return tuple(path for path in paths if path.is_relative_to(self.workspace) and str(path) not in before.entries)

    def _matters(self, change: Change) -> bool:
        path = change.path
        if self.holds(path):
            return False
        if path in (self.sandbox.root, self.sandbox.home, self.sandbox.temp):
            return False
        own = path.is_relative_to(self.sandbox.home) or path.is_relative_to(self.sandbox.temp)
        # A tool may write caches to HOME and temporary files, unless the argument led there.
        return self.token in str(path) if own else True

    def _named_by(self, seen: Observation[Outcome]) -> list[Path]:
        """Return the planted entries that operations name: a fallback for file systems without access times."""
        planted = {*self.marks, *self.folders}
        found = set()
        for event in seen.operations.value:
            # A bare os.open may be a tool that checks the real path through the descriptor.
            if event.action == "list" or (event.action == "read" and event.mode is not None):
                found |= planted & {Path(os.path.realpath(os.path.join(self.workspace, path))) for path in event.paths}  # noqa: PTH118  # may be absolute
        return sorted(found)

    def _shown(self, outcome: Outcome) -> tuple[Path, ...]:
        if outcome.returned is None and outcome.result is None:
            return ()
        text = f"{outcome.payload_text}\n{outcome.returned!r}"
        found = [path for path, mark in self.marks.items() if mark in text]
        if not found and outcome.succeeded:
            found = [
                path
                for path, mark in self.marks.items()
                if not self.holds(path) and find_canary(mark, outcome.returned)
            ]
        if self.buried in text:
            found += [path for path in self.marks if path.name.startswith(self.buried)][:1]
        return tuple(found)
