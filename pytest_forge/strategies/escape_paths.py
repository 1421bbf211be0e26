"""Escape paths: the spellings of a path outside the workspace.

Each spelling defeats a real-world defence: a comparison of prefixes, a search for "..", a single pass of replacement, a
check before decoding. A correct tool refuses all of them, or treats them as odd names inside its workspace.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

__all__ = ["EscapePath", "escape_paths"]

#: Longer than the kernel's limit for paths, and within it after normalisation.
_OVERLONG_STEPS = 700


class EscapePath(Struct, frozen=True):
    """One spelling of a path outside.

    Attributes:
        text: The path.
        way: How it leaves the workspace, as the end of a sentence: "which climbs out with '..'".
        is_plain: Whether it works on a tool without any defence.
    """

    text: str
    way: str
    is_plain: bool = False


def escape_paths(leaf: str, *, workspace: Path, outside: Path, sibling: Path, folder: str) -> Iterator[EscapePath]:
    """Yield every spelling that leads to *leaf*, the most ordinary first.

    Args:
        leaf: A relative path that exists, or may be created, in *outside*, *sibling* and the home directory.
        workspace: The root folder.
        outside: A folder next to it.
        sibling: A folder whose path begins with the path of *workspace*.
        folder: Name of an existing folder in the workspace.
    """
    there = str(outside / leaf)
    up = os.path.relpath(there, workspace)
    steps = up.split("/")
    climb = len([step for step in steps if step == ".."])
    rest = "/".join(steps[climb:])
    yield EscapePath(up, "which climbs out with '..'", is_plain=True)
    yield EscapePath(there, "an absolute path", is_plain=True)
    yield EscapePath(f"{folder}/../{up}", "which climbs out through a real folder", is_plain=True)
    yield EscapePath("../" * 24 + there.lstrip("/"), "which climbs to the top of the file system", is_plain=True)
    yield EscapePath(f"{workspace}/{up}", "an absolute path that begins inside and climbs out", is_plain=True)
    yield EscapePath(os.path.relpath(sibling / leaf, workspace), "in a folder whose name begins like the workspace's")
    yield EscapePath(str(sibling / leaf), "an absolute path in a folder whose name begins like the workspace's")
    yield EscapePath(f"no-such-folder/../{up}", "which climbs out through a missing folder")
    yield EscapePath(f"./{up}", "which climbs out after './'")
    yield EscapePath(f".//{up.replace('/', '//')}", "which climbs out with doubled slashes")
    yield EscapePath(f"/{there}", "an absolute path with a doubled slash")
    yield EscapePath(f"{folder}/./.././{up}", "which climbs out between '.' steps")
    yield EscapePath(f"~/{leaf}", "in the home directory by '~'")
    yield EscapePath(f"$HOME/{leaf}", "in the home directory by '$HOME'")
    yield EscapePath(f"${{HOME}}/{leaf}", "in the home directory by '${HOME}'")
    yield from _rewritten(climb, rest, there)
    yield EscapePath(f" {up}", "which hides '..' behind a space")
    yield EscapePath(f" {there}", "an absolute path behind a space")
    yield EscapePath(f"{up} ", "which climbs out with '..' and ends in a space")
    yield EscapePath(f"\t{there}\n", "an absolute path between white space")
    yield EscapePath(f'"{there}"', "an absolute path in quotation marks")
    yield EscapePath(f"file://{there}", "a file URL")
    yield EscapePath(f"file://localhost{there}", "a file URL with a host")
    yield EscapePath(f"file:{there}", "a file URL without slashes")
    yield EscapePath(f"FILE://{there}", "a file URL in capitals")
    yield EscapePath(f"/proc/self/cwd/{up}", "which leaves through /proc/self/cwd")
    yield EscapePath(f"/proc/self/root{there}", "which leaves through /proc/self/root")
    yield EscapePath(f"{folder}/../" * _OVERLONG_STEPS + up, "which is too long until it is normalised")
    yield EscapePath("./" * (_OVERLONG_STEPS * 3) + up, "which is too long until it is normalised")


def _rewritten(climb: int, rest: str, there: str) -> Iterator[EscapePath]:
    """Yield spellings that become ".." or an absolute path only when the tool decodes or cleans the text."""
    for step, way in (
        ("....//", "which is '..' once '../' has been removed from it"),
        ("..././", "which is '..' once '../' has been removed from it"),
        ("...//.", "which is '..' once './' has been removed from it"),
        ("%2e%2e/", "which is '..' once it is percent-decoded"),
        ("..%2f", "which is '..' once it is percent-decoded"),
        ("%2E%2E%2F", "which is '..' once it is percent-decoded"),
        ("%252e%252e%252f", "which is '..' once it is percent-decoded twice"),
        ("..%252f", "which is '..' once it is percent-decoded twice"),
        ("%c0%ae%c0%ae/", "which is '..' in overlong UTF-8"),
        ("..\\", "which climbs out with backslashes"),
        ("..\\/", "which climbs out with mixed slashes"),
        ("..%5c", "which climbs out with percent-encoded backslashes"),
        ("\uff0e\uff0e/", "which is '..' once full-width dots are normalised"),
        ("\uff0e\uff0e\uff0f", "which is '..' once full-width characters are normalised"),
        ("..\uff0f", "which is '..' once full-width slashes are normalised"),
        ("\u2024\u2024/", "which is '..' once one-dot leaders are normalised"),
        ("\u2025/", "which is '..' once a two-dot leader is normalised"),
        (".\x00./", "which is '..' once NUL bytes are removed"),
        (".\u200b./", "which is '..' once zero-width characters are removed"),
        (".\r\n./", "which is '..' once line ends are removed"),
        ("..\x00/", "which is '..' once NUL bytes are removed"),
        ("%u002e%u002e/", "which is '..' once '%u' escapes are decoded"),
        ("\\u002e\\u002e/", "which is '..' once '\\u' escapes are decoded"),
        ("&#46;&#46;/", "which is '..' once HTML entities are decoded"),
    ):
        yield EscapePath(step * climb + rest, way)
    yield EscapePath(there.replace("/", "%2f"), "an absolute path once it is percent-decoded")
    yield EscapePath(there.replace("/", "%252f"), "an absolute path once it is percent-decoded twice")
    yield EscapePath(there.replace("/", "\\"), "an absolute path with backslashes")
    yield EscapePath(there.replace("/", "\uff0f"), "an absolute path once full-width slashes are normalised")
    yield EscapePath(f"{'../' * climb}{rest}\x00.txt", "which hides its ending behind a NUL byte")
