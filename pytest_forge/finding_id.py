"""FindingId: what a finding is called, from one run to the next: ``tool[check]#cause``.

The cause is a hash of what the finding says, without what changes from run to run: values, numbers, paths, generated
words. A name of the tool's own schema stays, so that the same mistake with two arguments is two findings. Neither the
seed nor the place of the sandbox, the version of Python or a number of a line takes part.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

__all__ = ["FindingId", "finding_id", "names_in", "parse_finding_id"]

_IDENTIFIER = re.compile(r"(?P<tool>.*)\[(?P<check>[^\[\]]+)\](?:#(?P<cause>[0-9a-f]{8}))?", re.DOTALL)
#: In this order: a value as `repr` writes it (an apostrophe inside a word begins none), a path or address, and every
#: word with a digit in it: numbers, and what is made of random bits.
_VARIABLE = re.compile(
    r"""(?<!\w)(?:'(?P<single>(?:[^'\\]|\\.)*)'|"(?P<double>(?:[^"\\]|\\.)*)")(?!\w)"""
    r"""|(?P<path>[^\s'"]*/[^\s'"]*)|(?P<number>-?\b\w*\d\w*(?:[.:]\d+)*)"""
)
#: What leads to a property in a schema.
_KEYWORDS = frozenset({"properties", "items", "$defs", "anyOf", "oneOf", "allOf", "additionalProperties"})
_STRUCTURE = re.compile(r"\{[^{}]*\}|\[[^\[\]]*\]")
_MAX_NESTED = 8
_MAX_NODES = 5000


@dataclass(frozen=True, slots=True)
class FindingId:
    """A finding's name, in its parts.

    Attributes:
        tool: The tool's name.
        check: The check's id.
        cause: Eight hexadecimal digits; empty where any cause is meant.
    """

    tool: str
    check: str
    cause: str = ""

    def __str__(self) -> str:
        return f"{self.tool}[{self.check}]" + (f"#{self.cause}" if self.cause else "")

    def covers(self, other: FindingId) -> bool:
        """Whether *other* is what this one names."""
        return (self.tool, self.check) == (other.tool, other.check) and self.cause in ("", other.cause)


def parse_finding_id(text: str) -> FindingId | None:
    """Return the parts of ``tool[check]`` or ``tool[check]#cause``; None if *text* has neither form."""
    match = _IDENTIFIER.fullmatch(text)
    return FindingId(match["tool"], match["check"], match["cause"] or "") if match else None


def finding_id(tool: str, check: str, message: str, *, names: Collection[str] = ()) -> FindingId:
    """Return the name of a finding.

    Args:
        tool: The tool's name.
        check: The check's id.
        message: What the finding says.
        names: Words that stay where the message quotes them.
    """
    text = f"{tool}\0{check}\0{_cause(message, names)}"
    return FindingId(tool, check, hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:8])


def names_in(schema: Any) -> frozenset[str]:
    """Return the names of properties that *schema* holds, at any depth."""
    found: set[str] = set()
    seen: set[int] = set()
    waiting = [schema]
    while waiting and len(seen) < _MAX_NODES:
        value = waiting.pop()
        if id(value) in seen or not isinstance(value, dict | list):
            continue
        # A definition that was made in Python may hold itself.
        seen.add(id(value))
        if isinstance(value, dict):
            properties = value.get("properties")
            if isinstance(properties, dict):
                found.update(name for name in properties if isinstance(name, str))
            waiting.extend(value.values())
        else:
            waiting.extend(value)
    return frozenset(found)


def _cause(message: str, names: Collection[str]) -> str:
    def name_or_nothing(match: re.Match[str]) -> str:
        if match["number"] is not None:
            return "N"
        value = next(match[group] for group in ("single", "double", "path") if match[group] is not None)
        parts = [part for part in re.split(r"[./\[\](),:;#]", value) if part and not part.isdecimal()]
        is_name = any(part in names for part in parts) and all(part in names or part in _KEYWORDS for part in parts)
        return ".".join(parts) if is_name else "…"

    text = _VARIABLE.sub(name_or_nothing, message)
    for _ in range(_MAX_NESTED):
        text, changes = _STRUCTURE.subn("…", text)
        if not changes:
            break
    return " ".join(text.split())
