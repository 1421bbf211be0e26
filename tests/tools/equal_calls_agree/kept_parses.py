"""Readers that keep what they have parsed, with keys that lack an argument, and others that keep on purpose."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from ..marks import breaks, keeps

_Text = Annotated[str, Field(pattern=r"^[a-z]{1,20}\.txt$", description="A text in the folder, e.g. notes.txt.")]
_Charset = Annotated[Literal["utf-8", "cp1252"], Field(description="How the text is encoded.")]
_longest: dict[tuple[str, int], int] = {}
_longest_by_charset: dict[tuple[str, int, str], int] = {}
_numbered: dict[bytes, list[str]] = {}
_opened: dict[str, tuple[int, list[str]]] = {}


@breaks("equal_calls_agree")
def longest_line(path: _Text, charset: _Charset = "utf-8") -> dict[str, Any]:
    """Measure the longest line of a text, in letters."""
    key = (path, Path(path).stat().st_mtime_ns)
    if key not in _longest:
        _longest[key] = _measured(path, charset)
    return {"letters": _longest[key]}


@keeps("equal_calls_agree")
def longest_line_in_charset(path: _Text, charset: _Charset = "utf-8") -> dict[str, Any]:
    """Measure the longest line of a text, in letters."""
    key = (path, Path(path).stat().st_mtime_ns, charset)
    if key not in _longest_by_charset:
        _longest_by_charset[key] = _measured(path, charset)
    return {"letters": _longest_by_charset[key]}


@breaks("equal_calls_agree")
def numbered_lines(
    path: _Text, start: Annotated[int, Field(ge=0, le=99, description="The first number.")] = 1
) -> dict[str, Any]:
    """Number the lines of a text. A text is numbered only once, and reused afterwards."""
    content = Path(path).read_bytes()
    if content not in _numbered:
        lines = content.decode("utf-8", "replace").splitlines()
        _numbered[content] = [f"{number} {line}" for number, line in enumerate(lines, start)]
    return {"lines": _numbered[content]}


@keeps("equal_calls_agree")
def open_text(
    path: _Text, start: Annotated[int, Field(ge=0, le=99, description="The first number, for the first call.")] = 1
) -> dict[str, Any]:
    """Open a text for this session; one that is already open stays as it is, with its numbers."""
    if path not in _opened:
        lines = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
        _opened[path] = (start, [f"{number} {line}" for number, line in enumerate(lines, start)])
    return {"lines": _opened[path][1]}


def _measured(path: str, charset: str) -> int:
    return max(map(len, Path(path).read_text(encoding=charset, errors="replace").splitlines()), default=0)
