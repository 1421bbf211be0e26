"""Definitions: files that describe tools, in any provider's format.

    a list of definitions             {"tools": [...]}, {"tools": {name: ...}}      a file with one definition a line
    one definition                    {"result": {"tools": [...]}}                  {"functions": [...]}

An entry that is not a definition becomes facts with a problem: it is reported, and the other entries are still judged.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import Struct

from forge_harness import long_integer

from .definition_entry import expanded, facts_of, is_definition
from .facts import ToolFacts
from .json_depth import MAX_DEPTH, is_too_deep
from .server_files.jsonc import DuplicateKeyError, decode_jsonc
from .server_files.server_list import servers_of
from .target_error import TargetError

__all__ = ["PREFIX", "load_definitions", "read_definition"]

PREFIX = "definitions:"
#: Where the object of a server file begins at the latest, after comments.
_MAX_HEAD = 2_000


class _Entry(Struct, frozen=True):
    """A value that should be a definition.

    Attributes:
        value: As decoded.
        place: Its position, for messages: ``entry 3`` or ``line 3``.
        scope: Names must differ among the entries of one scope.
        problem: Why it could not be decoded; empty if it could.
    """

    value: Any
    place: str
    scope: str = ""
    problem: str = ""


def load_definitions(target: str, *, base: Path) -> list[ToolFacts]:
    """Return the definitions in the file that *target* names, in the order of the file.

    Args:
        target: ``definitions:FILE``.
        base: Folder that a relative path starts from.

    Raises:
        TargetError: If the file is missing, is not UTF-8 or not JSON, or holds no definition.
    """
    name = target.removeprefix(PREFIX)
    text = _read(base / name, name)
    entries = _entries(text, name)
    found = [_judged(entry, target) for entry in entries]
    if not any(not facts.left_out and (facts.dialect is not None or not facts.problems) for facts, _ in found):
        first = _why_none(found[0][0]) if found else "the list is empty"
        raise TargetError(
            f"{name!r} contains no tool definitions: {first[:1].lower()}{first[1:]}. "
            "Name a file of definitions in the format of OpenAI, Anthropic, Gemini or MCP."
        )
    counted = Counter((facts.name, scope) for facts, scope in found if _is_named(facts))
    return [
        replace(facts, occurrences=counted[facts.name, scope]) if counted[facts.name, scope] > 1 else facts
        for facts, scope in found
    ]


def read_definition(value: Any, *, target: str = "", place: str = "entry 1") -> ToolFacts:
    """Return the facts of one decoded definition; a value that is not a definition has a problem.

    Args:
        value: In any provider's format.
        target: The target that leads to it.
        place: Its position, for messages.
    """
    return _judged(_Entry(value, place), target)[0]


def _judged(entry: _Entry, target: str) -> tuple[ToolFacts, str]:
    problem = entry.problem
    if not problem and is_too_deep(entry.value):
        problem = f"{_capital(entry.place)} is nested more than {MAX_DEPTH} levels deep."
    if problem:
        return ToolFacts(name=f"<{entry.place}>", target=target, kind="definition", problems=(problem,)), entry.place
    return facts_of(entry.value, target=target, place=entry.place), entry.scope + _origin(entry.value)


def _why_none(facts: ToolFacts) -> str:
    return (facts.left_out or facts.problems[0]).removesuffix(".")


def _capital(place: str) -> str:
    return f"{place[:1].upper()}{place[1:]}"


def _is_named(facts: ToolFacts) -> bool:
    return facts.dialect not in (None, "builtin") or not facts.problems


def _origin(value: Any) -> str:
    """Return the source that a collection names for a definition: names must differ within one source only."""
    if not isinstance(value, dict):
        return ""
    return "".join(f"|{value[key]}" for key in _ORIGINS if isinstance(value.get(key), (str, int)))


_ORIGINS = ("server", "namespace", "source_path", "fn_key", "tool_key")


def _read(path: Path, name: str) -> str:
    if path.is_dir():
        raise TargetError(f"{name!r} is a folder. Name a JSON or JSON Lines file in it.")
    if not path.exists():
        raise TargetError(
            f"File {name!r} does not exist. Check the path; a relative path starts from the current folder."
        )
    if not path.is_file():
        raise TargetError(f"{name!r} is not a regular file. Save the definitions to a file first.")
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TargetError(f"{name!r} is not valid UTF-8 at byte {error.start}. Save it as UTF-8.") from None
    except OSError as error:
        raise TargetError(f"{name!r} cannot be read ({type(error).__name__}). Check its permissions.") from None


def _entries(text: str, name: str) -> list[_Entry]:
    try:
        document = _decoded(text)
    except _NotJsonError as error:
        _refuse_servers(_lenient(text), name)
        lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
        if not lines:
            raise TargetError(f"{name!r} is empty. Add a tool definition to it.") from None
        if not _is_a_definition_a_line(name, lines):
            raise TargetError(
                f"{name!r} is not valid JSON: {error}. Fix it, or write one definition per line."
            ) from None
        return [entry for number, line in lines for entry in _line_entries(line, f"line {number}")]
    _refuse_servers(document, name)
    values = list(expanded(document))
    return [_Entry(value, f"entry {number}") for number, value in enumerate(values, start=1)]


def _refuse_servers(document: Any, name: str) -> None:
    servers = servers_of(document)
    if servers:
        raise TargetError(
            f"{name!r} lists MCP servers, not tool definitions. Write {name!r} instead of '{PREFIX}{name}' to check "
            f"the tools of each server, or '{name}:{next(iter(servers))}' for one."
        )


def _lenient(text: str) -> Any:
    """Return the value of a text with comments, as clients write their server files; None if it is not one."""
    try:
        return decode_jsonc(text) if "{" in text[:_MAX_HEAD] else None
    except (ValueError, RecursionError, DuplicateKeyError):
        return None


def _is_a_definition_a_line(name: str, lines: list[tuple[int, str]]) -> bool:
    """Tell one definition per line from one broken document: in the former, some line is an object by itself."""
    if name.endswith((".jsonl", ".ndjson")):
        return True
    return len(lines) > 1 and any(isinstance(value, dict) and value for value in _readable(lines))


def _readable(lines: list[tuple[int, str]]) -> Iterator[Any]:
    for _, line in lines:
        if line.lstrip()[:1] == "{" and line.rstrip()[-1:] == "}":
            try:
                yield _decoded(line)
            except _NotJsonError:
                continue


def _line_entries(line: str, place: str) -> Iterator[_Entry]:
    try:
        document = _decoded(line.strip())
    except _NotJsonError as error:
        yield _Entry(None, place, problem=f"{_capital(place)} is not valid JSON: {error.inline}.")
        return
    if is_definition(document):
        yield _Entry(document, place)
        return
    values = list(expanded(document))
    for number, value in enumerate(values, start=1):
        # A line may hold a whole request, within which names must differ.
        yield _Entry(value, place if len(values) == 1 else f"{place}, entry {number}", scope=place)


class _NotJsonError(Exception):
    """The text is not JSON; `inline` is the message without the line number."""

    def __init__(self, message: str, inline: str = "") -> None:
        super().__init__(message)
        self.inline = inline or message


def _decoded(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refused)
    except json.JSONDecodeError as error:
        reason = error.msg[:1].lower() + error.msg[1:]
        inline = f"{reason} at column {error.colno}"
        raise _NotJsonError(f"{reason} at line {error.lineno}, column {error.colno}", inline) from None
    except RecursionError:
        raise _NotJsonError("it is nested too deeply") from None
    except _NotJsonError:
        raise
    except ValueError:
        # Raised only for an integer with more digits than Python reads by default.
        return json.loads(text, parse_constant=_refused, parse_int=long_integer)


def _refused(constant: str) -> Any:
    raise _NotJsonError(f"it contains {constant}, which is not valid in JSON")
