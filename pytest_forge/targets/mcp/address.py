"""Address: where an MCP server is: the command that starts it, or the URL that it answers at.

    mcp:python -m some_server --root {workspace}        started in the sandbox, spoken to over its standard streams
    mcp+http://127.0.0.1:8000/mcp                       reached over streamable HTTP, and not ours to start

What has to be readable for a program to run is found by where its words lead.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from ...sandbox import WORKSPACE_WORD
from ..target_error import TargetError
from .installed import installed_words

__all__ = ["McpAddress", "is_mcp_target", "read_address"]

_COMMAND, _HTTP = "mcp:", ("mcp+http:", "mcp+https:")


@dataclass(frozen=True, slots=True)
class McpAddress:
    """Where an MCP server is.

    Attributes:
        words: The command; empty for a server that is reached by its URL.
        url: The URL; empty for a server that is started.
    """

    words: tuple[str, ...] = ()
    url: str = ""

    @property
    def names_workspace(self) -> bool:
        """Whether the command hands the workspace to the server, which so knows where to keep to."""
        return any(WORKSPACE_WORD in word for word in self.words)

    def command(self, *, base: Path, workspace: Path) -> list[str]:
        """Return the words to start, with whole paths: the server runs in another folder than the user.

        ``python`` is the interpreter that runs us: what is installed beside us is meant. What ``npx`` and its like
        would run is started without them, see `installed`.

        Raises:
            TargetError: If there is no such program.
        """
        program, *rest = installed_words(self.words, base=base) or self.words
        found = sys.executable if program in ("python", "python3") else _program(program, base)
        if found is None:
            raise TargetError(
                f"There is no program {program!r} to start the MCP server with. Install it, or write its whole path."
            )
        return [found, *(_argument(word, base).replace(WORKSPACE_WORD, str(workspace)) for word in rest)]

    def readable(self, command: list[str]) -> list[Path]:
        """Return the folders that the command's program and files live in, and must be able to read.

        Args:
            command: As `command` returns it.
        """
        found: list[Path] = []
        for word in command:
            path = Path(word)
            if not path.is_absolute() or not path.exists():
                continue
            for place in dict.fromkeys((path, path.resolve())):
                found += _home_of(place)
        return list(dict.fromkeys(found))


def is_mcp_target(target: str) -> bool:
    """Tell whether *target* names an MCP server."""
    return target.startswith((_COMMAND, *_HTTP))


def read_address(target: str) -> McpAddress:
    """Return where the server is that *target* names.

    Raises:
        TargetError: If it names no command, or no URL of a server.
    """
    if target.startswith(_HTTP):
        url = target.removeprefix("mcp+")
        try:
            parts = urlsplit(url)
            known = bool(parts.hostname) and (parts.port is None or parts.port > 0)
        except ValueError:
            known = False
        if not known:
            raise TargetError(f"{target!r} is no URL of an MCP server. Write 'mcp+http://HOST:PORT/PATH'.")
        return McpAddress(url=url)
    try:
        words = shlex.split(target.removeprefix(_COMMAND))
    except ValueError as error:
        raise TargetError(
            f"The command in {target!r} cannot be read ({error}). Quote its words as for a shell."
        ) from None
    if not words:
        raise TargetError(f"{target!r} names no command. Write 'mcp:COMMAND ARGUMENT…', as in 'mcp:python server.py'.")
    return McpAddress(words=tuple(words))


def _program(word: str, base: Path) -> str | None:
    if "/" in word:
        path = base / Path(word).expanduser()
        return str(path) if path.is_file() else None
    beside_us = Path(sys.executable).with_name(word)
    # Scripts of the environment that runs us, which need not be activated, come before others.
    return str(beside_us) if beside_us.is_file() else shutil.which(word)


def _argument(word: str, base: Path) -> str:
    """Return a word with its whole path, where it is the name of a file or folder that is there."""
    if word.startswith("-") or WORKSPACE_WORD in word:
        return word
    try:
        path = base / Path(word).expanduser()
        is_there = path.exists() and ("/" in word or path.is_file())
    except (OSError, RuntimeError):
        return word
    return str(path) if is_there else word


def _home_of(place: Path) -> list[Path]:
    """Return what must be readable for a program or a script to run: its environment, or the packages around it."""
    packages = [folder for folder in place.parents if folder.name == "node_modules"]
    if packages:
        return [packages[-1], *_above(packages[-1])]
    if place.is_dir():
        return [place]
    if place.parent.name in ("bin", "Scripts", "sbin"):
        return [place.parent.parent] if place.parent.parent != Path("/") else []
    return [place.parent]


def _above(packages: Path) -> list[Path]:
    manifest = packages.parent / "package.json"
    return [manifest] if manifest.is_file() else []
