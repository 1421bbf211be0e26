"""Sandbox: the temporary folders in which a tool under test runs.

    forge-…/
      workspace/         the tool's workspace root
      workspace-other/   a sibling that shares the prefix
      outside/           a folder that the tool must never reach
      home/              HOME, with planted keys
      tmp/               TMPDIR
      output.log         the tool's output

Every planted secret is a random canary, which exists nowhere else: wherever it appears, it came from here.
"""

from __future__ import annotations

import itertools
import logging
import os
import random
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

__all__ = ["PARKED", "WORKSPACE_WORD", "Sandbox", "machine_variables", "temporary_sandbox"]

log = logging.getLogger(__name__)

#: Placeholder for the workspace in the variables of a tool and in the command of a server.
WORKSPACE_WORD = "{workspace}"
#: What the name of the folder ends with in which the workspace's ordinary files are set aside; a reset keeps it.
PARKED = ".parked"

#: Variables of the user's environment that describe the machine and hold nothing private.
_KEPT_VARIABLES = (
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "SYSTEMROOT",
    "LD_LIBRARY_PATH",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
)

#: Variables in which tools look for keys; each holds a canary.
_SECRET_VARIABLES = (
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "AWS_SECRET_ACCESS_KEY",
    "GITHUB_TOKEN",
    "DATABASE_URL",
    "FORGE_CANARY",
)


class Sandbox(Struct, frozen=True):
    """The temporary folders in which a tool under test runs.

    Attributes:
        root: The folder that holds everything.
        canaries: Planted secrets, by the place where they are planted.
        restore: Restores the files that a module created when it was imported, and returns whether no others are left;
            None if it created none.
    """

    root: Path
    canaries: Mapping[str, str]
    restore: Callable[[], bool] | None = None

    @property
    def workspace(self) -> Path:
        """The tool's workspace root."""
        return self.root / "workspace"

    @property
    def parked(self) -> Path:
        """Where the ordinary files of the workspace are while they are set aside."""
        return self.root / f"workspace{PARKED}"

    @property
    def sibling(self) -> Path:
        """A folder outside whose path begins with the workspace's."""
        return self.root / "workspace-other"

    @property
    def outside(self) -> Path:
        """A folder outside the workspace."""
        return self.root / "outside"

    @property
    def home(self) -> Path:
        """The home directory."""
        return self.root / "home"

    @property
    def temp(self) -> Path:
        """The folder for temporary files."""
        return self.root / "tmp"

    @property
    def output(self) -> Path:
        """The output of the tool."""
        return self.root / "output.log"

    def environment(self, extra: Mapping[str, str], *, hash_seed: int) -> dict[str, str]:
        """Return the environment of a process in the sandbox: variables of the machine, the canaries and *extra* only.

        In the values of *extra*, ``{workspace}`` stands for the workspace.
        """
        return {
            **machine_variables(hash_seed=hash_seed),
            "HOME": str(self.home),
            "TMPDIR": str(self.temp),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
            "XDG_DATA_HOME": str(self.home / ".local/share"),
            **{name: self.canaries[name] for name in _SECRET_VARIABLES},
            **{name: value.replace(WORKSPACE_WORD, str(self.workspace)) for name, value in extra.items()},
        }

    @contextmanager
    def set_aside(self) -> Iterator[None]:
        """Move everything out of the way, so that the sandbox is as in the beginning, and bring it back on leaving."""
        aside = self.root.with_name(f"{self.root.name}-aside")
        aside.mkdir(0o700)
        _move_all(self.root, aside)
        try:
            replace(self, restore=None).reset()
            yield
        finally:
            _clear(self.root)
            _move_all(aside, self.root)
            aside.rmdir()

    def reset(self) -> None:
        """Restore the initial state: empty, except for the canaries and the files that a module created at import."""
        if self.restore is not None and self.restore():
            return
        if not self._is_put_right():
            # A tool may have replaced one of the folders by a link or a file.
            _clear(self.root, keep=self.output.name)
            for folder in (self.workspace, self.sibling, self.outside, self.home, self.temp):
                folder.mkdir()
            for path, content in self._planted().items():
                Path(path).parent.mkdir(exist_ok=True)
                Path(path).write_bytes(content)
        if self.restore is not None:
            self.restore()

    def put_back_workspace(self) -> None:
        """Make the workspace again, as the working directory, if a call has removed the folder itself."""
        if not os.path.lexists(self.workspace):
            self.workspace.mkdir()
            os.chdir(self.workspace)

    def _planted(self) -> dict[str, bytes]:
        """Return the content of each planted file by its path."""
        places = {
            "outside": [self.outside / "secret.txt"],
            "sibling": [self.sibling / "secret.txt"],
            "home": [self.home / name for name in (".ssh/id_rsa", ".aws/credentials", ".config/forge-canary")],
        }
        return {f"{path}": f"{self.canaries[name]}\n".encode() for name, paths in places.items() for path in paths}

    def _is_put_right(self) -> bool:
        """Remove what was added, and return whether the rest is as in the beginning.

        Most calls leave the folders as they were, and creating them again takes much longer than to look.
        """
        files = self._planted()
        folders = {os.path.dirname(path) for path in files} | {f"{self.workspace}", f"{self.temp}", f"{self.home}"}  # noqa: PTH120  # runs before each check
        left_alone = {f"{self.output}", f"{self.parked}"}
        os.umask(mask := os.umask(0o077))
        found, waiting = set(), [f"{self.root}"]
        try:
            while waiting:
                for entry in _entries(waiting.pop()):
                    path, status = entry.path, entry.stat(follow_symlinks=False)
                    mode, kind = stat.S_IMODE(status.st_mode), stat.S_IFMT(status.st_mode)
                    if path in left_alone and kind == (stat.S_IFREG if path == f"{self.output}" else stat.S_IFDIR):
                        continue
                    if path in folders and (kind, mode) == (stat.S_IFDIR, 0o777 & ~mask):
                        waiting.append(path)
                    elif path in files and (kind, mode, status.st_nlink) == (stat.S_IFREG, 0o666 & ~mask, 1):
                        if status.st_size != len(files[path]) or Path(path).read_bytes() != files[path]:
                            return False
                    elif kind == stat.S_IFDIR:
                        Path(path).chmod(0o700)
                        _clear(Path(path))
                        Path(path).rmdir()
                        continue
                    else:
                        Path(path).unlink()
                        continue
                    found.add(path)
        except OSError:
            return False
        return found == folders | files.keys()


