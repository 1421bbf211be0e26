"""FindingId: the stable id of a finding: ``tool[check]#code`` or ``tool[check]#code:about``.

The code says what is wrong, and *about* names the argument, field or exception concerned, so that an accepted finding
does not hide another one of the same kind. The message is not part of it and may be reworded.

Ids from before findings had codes end in eight hexadecimal digits, a hash of the message. They are still read: a result
carries its old id next to its id for as long as its message is unchanged.

A code may move from one check to another. An id with the name of its former check is read as one of its present check.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection
from typing import Any

from msgspec import Struct

from .regex import regex

__all__ = ["FindingId", "cause_of", "finding_id", "names_in", "old_finding_id", "parse_finding_id"]

_IDENTIFIER = regex(
    r"(?P<tool>.*)\[(?P<check>[^\[\]]+)\](?:#(?P<cause>[0-9a-f]{8}|[a-z][a-z0-9_]*(?::[\w.$-]+)?))?", re.DOTALL
)
#: Characters of an argument's path or an exception's name that are not kept in an id.
_NOT_IN_ABOUT = regex(r"[^\w$-]+")
_MAX_ABOUT = 80
#: In this order: a value as `repr` writes it (an apostrophe inside a word starts none), a path or address, and every
#: word with a digit: numbers and random names.
_VARIABLE = regex(
    r"""(?<!\w)(?:'(?P<single>(?:[^'\\]|\\.)*)'|"(?P<double>(?:[^"\\]|\\.)*)")(?!\w)"""
    r"""|(?P<path>[^\s'"]*/[^\s'"]*)|(?P<number>-?\b\w*\d\w*(?:[.:]\d+)*)"""
)
#: Keywords on the way to a property in a schema.
_KEYWORDS = frozenset({"properties", "items", "$defs", "anyOf", "oneOf", "allOf", "additionalProperties"})
_STRUCTURE = regex(r"\{[^{}]*\}|\[[^\[\]]*\]")
_MAX_NESTED = 8
#: The present check of a code that has moved, by its former check and the code.
_MOVED = {
    ("choices_are_handled", code): "common_rules_hold"
    for code in (
        *("lost_in_parts", "lost_day", "limit_not_filled", "cut_hidden", "host_ends_alike", "ordered_as_text"),
        *("limit_of_characters", "last_day_left_out", "offset_ignored", "case_changes_answer"),
    )
}
_MAX_NODES = 5000


class FindingId(Struct, frozen=True):
    """The id of a finding, in its parts.

    Attributes:
        tool: The tool's name.
        check: The check's id.
        cause: The code, with *about* after a colon; in old ids, eight hexadecimal digits. Empty for any finding of the
            check.
    """

    tool: str
    check: str
    cause: str = ""

    def __str__(self) -> str:
        return f"{self.tool}[{self.check}]" + (f"#{self.cause}" if self.cause else "")

    def covers(self, other: FindingId) -> bool:
        """Whether this id covers *other*; a code without *about* covers every finding of the code."""
        return (self.tool, self.check) == (other.tool, other.check) and self.cause in (
            "",
            other.cause,
            other.cause.partition(":")[0],
        )


def parse_finding_id(text: str) -> FindingId | None:
    """Return the parts of ``tool[check]`` or ``tool[check]#cause``; None if *text* has neither form.

    The check is the one that reports the code now.
    """
    match = _IDENTIFIER.fullmatch(text)
    if match is None:
        return None
    check, cause = match["check"], match["cause"] or ""
    return FindingId(match["tool"], _MOVED.get((check, cause.partition(":")[0]), check), cause)


def finding_id(tool: str, check: str, code: str, about: str = "") -> FindingId:
    """Return the id of a finding.

    Args:
        tool: The tool's name.
        check: The check's id.
        code: What is wrong.
        about: The part concerned: an argument's path, the class of an exception; empty for the tool as a whole.
    """
    part = _NOT_IN_ABOUT.sub(".", about).strip(".")
    if len(part) > _MAX_ABOUT:
        part = f"{part[:_MAX_ABOUT]}-{hashlib.sha256(part.encode()).hexdigest()[:8]}"
    return FindingId(tool, check, f"{code}:{part}" if part else code)


def old_finding_id(tool: str, check: str, message: str, *, names: Collection[str] = ()) -> FindingId:
    """Return the id of a finding from before findings had codes.

    Args:
        tool: The tool's name.
        check: The check's id.
        message: Of the finding.
        names: Quoted words of the message that are kept.
    """
    text = f"{tool}\0{check}\0{cause_of(message, names)}"
    return FindingId(tool, check, hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:8])


def names_in(schema: Any) -> frozenset[str]:
    """Return the names of the properties in *schema*, at any depth."""
    found: set[str] = set()
    seen: set[int] = set()
    waiting = [schema]
    while waiting and len(seen) < _MAX_NODES:
        value = waiting.pop()
        if id(value) in seen or not isinstance(value, dict | list):
            continue
        # A definition made in Python may contain itself.
        seen.add(id(value))
        if isinstance(value, dict):
            properties = value.get("properties")
            if isinstance(properties, dict):
                found.update(name for name in properties if isinstance(name, str))
            waiting.extend(value.values())
        else:
            waiting.extend(value)
    return frozenset(found)


def cause_of(message: str, names: Collection[str]) -> str:
    """Return a message without the parts that change from run to run: values, numbers, paths, generated words.

    Args:
        message: Of a finding.
        names: Quoted words of the message that are kept, such as the names of arguments.
    """

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
