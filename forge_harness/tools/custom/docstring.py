"""The docstring of a script tool: its name, its description, and the schemas of what it takes and returns.

::

    Tool: my_custom_tool                                    a heading and its text
    Description: Does something useful.
    Input:
      query (str): The search query,                        name (type): text
        as a user would write it.                           indented further: the text goes on
      limit (int = 10): Maximum results.                    a default makes an argument optional
      tags (list[str], optional): Labels.
    Output:
      results (list): The search results.

An argument is required unless its line, or the way in which a Python script reads it, says otherwise.
A heading that we do not know begins a part for people, which is skipped. Source: seed 002, "a docstring schema".
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...kinds.declaration import INJECTED_NAMES
from .field_type import read_field_type

__all__ = ["DocstringProblem", "ToolDocstring", "read_docstring"]

_HEADING = re.compile(r"(?P<word>[A-Za-z]+) *:(?P<text>.*)")
_KNOWN = {"tool": "Tool", "description": "Description", "input": "Input", "output": "Output"}
_PLURALS = {"inputs": "input", "outputs": "output"}
#: Headings of other conventions; skipped, they would leave a tool without its arguments.
_OTHERS = {"args": "Input", "arguments": "Input", "parameters": "Input", "params": "Input", "returns": "Output"}
_FORM = "'name (type): text'"
_BULLET = re.compile(r"[-*] +")
_KEY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_NOTHING = frozenset({"none", "(none)", "nothing", "no arguments", "-"})
_MAX_SHOWN = 60


@dataclass(frozen=True, slots=True)
class DocstringProblem:
    """A line that cannot be read.

    Args:
        line: Its number in the file.
        what: What is wrong with it, as a clause: "'limt' is not a type".
    """

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class ToolDocstring:
    """What a docstring says of its tool.

    Args:
        name: The tool's name; empty if the docstring does not give one.
        description: The description for the model; empty if there is none.
        input_schema: JSON Schema of the arguments.
        output_schema: JSON Schema of the result; None if the docstring does not declare its keys.
        unmarked: Arguments without a default that are marked neither as required nor as optional; they are required.
        headings: Those that it has, in small letters.
        problems: The lines that cannot be read. With any, the schemas are not complete.
    """

    name: str
    description: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any] | None
    unmarked: tuple[str, ...]
    headings: tuple[str, ...]
    problems: tuple[DocstringProblem, ...] = ()

    @property
    def names_a_tool(self) -> bool:
        """Whether it says by itself that the file is a tool; "Tool: what it is" may begin any module's docstring."""
        return "tool" in self.headings and (len(self.headings) > 1 or len(self.name.split()) == 1)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    indent: int
    text: str


