"""Installed programs: the program that npx, uvx or a similar runner would start, if it is installed.

These runners ask a registry or the user's cache first, and the sandbox has neither. The program is therefore found here
and started directly.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from ..target_error import TargetError

__all__ = ["installed_words"]


class _Fetcher(Struct, frozen=True):
    """A runner, which downloads a program before it starts it.

    Attributes:
        valued: Options with a value.
        package: Options that name the package, if its program has another name.
        is_node: Whether it runs npm packages; else Python packages.
        verb: The subcommand before everything else; empty for none.
        advice: How to install a package where it is found here.
    """

    valued: frozenset[str]
    package: frozenset[str]
    is_node: bool
    advice: str
    verb: str = ""


_PIP = "'pip install {0}' in the environment that runs forge"
_NPM = "'npm install {0}' in the current folder"
_NODE_PACKAGE = frozenset({"-p", "--package"})
_FETCHERS = {
    "npx": _Fetcher(_NODE_PACKAGE, _NODE_PACKAGE, True, _NPM),
    "bunx": _Fetcher(_NODE_PACKAGE, _NODE_PACKAGE, True, _NPM),
    "pnpx": _Fetcher(_NODE_PACKAGE, _NODE_PACKAGE, True, _NPM),
    "uvx": _Fetcher(
        frozenset({"--from", "--with", "-w", "--python", "-p", "--index", "--index-url", "--with-editable"}),
        frozenset({"--from"}),
        False,
        _PIP,
    ),
    "pipx": _Fetcher(frozenset({"--spec", "--python", "--pip-args"}), frozenset({"--spec"}), False, _PIP, "run"),
}


def installed_words(words: Sequence[str], *, base: Path) -> list[str] | None:
    """Return the command without its runner; None if it starts with another program.

    Args:
        words: The user's words; at least one.
        base: Folder from which npm packages are searched, upwards.

    Raises:
        TargetError: If the program is not installed.
    """
    fetcher = _FETCHERS.get(Path(words[0]).name)
    if fetcher is None:
        return None
    package, rest = _parsed(words[1:], fetcher)
    if not rest:
        raise TargetError(f"{' '.join(words)!r} does not name a server. Write the whole command, as in a shell.")
    name = _bare(rest[0], fetcher)
    found = _node_program(name, base, is_package=not package) if fetcher.is_node else _python_program(name)
    if found is None:
        wanted = package or rest[0]
        raise TargetError(
            f"{words[0]!r} would have to download {wanted!r}, and the sandbox is offline. "
            f"Install it with {fetcher.advice.format(wanted)}, then check again."
        )
    return [str(found), *rest[1:]]


def _parsed(words: Sequence[str], fetcher: _Fetcher) -> tuple[str, list[str]]:
    """Return the package named by an option, and the words from the program on."""
    package, left = "", list(words)
    if fetcher.verb and left[:1] == [fetcher.verb]:
        left.pop(0)
    while left and left[0].startswith("-"):
        option, equals, value = left.pop(0).partition("=")
        if option == "--":
            break
        if option in fetcher.valued and not equals:
            value = left.pop(0) if left else ""
        if option in fetcher.package:
            package = value
    return package, left


def _bare(word: str, fetcher: _Fetcher) -> str:
    """Return the name in ``name@1.2``, ``@scope/name@latest``, ``name==1.2`` or ``name[extra]``."""
    if fetcher.is_node:
        return word[0] + word[1:].partition("@")[0]
    for mark in ("[", "@", "=", "<", ">", "~", "!"):
        word = word.partition(mark)[0]
    return word


def _python_program(name: str) -> Path | None:
    beside_us = Path(sys.executable).with_name(name)
    if beside_us.is_file():
        return beside_us
    found = shutil.which(name) or shutil.which(name, path=str(Path.home() / ".local/bin"))
    return Path(found) if found else None


def _node_program(name: str, base: Path, *, is_package: bool) -> Path | None:
    for packages in _package_folders(base):
        for program in _programs(packages / name, name) if is_package else ():
            if (packages / ".bin" / program).is_file():
                return packages / ".bin" / program
            # The programs of a global package are on PATH.
            if (installed := shutil.which(program)) is not None:
                return Path(installed)
        if (packages / ".bin" / name).is_file():
            return packages / ".bin" / name
    found = None if "/" in name else shutil.which(name)
    return Path(found) if found else None


def _package_folders(base: Path) -> Iterator[Path]:
    for folder in (base, *base.parents):
        yield folder / "node_modules"
    npx = shutil.which("npx")
    if npx is not None:
        yield Path(npx).parent.parent / "lib/node_modules"


def _programs(package: Path, name: str) -> list[str]:
    """Return the program of a package that npx would run: its only one, or the one with the package's name."""
    own = name.rpartition("/")[2]
    found = _binaries(package)
    return found if len(found) == 1 else [own] if own in found else []


def _binaries(package: Path) -> list[str]:
    """Return the names of a package's programs; empty if it is not installed."""
    try:
        manifest: Any = json.loads((package / "package.json").read_bytes())
    except (OSError, ValueError):
        return []
    binaries = manifest.get("bin") if isinstance(manifest, dict) else None
    if isinstance(binaries, str):
        return [package.name]
    return [str(name) for name in binaries] if isinstance(binaries, dict) else []
