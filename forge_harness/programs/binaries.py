"""Binaries: the programs that an operator allows, found once and pinned; shells, and what runs code, are left out."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .environment import search_path
from .executable import Executable, read_executable

__all__ = ["Binaries", "Binary"]

#: The shells of seed 002, and those that people use beside them. The system names its own in /etc/shells.
_SHELLS = frozenset(
    {
        *("bash", "sh", "zsh", "dash", "ksh", "csh", "tcsh", "fish"),
        *("ash", "busybox", "elvish", "mksh", "nu", "oksh", "osh", "pwsh", "rbash", "xonsh", "yash"),
    }
)
_DECLARED_SHELLS = Path("/etc/shells")
#: A program of many names, and the shell among them is chosen by the name that it is called by.
_OF_MANY_NAMES = "busybox"
#: How many scripts the kernel starts one by the other, and none.
_MAX_SCRIPTS, _AS_IT_IS = 5, 0
_VERSION = re.compile(r"[-.]?\d[\d.]*$")

_Identity = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Binary:
    """A program as it was found.

    Args:
        name: Its name for the model.
        path: Its file; may be a link, whose name some programs go by.
        identity: Device, inode, size and time of change of the file that the path led to.
        executable: What the file shows.
        is_shell: Whether it is a shell, or a script of one.
        is_trusted: Whether the operator names it as one that may run code or start other programs.
    """

    name: str
    path: Path
    identity: _Identity
    executable: Executable
    is_shell: bool = False
    is_trusted: bool = False

    def is_unchanged(self) -> bool:
        """Tell whether the path leads to the same file as when it was found."""
        return _identity(self.path) == self.identity

    def files(self) -> tuple[Path, ...]:
        """Return the files that the kernel executes for it: itself, and what loads it."""
        return tuple(dict.fromkeys((self.path, *_loaders(self.executable))))


def _loaders(executable: Executable) -> Iterator[Path]:
    if executable.loader is not None:
        yield executable.loader
    if not executable.is_script:
        return
    # An interpreter has a loader of its own; one that is a script as well is not followed further.
    looked_up = next(_candidates(executable.looked_up), None)
    for interpreter in (executable.loader, looked_up):
        if interpreter is not None:
            yield interpreter
            loader = _read(interpreter).loader
            if loader is not None:
                yield loader


class Binaries:
    """The programs of an allow list.

    Args:
        allowed: Names, looked up in PATH now and never again, or absolute paths, which are called by their last name.
        code_runners: Those of them that may run code or start other programs.

    Attributes:
        found: The programs, shells too, by name.
        missing: Names for which no program was found.

    Source: seed 002, layers 1 to 3 of `cli_execute`.
    """

    def __init__(self, allowed: Iterable[str], *, code_runners: Iterable[str] = ()) -> None:
        self.found: dict[str, Binary] = {}
        self.missing: list[str] = []
        trusted = set(map(_last_name, code_runners))
        for entry in dict.fromkeys(allowed):
            name = _last_name(entry)
            paths = [path for path in ([Path(entry)] if "/" in entry else _candidates(entry)) if _is_program(path)]
            # A script of a shell, as version managers put before the program itself, is passed over.
            path = next((path for path in paths if not self._is_shell_file(path)), None) or next(iter(paths), None)
            identity = None if path is None else _identity(path)
            if path is None or identity is None:
                self.missing.append(name)
                continue
            is_shell = self.is_shell(name) or self._is_shell_file(path)
            self.found[name] = Binary(name, path, identity, _read(path), is_shell, name in trusted)

    @property
    def offered(self) -> list[str]:
        """The names that can be called, and those that were not found."""
        can_be_called = (
            name
            for name, binary in self.found.items()
            if not binary.is_shell and (binary.is_trusted or not binary.executable.runs_code)
        )
        return [*can_be_called, *(name for name in self.missing if not self.is_shell(name))]

    def is_shell(self, name: str) -> bool:
        """Tell whether *name* is that of a shell, or a path to one; nothing is opened."""
        if _is_name_of_shell(_last_name(name)):
            return True
        return "/" in name and "\0" not in name and self._is_shell_file(Path(name), _AS_IT_IS)

    def leads_to_shell(self, word: str, folder: Path) -> bool:
        """Tell whether a program that is started as *word* in *folder* would be a shell."""
        if "\0" in word or not word:
            return False
        paths = [folder / word] if "/" in word else list(_candidates(word))
        return _is_name_of_shell(_last_name(word)) or any(map(self._is_shell_file, paths[:1]))

    def _is_shell_file(self, path: Path, scripts: int = _MAX_SCRIPTS) -> bool:
        """Tell whether *path* leads to a shell, or to a script of one through at most that many scripts."""
        try:
            real = path.resolve()
            if real.name == _OF_MANY_NAMES:
                return _is_name_of_shell(path.name)
            if _is_name_of_shell(real.name) or _file(real) in self._shell_files:
                return True
            if not scripts or not real.is_file() or not _is_script(real):
                return False
            script = _read(real)
        except (OSError, RuntimeError, ValueError):
            return False
        if _is_name_of_shell(script.looked_up):
            return True
        return script.loader is not None and self._is_shell_file(script.loader, scripts - 1)

    @cached_property
    def shells(self) -> tuple[Path, ...]:
        """The files of this system's shells, without links."""
        try:
            lines = _DECLARED_SHELLS.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            lines = []
        declared = [Path(line.strip()) for line in lines if line.startswith("/")]
        named = [path for name in sorted(_SHELLS) for path in _candidates(name)]
        found = dict.fromkeys(path.resolve() for path in (*declared, *named) if path.exists())
        return tuple(path for path in found if path.name != _OF_MANY_NAMES)

    @cached_property
    def _shell_files(self) -> frozenset[tuple[int, int]]:
        return frozenset(map(_file, self.shells))


def _is_name_of_shell(name: str) -> bool:
    lowered = name.lower().removesuffix(".exe").lstrip("-")
    return lowered in _SHELLS or _VERSION.sub("", lowered) in _SHELLS


def _last_name(entry: str) -> str:
    return entry.rstrip("/").rpartition("/")[2]


def _candidates(name: str) -> Iterator[Path]:
    """Yield the files of that name in PATH."""
    if not name or "\0" in name or name in {".", ".."}:
        return
    for folder in search_path().split(os.pathsep):
        path = Path(folder, name)
        try:
            if _is_program(path):
                yield path
        except (OSError, ValueError):
            continue


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _is_script(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == b"#!"


def _read(path: Path) -> Executable:
    try:
        return read_executable(path)
    except OSError:
        return Executable("cannot be read, so that its file does not show what it starts")


def _file(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_dev, status.st_ino


def _identity(path: Path) -> _Identity | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