class _Reader:
    """The state of reading: the part that the lines belong to, and what was found."""

    def __init__(self) -> None:
        self.texts: dict[str, list[str]] = {}
        self.fields: dict[str, dict[str, dict[str, Any]]] = {}
        self.required: dict[str, list[str]] = {"input": [], "output": []}
        self.unmarked: list[str] = []
        self.problems: list[DocstringProblem] = []
        self._part = ""
        self._field: dict[str, Any] | None = None
        self._indent = 0

    def read(self, line: _Line) -> None:
        if not (line.indent == 0 and self._is_heading(line)):
            if self._part in ("input", "output"):
                self._read_field(line)
            elif self._part in ("tool", "description"):
                self.texts[self._part].append(line.text)

    def _is_heading(self, line: _Line) -> bool:
        found = _HEADING.fullmatch(line.text)
        if found is None:
            return False
        if not found["word"][0].isupper():
            return False
        word, text = found["word"].lower(), found["text"].strip()
        word = _PLURALS.get(word, word)
        if word in _KNOWN:
            self._begin(word, text, line)
            return True
        near = difflib.get_close_matches(word, _KNOWN, n=1, cutoff=0.75)
        meant = _OTHERS.get(word) if not text else None
        if meant or near:
            self._refuse(line, f"{found['word'] + ':'!r} is not a heading; write {meant or _KNOWN[near[0]]}:")
            self._part = ""
            return True
        if self._part in ("input", "output") and not text:
            self._part = ""
            return True
        return False

    def _begin(self, word: str, text: str, line: _Line) -> None:
        self._part, self._field, self._indent = word, None, 0
        if word in self.texts:
            self._refuse(line, f"{_KNOWN[word] + ':'!r} stands there twice")
        self.texts[word] = [text] if text else []
        if word in ("input", "output"):
            self.fields[word] = {}
        # An output of one sentence is for people; arguments are needed one by one.
        if word == "input" and text and text.lower().rstrip(".") not in _NOTHING:
            self._refuse(line, f"{_shown(text)} belongs on a line of its own, as {_FORM}")

    def _read_field(self, line: _Line) -> None:
        text = _BULLET.sub("", line.text, count=1)
        parts = _parts_of(text)
        if self._field is not None and line.indent > self._indent:
            # Keys of a list's or a dict's items may be described below it.
            if parts is not None and self._field.get("type") not in ("array", "object"):
                self._refuse(line, f"{_shown(text)} is indented further than the line before it")
            else:
                self._field["description"] = f"{self._field.get('description', '')} {line.text}".strip()
            return
        if not self.fields[self._part] and text.lower().rstrip(".") in _NOTHING:
            return
        if parts is None:
            self._refuse(line, f"{_shown(text)} is not {_FORM}")
            return
        name, inner, description = parts
        self._indent = line.indent
        if not _KEY.fullmatch(name):
            self._refuse(line, f"the name {_shown(name)} is not of 1 to 64 letters, digits, '_', '.' and '-'")
        elif name in self.fields[self._part]:
            self._refuse(line, f"{name!r} stands there twice")
        elif self._part == "input" and name in INJECTED_NAMES:
            self._refuse(line, f"{name!r} is given by the harness, never by a model")
        else:
            try:
                schema, is_required = read_field_type(inner)
            except ValueError as error:
                self._refuse(line, str(error))
                return
            if description:
                schema["description"] = description
            self._field = self.fields[self._part][name] = schema
            if is_required:
                self.required[self._part].append(name)
                if self._part == "input" and "required" not in inner.lower():
                    self.unmarked.append(name)

    def _refuse(self, line: _Line, what: str) -> None:
        self.problems.append(DocstringProblem(line.number, what))
        self._field = None

    def schema(self, part: str, **keywords: Any) -> dict[str, Any]:
        """Return the schema of a part."""
        schema = {"type": "object", "properties": self.fields.get(part, {}), **keywords}
        if self.required[part]:
            schema["required"] = self.required[part]
        return schema


def read_docstring(text: str, *, first_line: int = 1) -> ToolDocstring | None:
    """Return what a docstring says of its tool, or None if it has none of the headings.

    Args:
        text: The docstring, or the inside of a block comment.
        first_line: The line of the file on which it begins.
    """
    reader = _Reader()
    for line in _lines(text, first_line):
        reader.read(line)
    if not reader.texts:
        return None
    name, *paragraph = reader.texts.get("tool") or [""]
    return ToolDocstring(
        name=name,
        description=" ".join(reader.texts.get("description") or paragraph),
        input_schema=reader.schema("input", additionalProperties=False),
        output_schema=reader.schema("output") if reader.fields.get("output") else None,
        unmarked=tuple(reader.unmarked),
        headings=tuple(reader.texts),
        problems=tuple(reader.problems),
    )


def _lines(text: str, first_line: int) -> Iterator[_Line]:
    """Yield the lines that are not empty, with their indentation relative to the least indented one."""
    lines = [line.expandtabs() for line in text.replace("\r\n", "\n").split("\n")]
    # The first one follows the quotes, so its own indentation says nothing.
    indents = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    least = min(indents, default=0)
    for number, line in enumerate(lines):
        if line.strip():
            indent = len(line) - len(line.lstrip()) - least if number else 0
            yield _Line(first_line + number, indent, line.strip())


def _parts_of(text: str) -> tuple[str, str, str] | None:
    """Return the name, what stands in the parentheses, and the text of a line; None if it has another form."""
    begin = text.find("(") + 1
    name = text[: max(begin - 1, 0)].strip().strip("`")
    if not name or ":" in name:
        return None
    depth, quote, position = 1, "", begin
    while depth and position < len(text):
        character = text[position]
        if quote:
            position += character == "\\"
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        else:
            depth += (character == "(") - (character == ")")
        position += 1
    after = text[position:].strip()
    if depth or (after and not after.startswith(":")):
        return None
    return name, text[begin : position - 1], after[1:].strip()


def _shown(text: str) -> str:
    """Return a part of a line for a message: without control characters, and not too long."""
    return ascii(text) if not text.isprintable() else repr(text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…")