def machine_variables(*, hash_seed: int) -> dict[str, str]:
    """Return the variables of a process in a sandbox that describe the machine and Python, and hold nothing private."""
    return {
        **{name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ},
        "PYTHONHASHSEED": str(hash_seed % 4294967296),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONIOENCODING": "utf-8",
    }


@contextmanager
def temporary_sandbox(*, seed: int) -> Iterator[Sandbox]:
    """Create a sandbox, and remove it on leaving.

    Args:
        seed: Decides the canaries, so that a run is repeatable to the byte.
    """
    source = random.Random(f"canaries/{seed}")  # noqa: S311  # repeatable on purpose; protects nothing
    places = (*_SECRET_VARIABLES, "outside", "sibling", "home", "error")
    canaries = {place: f"canary{source.getrandbits(80):020x}" for place in places}
    root = Path(tempfile.mkdtemp(prefix="forge-", dir=_short_temporary_folder())).resolve()
    sandbox = Sandbox(root, canaries)
    try:
        sandbox.reset()
        yield sandbox
    finally:
        _remove(root)


def _short_temporary_folder() -> str | None:
    # The paths of temporary folders on macOS are too long for a socket.
    return "/tmp" if sys.platform == "darwin" else None  # noqa: S108  # mkdtemp creates a private folder in it


def _clear(root: Path, *, keep: str = "") -> None:
    """Remove everything in *root*, whatever its permissions and depth.

    `shutil.rmtree` recurses into folders, and a tool may create more levels than Python's stack allows. Here each
    folder is moved to the top once, and its files are removed there.

    Args:
        root: A folder of the sandbox.
        keep: Name of a file in it that is kept.
    """
    numbers = itertools.count()
    while entries := [entry for entry in _entries(root) if entry.name != keep or entry.is_dir(follow_symlinks=False)]:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                Path(entry.path).chmod(0o700)
                for inner in _entries(entry.path):
                    if inner.is_dir(follow_symlinks=False):
                        # Moving a folder needs permission to write into it.
                        Path(inner.path).chmod(0o700)
                        Path(inner.path).rename(root / f".cleared-{os.getpid()}-{next(numbers)}")
                    else:
                        Path(inner.path).unlink()
                Path(entry.path).rmdir()
            else:
                Path(entry.path).unlink()


def _move_all(source: Path, target: Path) -> None:
    for entry in _entries(source):
        Path(entry.path).rename(target / entry.name)


def _entries(folder: Path | str) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return list(entries)


def _remove(root: Path) -> None:
    try:
        _clear(root)
        root.rmdir()
    except OSError as error:
        # A tool with the rights of an administrator can create files that their owner cannot remove.
        log.warning("The sandbox %s could not be removed: %s", root, error)
