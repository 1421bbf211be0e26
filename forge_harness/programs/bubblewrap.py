"""Bubblewrap: a program in a file system of its own, for operators who prefer it to Landlock.

It sees the places of its confinement, its own processes, and no network unless it may have one. It needs the program
``bwrap`` and a kernel that allows namespaces. Landlock also limits which programs a program may start; bubblewrap does
not, but hides the shells.
Reference: https://github.com/containers/bubblewrap
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..errors import RegistrationError
from .binaries import Binaries, Binary

__all__ = ["BUBBLEWRAP", "bubblewrap_command", "find_bubblewrap"]

BUBBLEWRAP = "bwrap"

#: Everything of its own: users, processes, network, names of the machine; nothing of it outlives its parent.
_APART = ("--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev")
_OWN = (Path("/proc"), Path("/dev"))
_TRIAL_S = 10


def find_bubblewrap() -> Binary:
    """Return the program, as it was found in PATH and tried.

    Raises:
        RegistrationError: If it is not there, or this system lets it confine nothing.
    """
    found = Binaries([BUBBLEWRAP]).found.get(BUBBLEWRAP)
    if found is None:
        raise RegistrationError(
            f"confine_with is {BUBBLEWRAP!r}, and bubblewrap was not found. Install it, or write 'landlock'."
        )
    trial = [str(found.path), *_APART, "--ro-bind", "/", "/", "--", str(found.path), "--version"]
    try:
        subprocess.run(trial, stdin=subprocess.DEVNULL, capture_output=True, timeout=_TRIAL_S, check=True)  # noqa: S603  # the operator's own
    except (OSError, subprocess.SubprocessError):
        raise RegistrationError(
            f"confine_with is {BUBBLEWRAP!r}, and bubblewrap cannot confine programs on this system. Allow it to make "
            "namespaces, or write 'landlock'."
        ) from None
    return found


def bubblewrap_command(
    bubblewrap: Path,
    command: Sequence[str],
    *,
    folder: Path,
    readable: Iterable[Path],
    writable: Iterable[Path],
    hidden: Iterable[Path] = (),
    with_network: bool = False,
) -> list[str]:
    """Return the command that runs another one in a file system of some places.

    Args:
        bubblewrap: The program.
        command: The other program, by its path, and its arguments.
        folder: Its working folder.
        readable: Files and folders that it may read and execute; missing ones are left out.
        writable: Files and folders in which it may do anything. What is readable within them is writable as well.
        hidden: Files in these places that it can neither read nor execute.
        with_network: Whether it has the network of this machine.
    """
    links = dict[Path, str]()
    changed = [_followed(place, links) for place in writable if not _is_own(place)]
    seen = (_followed(place, links) for place in readable if not _is_own(place))
    read = [place for place in seen if not any(map(place.is_relative_to, changed))]
    kinds = {**dict.fromkeys(read, "--ro-bind-try"), **dict.fromkeys(changed, "--bind-try")}
    # What is mounted later hides what is below it.
    mounts = [word for place in sorted(kinds, key=_depth) for word in (kinds[place], str(place), str(place))]
    # Links stay links, so that what is hidden has one path. Those in a mounted folder are there already.
    made = sorted((link for link in links if not any(map(link.is_relative_to, kinds))), key=_depth)
    linked = [word for link in made for word in ("--symlink", links[link], str(link))]
    masks = [word for file in hidden for word in ("--ro-bind", "/dev/null", str(file))]
    network = ["--share-net"] if with_network else []
    last = ["--remount-ro", "/", "--chdir", str(folder), "--", *command]
    return [str(bubblewrap), *_APART, *network, *mounts, *linked, *masks, *last]


def _followed(place: Path, links: dict[Path, str]) -> Path:
    """Return a place without links, and note those that lead to it."""
    at = Path("/")
    for name in place.parts[1:]:
        if (at / name).is_symlink():
            links[at / name] = str((at / name).readlink())
        at = (at / name).resolve()
    return at


def _is_own(place: Path) -> bool:
    return any(map(place.is_relative_to, _OWN))


def _depth(place: Path) -> int:
    return len(place.parts)
