"""Functions that break readers_change_no_files, and others that resemble them and keep it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from ..marks import breaks, keeps


@keeps("readers_change_no_files", "processes_need_the_tier_execute")
def runs_undeclared(name: str) -> str:
    """Look a city up with a program.

    Args:
        name: Name of the city.
    """
    return subprocess.run(["echo", name], capture_output=True, text=True, check=True).stdout


@keeps("readers_change_no_files", "processes_need_the_tier_execute")
def writes_undeclared(name: str) -> str:
    """Write a city down.

    Args:
        name: Name of the city.
    """
    Path("city.txt").write_text(name)
    return name


@breaks("readers_change_no_files")
def count_headings(path: str) -> int:
    """Count the headings of a Markdown file. The file is not changed.

    Args:
        path: Markdown file, such as README.md.
    """
    text = Path(path).read_bytes().decode("utf-8", "replace")
    if "\r\n" in text:
        Path(path).write_bytes(text.replace("\r\n", "\n").encode())
    return sum(line.startswith("#") for line in text.splitlines())


@breaks("readers_change_no_files")
def newest_entry(folder: str = ".") -> str:
    """Name the newest entry of a folder. Reads only.

    Args:
        folder: Folder to look into.
    """
    names = sorted(entry.name for entry in Path(folder).iterdir())
    (Path(folder) / ".names").write_text("\n".join(names))
    return max(names, key=lambda name: (Path(folder) / name).lstat().st_mtime, default="")


@keeps("readers_change_no_files", judged=True)
def count_links(path: str) -> int:
    """Count the links of a Markdown file. Reads only, nothing is changed.

    Args:
        path: Markdown file, such as README.md.
    """
    return Path(path).read_bytes().count(b"](")


@keeps("readers_change_no_files", judged=False)
def retitle_note(path: str, heading: str) -> str:
    """Give a note another heading. A heading of several lines is refused and nothing is changed.

    Args:
        path: Text file, such as notes.txt.
        heading: The heading, such as "Journal".
    """
    if not heading.strip() or len(heading.splitlines()) != 1:
        raise ValueError("The heading must be a single line.")
    lines = Path(path).read_text().split("\n")
    Path(path).write_text("\n".join([heading, *lines[1:]]))
    return heading


@keeps("readers_change_no_files", judged=False)
def tidy_note(path: str, preview: bool = False) -> int:
    """Remove trailing spaces from a file; with preview, nothing is changed.

    Args:
        path: Text file, such as notes.txt.
        preview: Whether to count only.
    """
    lines = Path(path).read_text().split("\n")
    if not preview:
        Path(path).write_text("\n".join(line.rstrip() for line in lines))
    return sum(line != line.rstrip() for line in lines)
