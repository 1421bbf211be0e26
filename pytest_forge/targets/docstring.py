"""Docstrings: descriptions of parameters, in Google, NumPy or Sphinx style."""

from __future__ import annotations

import re

__all__ = ["described_parameters"]

_ARGUMENTS = re.compile(r"(?:Args|Arguments|Parameters|Params):?")
_OTHERS = re.compile(
    r"(?:Returns?|Raises|Yields?|Examples?|Notes?|Warnings?|Warns|Attributes|References|See Also|Todo):?", re.IGNORECASE
)
_GOOGLE = re.compile(r"\s+\*{0,2}(\w+)\s*(?:\([^)]*\))?:(?:\s+(.*))?")
_REST = re.compile(r"\s*:param\s+(?:[\w\[\], |.]+\s+)?(\w+):\s*(.*)")
_NUMPY = re.compile(r"(\w+)\s*:\s*\S.*")


def described_parameters(docstring: str) -> dict[str, str]:
    """Return the first line of each parameter's description, next to the name or below it."""
    found: dict[str, str] = {}
    lines = docstring.splitlines()
    in_arguments = False
    for index, line in enumerate(lines):
        if _ARGUMENTS.fullmatch(line.strip()):
            in_arguments = True
        elif _OTHERS.fullmatch(line.strip()):
            in_arguments = False
        elif rest := _REST.fullmatch(line):
            _note(found, rest[1], rest[2].strip() or _below(lines, index))
        elif in_arguments and (google := _GOOGLE.fullmatch(line)):
            _note(found, google[1], (google[2] or "").strip() or _below(lines, index))
        elif in_arguments and (numpy := _NUMPY.fullmatch(line)):
            _note(found, numpy[1], _below(lines, index))
    return found


def _note(found: dict[str, str], name: str, text: str) -> None:
    if text:
        found.setdefault(name, text)


def _below(lines: list[str], index: int) -> str:
    """Return the next line if it is indented deeper; else an empty text."""
    following = lines[index + 1] if index + 1 < len(lines) else ""
    return following.strip() if _indent(following) > _indent(lines[index]) else ""


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
