"""Address: the command that starts an MCP server, or its URL.

mcp:python -m some_server --root {workspace}        started in the sandbox; messages over its standard streams
mcp+http://127.0.0.1:8000/mcp                       already running; messages over streamable HTTP
"""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

from msgspec import Struct

from forge_harness import is_server_url

from ...sandbox import WORKSPACE_WORD
from ..target_error import TargetError
from .installed import installed_words

__all__ = ["OUTSIDE_ONLY", "McpAddress", "is_mcp_target", "read_address"]

#: The environment variable that is "1" if a Python server is observed from outside only.
OUTSIDE_ONLY = "FORGE_MCP_OUTSIDE_ONLY"

#: Endings of scripts that an interpreter starts.
_SCRIPTS = (".py", ".js", ".mjs", ".cjs", ".ts")
_COMMAND, _HTTP = "mcp:", ("mcp+http:", "mcp+https:")
#: Programs that only ask a daemon to run something.
_CONTAINERS = ("docker", "podman", "nerdctl")


class McpAddress(Struct, frozen=True):
    """The command that starts an MCP server, or its URL.

    Attributes:
        words: The command; empty for a server with a URL.
        url: The URL; empty for a server with a command.
    """

    words: tuple[str, ...] = ()
    url: str = ""

    @property
    def names_workspace(self) -> bool:
        """Whether the command passes the workspace to the server."""
        return any(WORKSPACE_WORD in word for word in self.words)

    def command(self, *, base: Path, workspace: Path) -> list[str]:
        """Return the words to start, with absolute paths: the server runs in another folder than the user.

        ``python`` is the current interpreter, with its packages. Programs behind ``npx``, ``uvx`` and similar runners
        are started directly, see `installed`.

        Raises:
            TargetError: If the program or its script does not exist, or it runs a container.
        """
        if Path(self.words[0]).name in _CONTAINERS:
            raise TargetError(
                f"{self.words[0]!r} runs the server in a container, which the sandbox cannot start. Name the program "
                "inside, or start the container yourself with an HTTP port and check 'mcp+http://HOST:PORT/PATH'."
            )
        program, *rest = installed_words(self.words, base=base) or self.words
        found = sys.executable if program in ("python", "python3") else _program(program, base)
        if found is None:
            raise TargetError(
                f"The program {program!r} to start the MCP server was not found. Install it, or write its full path."
            )
        _check_script(rest[:1], base)
        return [found, *(_argument(word, base).replace(WORKSPACE_WORD, str(workspace)) for word in rest)]

    def readable(self, command: list[str]) -> list[Path]:
        """Return the folders of the command's program and files, which the server must be able to read.

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
    """Return the address in *target*.

    Raises:
        TargetError: If it lacks a command or a valid URL.
    """
    if target.startswith(_HTTP):
        url = target.removeprefix("mcp+")
        if not is_server_url(url):
            raise TargetError(f"{target!r} is not the URL of an MCP server. Write 'mcp+http://HOST:PORT/PATH'.")
        return McpAddress(url=url)
    try:
        words = shlex.split(target.removeprefix(_COMMAND))
    except ValueError as error:
        raise TargetError(f"The command in {target!r} cannot be parsed ({error}). Quote it as in a shell.") from None
    if not words:
        raise TargetError(f"{target!r} does not name a command. Write 'mcp:COMMAND', as in 'mcp:python server.py'.")
    return McpAddress(words=tuple(words))


def _program(word: str, base: Path) -> str | None:
    if "/" in word:
        path = base / Path(word).expanduser()
        return str(path) if path.is_file() else None
    beside_us = Path(sys.executable).with_name(word)
    # Scripts of the current environment, activated or not, come first.
    return str(beside_us) if beside_us.is_file() else shutil.which(word)


def _check_script(words: list[str], base: Path) -> None:
    """Refuse a script that does not exist: the interpreter would report a path of the sandbox."""
    for word in words:
        is_script = word.endswith(_SCRIPTS) and not word.startswith("-") and WORKSPACE_WORD not in word
        if is_script and _argument(word, base) == word and not Path(word).is_absolute():
            raise TargetError(
                f"File {word!r} does not exist. Check the path; a relative path starts from the current folder."
            )


def _argument(word: str, base: Path) -> str:
    """Return a word as an absolute path if it names an existing file or folder; else unchanged."""
    if word.startswith("-") or WORKSPACE_WORD in word:
        return word
    try:
        path = base / Path(word).expanduser()
        is_there = path.exists() and ("/" in word or path.is_file())
    except (OSError, RuntimeError):
        return word
    return str(path) if is_there else word


def _home_of(place: Path) -> list[Path]:
    """Return the paths that a program or script reads to run: its environment, or the packages around it."""
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
