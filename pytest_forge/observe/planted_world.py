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
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from ..oracles.file_tree import Change, FileTree
from ..oracles.kept_files import KeptFiles
from ..oracles.planted_text import planted_text
from ..oracles.read_trap import ReadTrap
from ..oracles.secret_search import find_canary
from ..regex import regex
from ..sandbox import Sandbox
from ..strategies.example_lines import with_example_lines
from ..targets.mcp.tool import McpTool
from ..targets.outcome import Outcome
from ..targets.subject import Subject
from .from_outside import OutsideObserver
from .in_process import CallObserver
from .observation import Observation, Seen
from .traces import Traces

__all__ = ["PlantedWorld"]

#: Size of the first planted file; each has a size of its own.
_SMALLEST = 1000
#: Files that are planted inside, without their endings.
_STEMS = ("sample", "other", "folder/detail")
_FILES = frozenset(Path(stem).name for stem in _STEMS)
_NUMBER = regex(r"(?<![\w.])\d{4}(?![\w.])")


class PlantedWorld:
    """Files planted around one tool.

    Args:
        sandbox: Files are planted in its workspace, outside, sibling and home folders.
        source: The random source of names and marks.
        endings: File endings; files are planted for each.
        is_served: Whether the tool is one of a server, whose own files in the workspace stay.
        texts: Lines of the planted files, for a tool that works on a text that a file holds.

    Attributes:
        token: The name of the planted folder outside, part of every path to it.
        buried: The prefix of names that never occur in arguments.
        workspace: The folder that counts as inside: the sandbox's workspace, unless the tool keeps to another folder.
        bases: Folders of the workspace that paths are relative to: the root, and those that the tool looked up.
        neighbours: Folders of the workspace that the tool must not reach; they count as outside.
        marks: Planted file to its mark.
        tells_sizes: Whether the tool is known to return file sizes, so that a size is not a coincidence.
        during: A context manager for each call.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        source: random.Random,
        *,
        endings: Sequence[str],
        is_served: bool = False,
        texts: Sequence[str] = (),
    ) -> None:
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
        self._texts = texts
        self._additions: list[Callable[[Path], None]] = []
        self._before: FileTree | None = None
        self._trap = ReadTrap()
        self._sees_reads = ReadTrap.works_in(sandbox.temp)
        self._kept = KeptFiles(self.workspace) if is_served else None
        self._planted: set[str] = set()

    @property
    def places(self) -> tuple[Path, ...]:
        """The folders outside that contain the planted folder."""
        return (self.sandbox.outside, self.sibling, self.sandbox.home, *self.neighbours)

    @property
    def sibling(self) -> Path:
        """A folder outside whose path begins with the workspace's."""
        return self.workspace.with_name(f"{self.workspace.name}-other")

    def move_to(self, folder: Path) -> None:
        """Take *folder*, in the home directory, for the workspace from the next call on."""
        self.workspace, self.bases, self._before = folder, (folder,), None

    def holds(self, path: Path) -> bool:
        """Tell whether a path is inside: in the workspace, but not in one of `neighbours`."""
        return path.is_relative_to(self.workspace) and not any(path.is_relative_to(one) for one in self.neighbours)

    def add(self, plant: Callable[[Path], None]) -> None:
        """Call *plant* with each of `bases` whenever the files have been planted again."""
        self._additions.append(plant)
        self._before = None

    def add_base(self, folder: Path) -> None:
        """Plant files in *folder* of the workspace too, from the next call on; not below the name of a planted file."""
        is_file = any(Path(part).stem in _FILES and Path(part).suffix for part in folder.parts)
        if folder not in self.bases and not is_file:
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

    @staticmethod
    def remove(entries: Iterable[Path]) -> None:
        """Remove files, and folders with what is in them; those that are gone are left."""
        for entry in entries:
            if entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink(missing_ok=True)

    def settle(self) -> None:
        """Plant the files if the next call would, so that another may be put among them first."""
        self._before = self._before or self._plant()

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
        with self._observer(subject, before, trap) as observer, self.during():
            outcome = subject.call(arguments, call_s=call_s)
        seen = observer.seen(outcome)
        read = seen.files_read.value if isinstance(seen.files_read, Seen) else self._named_by(seen)
        changes = seen.changes.value
        self._before = before if self._repair(changes, before) else None
        if self._kept is not None and changes:
            self._kept.put_back([outcome.arguments])
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

    def _observer(self, subject: Subject, before: FileTree, trap: ReadTrap | None) -> CallObserver | OutsideObserver:
        if not isinstance(subject.tool, McpTool):
            return CallObserver(self.sandbox, before=before, trap=trap)
        # Start the server first: its reads at startup do not belong to the call.
        subject.tool.server.recover()
        return OutsideObserver(self.workspace, self._compared, server=subject.tool.server, before=before, trap=trap)

    @property
    def _compared(self) -> tuple[Path, ...]:
        sandbox = self.sandbox
        if self._kept is None:
            return (sandbox.root,)
        return sandbox.workspace, sandbox.temp, sandbox.outside, sandbox.sibling, sandbox.home

    def _plant(self) -> FileTree:
        if self._kept is None:
            self._empty(self.workspace)
        else:
            self._kept.put_back(names=self._planted)
        there = self._names() if self._kept is not None else set()
        # What a command names may be a file, which the server makes when it starts.
        self.bases = tuple(base for base in self.bases if not base.is_file() and not self._is_below_file(base))
        self._trap.disarm()
        known, self.marks = self.marks, {}
        self._sizes = {}
        for base in self.bases:
            for name in ("folder", "empty"):
                (base / name).mkdir(parents=True, exist_ok=True)
            for ending in self.endings:
                for stem in _STEMS:
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
        if self._kept is not None:
            self._planted = self._names() - there
        self._before = self._snapshot()
        return self._before

    def _is_below_file(self, base: Path) -> bool:
        """Tell whether a file that is planted for one of the endings has the name of a folder or of one above it."""
        names = {f"{name}{ending}" for name in _FILES for ending in self.endings}
        return not names.isdisjoint(base.parts[len(self.workspace.parts) :])

    def _names(self) -> set[str]:
        return {name for _, folders, files in os.walk(self.workspace) for name in (*folders, *files)}

    def _repair(self, changes: Sequence[Change], before: FileTree) -> bool:
        """Remove created entries; return False after other changes, which require planting everything again."""
        if self._kept is not None and changes:
            # A server may have created files of its own.
            return False
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
        folder.mkdir(parents=True, exist_ok=True)
        for child in os.scandir(folder):
            if child.is_dir(follow_symlinks=False):
                shutil.rmtree(child.path, ignore_errors=True)
            else:
                Path(child.path).unlink(missing_ok=True)

    def _write(self, path: Path, ending: str, known: Mapping[Path, str]) -> None:
        # The mark of a file stays the same: a tool may return content that it cached in an earlier call.
        mark = known.get(path) or f"mark{self._source.getrandbits(64):016x}"
        self.marks[path] = mark
        text = with_example_lines(planted_text(ending, mark), ending, self._texts)
        size = _SMALLEST + len(self._sizes)
        self._sizes[str(size)] = path
        # Plain calls of the system: a check plants dozens of files.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        try:
            os.write(descriptor, (text + " " * (size - len(text) - 1) + "\n").encode())
        finally:
            os.close(descriptor)

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
        return FileTree.snapshot(*self._compared, leave_out={self.sandbox.output, self.sandbox.parked})

    def _missing(self, names: Iterable[str], before: FileTree) -> tuple[Path, ...]:
        paths = (Path(os.path.normpath(self.sandbox.workspace / name)) for name in dict.fromkeys(names))
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
                joined = (os.path.join(self.sandbox.workspace, path) for path in event.paths)  # noqa: PTH118  # may be absolute
                found |= planted & {Path(os.path.realpath(path)) for path in joined}
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
