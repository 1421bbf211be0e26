"""Docstrings: what they say of a function and of its parameters, in Google, NumPy or Sphinx style."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["described_parameters", "leading_text", "raised_errors", "without_parameters"]

_ARGUMENTS = regex(r"(?:Args|Arguments|Parameters|Params):?")
_OTHERS = regex(
    r"(?:Returns?|Raises|Yields?|Examples?|Notes?|Warnings?|Warns|Attributes|References|See Also|Todo):?", re.IGNORECASE
)
_GOOGLE = regex(r"\s+\*{0,2}(\w+)\s*(?:\([^)]*\))?:(?:\s+(.*))?")
_FIELD = regex(r"\s*:\w+[^:]*:(?:\s|$)")
_REST = regex(r"\s*:param\s+(?:[\w\[\], |.]+\s+)?(\w+):\s*(.*)")
_NUMPY = regex(r"(\w+)\s*:\s*\S.*")
#: NumPy style allows a name without a type.
_BARE = regex(r"(\w+)")
_UNDERLINE = regex(r"-{3,}")
_RAISES = regex(r"(?:Raises|Throws):?")
_ERRORS = regex(r"[`~.\w]+(?:\s*(?:,|\bor\b|\|)\s*[`~.\w]+)*")
_REST_ERROR = regex(r"\s*:(?:raises?|except|exception)\s+([^:]+):.*")


def leading_text(docstring: str) -> str:
    """Return the paragraphs before the first section or field."""
    lines = docstring.splitlines()
    for index, line in enumerate(lines):
        if any(form.fullmatch(line.strip()) for form in (_ARGUMENTS, _OTHERS)) or _FIELD.match(line):
            return "\n".join(lines[:index]).strip()
    return docstring.strip()


def described_parameters(docstring: str) -> dict[str, str]:
    """Return the first paragraph of each parameter's description, on one line."""
    found: dict[str, str] = {}
    lines = docstring.splitlines()
    in_arguments = is_numpy = False
    # Lines indented deeper continue the description of the parameter above them.
    least = 0
    for index, line in enumerate(lines):
        if _ARGUMENTS.fullmatch(line.strip()):
            in_arguments = True
            is_numpy = index + 1 < len(lines) and _UNDERLINE.fullmatch(lines[index + 1].strip()) is not None
            least = 1_000
        elif _OTHERS.fullmatch(line.strip()):
            in_arguments = False
        elif rest := _REST.fullmatch(line):
            _note(found, rest[1], rest[2], lines, index)
        elif not in_arguments or not line.strip() or _indent(line) > least:
            continue
        elif google := _GOOGLE.fullmatch(line):
            _note(found, google[1], google[2] or "", lines, index)
            least = _indent(line)
        elif (numpy := _NUMPY.fullmatch(line)) or (is_numpy and (numpy := _BARE.fullmatch(line))):
            _note(found, numpy[1], "", lines, index)
            least = _indent(line)
    return found


def raised_errors(docstring: str) -> frozenset[str]:
    """Return the names of the exceptions that a docstring says the function raises."""
    found: set[str] = set()
    in_errors, least = False, 1_000
    for line in docstring.splitlines():
        if _RAISES.fullmatch(line.strip()):
            in_errors, least = True, 1_000
        elif _ARGUMENTS.fullmatch(line.strip()) or _OTHERS.fullmatch(line.strip()):
            in_errors = False
        elif rest := _REST_ERROR.fullmatch(line):
            found.update(_names(rest[1]))
        elif in_errors and line.strip() and not _UNDERLINE.fullmatch(line.strip()) and _indent(line) <= least:
            least = _indent(line)
            named = line.partition(":")[0].strip()
            found.update(_names(named) if _ERRORS.fullmatch(named) else ())
    return frozenset(found)


def _names(text: str) -> list[str]:
    """Return the names of classes in a text, without their modules."""
    return [name.rpartition(".")[2] for name in re.findall(r"[A-Za-z_][\w.]*", text) if name != "or"]


def without_parameters(docstring: str) -> str:
    """Return a docstring without its list of parameters, in Google or NumPy style."""
    kept = []
    in_arguments = False
    for line in docstring.splitlines():
        if _ARGUMENTS.fullmatch(line.strip()):
            in_arguments = True
        elif _OTHERS.fullmatch(line.strip()):
            in_arguments = False
        kept += [] if in_arguments else [line]
    return "\n".join(kept)


def _note(found: dict[str, str], name: str, beginning: str, lines: list[str], index: int) -> None:
    text = " ".join(part for part in (beginning.strip(), *_below(lines, index)) if part)
    if text:
        found.setdefault(name, text)


def _below(lines: list[str], index: int) -> list[str]:
    """Return the lines that follow and are indented deeper, up to the first blank one."""
    below = []
    for line in lines[index + 1 :]:
        if not line.strip() or _indent(line) <= _indent(lines[index]):
            break
        below.append(line.strip())
    return below


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
