"""Sandbox: the throw-away world in which a tool under test lives.

    forge-…/
      workspace/         what the tool is given as its root
      workspace-other/   a sibling that shares the prefix
      outside/           what it must never reach
      home/              HOME, with planted keys
      tmp/               TMPDIR
      output.log         what it printed

Every planted secret is a random canary: it exists nowhere else, so wherever it turns up, it came from here.
"""

from __future__ import annotations

import itertools
import logging
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

__all__ = ["WORKSPACE_WORD", "Sandbox", "temporary_sandbox"]

log = logging.getLogger(__name__)

#: Stands for the workspace, in the variables of a tool and in the command of a server.
WORKSPACE_WORD = "{workspace}"

#: Variables of the user's environment that say how the machine works, and hold nothing private.
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

#: Variables that tools look into for keys; each holds a canary.
_SECRET_VARIABLES = (
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "AWS_SECRET_ACCESS_KEY",
    "GITHUB_TOKEN",
    "DATABASE_URL",
    "FORGE_CANARY",
)


@dataclass(frozen=True, slots=True)
class Sandbox:
    """The throw-away world in which a tool under test lives.

    Attributes:
        root: The folder that holds everything.
        canaries: Planted secrets: where it was planted, to what was planted.
        restore: Goes back to what a module left when it was imported, and tells whether nothing else is there; None
            where it left nothing.
    """

    root: Path
    canaries: Mapping[str, str]
    restore: Callable[[], bool] | None = None

    @property
    def workspace(self) -> Path:
        """The tool's workspace root."""
        return self.root / "workspace"

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
        """What the tool printed."""
        return self.root / "output.log"

    def environment(self, extra: Mapping[str, str], *, hash_seed: int) -> dict[str, str]:
        """Return the environment of a process in here: the machine's facts, the canaries, *extra*, and nothing else.

        In the values of *extra*, ``{workspace}`` stands for the workspace.
        """
        kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
        return {
            **kept,
            "HOME": str(self.home),
            "TMPDIR": str(self.temp),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
            "XDG_DATA_HOME": str(self.home / ".local/share"),
            "PYTHONHASHSEED": str(hash_seed % 4294967296),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONIOENCODING": "utf-8",
            **{name: self.canaries[name] for name in _SECRET_VARIABLES},
            **{name: value.replace(WORKSPACE_WORD, str(self.workspace)) for name, value in extra.items()},
        }

    def reset(self) -> None:
        """Make the sandbox as it was at first: empty, but for the canaries and what a module made at its import."""
        if self.restore is not None and self.restore():
            return
        # Whatever a tool has made of a folder of ours, a link or a file, has to go too.
        _clear(self.root, keep=self.output.name)
        for folder in (self.workspace, self.sibling, self.outside, self.home, self.temp):
            folder.mkdir()
        (self.outside / "secret.txt").write_text(self.canaries["outside"] + "\n")
        (self.sibling / "secret.txt").write_text(self.canaries["sibling"] + "\n")
        for name in (".ssh/id_rsa", ".aws/credentials", ".config/forge-canary"):
            path = self.home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.canaries["home"] + "\n")
        if self.restore is not None:
            self.restore()


@contextmanager
def temporary_sandbox(*, seed: int) -> Iterator[Sandbox]:
    """Make a sandbox, and remove it on leaving.

    Args:
        seed: Decides the canaries, so that a run can be repeated to the byte.
    """
    source = random.Random(f"canaries/{seed}")  # noqa: S311  # repeatable on purpose; nothing is protected by it
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
    # macOS hands out temporary folders whose paths are too long for a socket.
    return "/tmp" if sys.platform == "darwin" else None  # noqa: S108  # mkdtemp makes a private folder in it


def _clear(root: Path, *, keep: str = "") -> None:
    """Remove what is in *root*, whatever permissions it has and however deep it is.

    `shutil.rmtree` descends into folders by recursion, and a tool may make more levels than Python can stack. Here each
    folder is moved up to the top once, and emptied of files there.

    Args:
        root: A folder of ours.
        keep: Name of a file in it to leave alone.
    """
    numbers = itertools.count()
    while entries := [entry for entry in _entries(root) if entry.name != keep or entry.is_dir(follow_symlinks=False)]:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                Path(entry.path).chmod(0o700)
                for inner in _entries(entry.path):
                    if inner.is_dir(follow_symlinks=False):
                        # A folder can only be moved by whoever may write into it.
                        Path(inner.path).chmod(0o700)
                        Path(inner.path).rename(root / f".cleared-{os.getpid()}-{next(numbers)}")
                    else:
                        Path(inner.path).unlink()
                Path(entry.path).rmdir()
            else:
                Path(entry.path).unlink()


def _entries(folder: Path | str) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return list(entries)


def _remove(root: Path) -> None:
    try:
        _clear(root)
        root.rmdir()
    except OSError as error:
        # A tool with the rights of an administrator can make files that not even their owner can remove.
        log.warning("The sandbox %s could not be removed: %s", root, error)
