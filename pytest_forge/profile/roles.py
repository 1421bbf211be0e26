"""Role: the meaning of an argument, guessed from its format, its name and its description.

A schema declares ``path`` as a string; a tool that opens a file needs a file name. The strongest hint wins:

    format  >  last words of the name  >  any word of the name  >  description  >  text
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..regex import regex
from .role_words import DESCRIBED, DOCUMENTS, FORMATS, PATH_ROLES, ROOTS, TAILS, VAGUE, Role

__all__ = ["PATH_ROLES", "Role", "name_words", "role_of"]


#: Roles that numbers can have; a number named ``id`` or ``date`` is only a number.
_NUMERIC_ROLES = frozenset({Role.LATITUDE, Role.LONGITUDE, Role.YEAR, Role.PORT, Role.DURATION})

#: The beginning of a description of a folder: "The project's root folder", "Path of the directory to scan".
_FOLDER = regex(
    r"^\W*(?:(?:absolute |the |a )*path (?:of|to) )?(?:the |a |an |your )?"
    r"(?:(?!(?:in|of|to|from|for|with|below|under|inside|within|is|are|and|or)\b)[\w'\u2019-]+ ){0,2}"
    r"(?:directory|folder)\b",
    re.IGNORECASE,
)
_WORD = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def name_words(name: str) -> list[str]:
    """Return the words of a snake_case, kebab-case or camelCase name, in lower case."""
    return [word.lower() for word in _WORD.findall(name)]


def role_of(name: str, schema: Mapping[str, Any]) -> Role:
    """Return the role of an argument.

    Args:
        name: Its name; for an item, the name of the array.
        schema: Its schema; in a union, the most specific branch decides.
    """
    kinds: set[str] = set()
    formats: list[str] = []
    for node in _branches(schema):
        kind = node.get("type")
        kinds.update([kind] if isinstance(kind, str) else kind if isinstance(kind, list) else [])
        if isinstance(node.get("format"), str):
            formats.append(node["format"].lower())
        if node.get("contentMediaType") == "application/json":
            formats.append("json")
        if node.get("contentEncoding") == "base64":
            formats.append("base64")
    if kinds and "string" not in kinds:
        return _role_without_text(name, kinds)
    for named in formats:
        found = Role.UUID if named.startswith("uuid") else FORMATS.get(named)
        if found is Role.FILE_PATH:
            return _role_of_path(name, str(schema.get("description") or ""))
        if found:
            return found
    return _role_of_text(name, str(schema.get("description") or ""))


def _branches(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield schema
    for keyword in ("anyOf", "oneOf", "allOf"):
        parts = schema.get(keyword)
        if isinstance(parts, list):
            yield from (part for part in parts if isinstance(part, Mapping))


def _role_without_text(name: str, kinds: set[str]) -> Role:
    if kinds & {"integer", "number"}:
        tail = _tail(name)
        return tail[0] if tail and tail[0] in _NUMERIC_ROLES else Role.NUMBER
    if "boolean" in kinds:
        return Role.BOOLEAN
    if "array" in kinds:
        return Role.LIST
    return Role.OBJECT if "object" in kinds else Role.TEXT


def _role_of_path(name: str, description: str) -> Role:
    """Return the role of what is declared to be a path, which may be that of a file or of a folder."""
    tail, words = _tail(name), name_words(name)
    is_folder = tail[0] is Role.DIRECTORY if tail else bool(words) and words[-1] in ROOTS
    return Role.DIRECTORY if is_folder else _refined(Role.FILE_PATH, description)


def _role_of_text(name: str, description: str) -> Role:
    words = _singular(name_words(name))
    tail = _tail(name)
    if tail and tail[1] not in VAGUE:
        return _refined(tail[0], description)
    if words and words[-1] in DOCUMENTS and not re.search(r"\b(?:file|path)", description, re.IGNORECASE):
        return Role.TEXT
    described = next((role for role, pattern in DESCRIBED if pattern.search(description)), None)
    if tail and tail[1] == "path":
        # Addresses inside a value, such as a JSON path, are called paths too.
        if {"json", "xml", "xpath", "object", "key", "url", "dot", "query"} & set(words):
            return Role.TEXT
        return described if described in (Role.DIRECTORY, Role.URL) else Role.FILE_PATH
    # "The text to write into the file" describes text: the description only decides for vague names.
    is_text = tail is not None and tail[0] is Role.TEXT
    is_taken = is_text and described in (Role.QUERY, Role.ID, Role.CITY, Role.COUNTRY)
    if described and not is_taken and not (tail and tail[1] in ("text", "note") and described in PATH_ROLES):
        return described
    if tail:
        return tail[0]
    for word in words:
        if word in ("file", "filename", "filepath") and not {"type", "content", "size", "mode", "format", "kind"} & set(
            words
        ):
            return Role.FILE_PATH
        if word in ("dir", "directory", "folder"):
            return Role.DIRECTORY
        if word in ("date", "url", "email", "sql", "regex"):
            return TAILS[word]
    return Role.TEXT


def _refined(role: Role, description: str) -> Role:
    """Choose between related roles by the description: code or word, date or date and time."""
    if role is Role.DATE and re.search(r"\b(?:date-?time|timestamp)\b|T\d\d:\d\d", description, re.IGNORECASE):
        return Role.DATETIME
    if role is Role.COUNTRY and re.search(r"\bcode\b|\bISO\b", description):
        return Role.COUNTRY_CODE
    if role is Role.FILE_PATH and _FOLDER.search(description):
        return Role.DIRECTORY
    if role is Role.QUERY and re.search(r"\bSQL\b", description, re.IGNORECASE):
        return Role.SQL
    return role


def _tail(name: str) -> tuple[Role, str] | None:
    words = _singular(name_words(name))
    for count in range(min(3, len(words)), 0, -1):
        tail = "_".join(words[-count:])
        if tail in TAILS:
            return TAILS[tail], tail
    return None


def _singular(words: list[str]) -> list[str]:
    if words and len(words[-1]) > 3 and words[-1].endswith("s") and words[-1] not in TAILS:
        last = words[-1]
        return [*words[:-1], last[:-3] + "y" if last.endswith("ies") else last[:-1]]
    return words
