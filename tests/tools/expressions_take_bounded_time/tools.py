"""Tools that break expressions_take_bounded_time, and others that resemble them and keep it."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_injection import tool
from ..shared.good_injection import TextArgs as TextArgs2
from ..shared.good_injection import tool as tool2

NO_ARCHIVE = {"error": "no_archive", "message": "There is no such archive in the workspace."}


def inside(root: Path, name: str) -> Path | None:
    path = (root / name).resolve()
    return path if path.is_relative_to(root.resolve()) else None


class PlateArgs(BaseModel):
    text: str = Field(description="Text of the plate, words with commas between.", max_length=60)


@breaks("expressions_take_bounded_time")
@tool("three_ways_at_every_letter", PlateArgs, "expressions_take_bounded_time", tier="read")
def three_ways_at_every_letter(args: PlateArgs) -> dict[str, Any]:
    if re.fullmatch(r"\s*((\w+\s*)+,?\s*)+", args.text) is None:
        return {"words": []}
    return {"words": re.findall(r"\w+", args.text)}


class FileGrepArgs(BaseModel):
    path: str = Field(description="Text file in the workspace.")
    query: str = Field(description="What to look for.")


@breaks("expressions_take_bounded_time")
@tool("searches_a_file", FileGrepArgs, "expressions_take_bounded_time", tier="read", aware=True)
def searches_a_file(args: FileGrepArgs, *, workspace_root: Path) -> dict[str, Any]:
    path = inside(workspace_root, args.path)
    if path is None or not path.is_file():
        return NO_ARCHIVE
    try:
        expression = re.compile(args.query, re.IGNORECASE)
    except re.error:
        return {"error": "bad_pattern", "message": "The pattern is no regular expression."}
    return {"lines": [line for line in path.read_text(errors="replace").splitlines() if expression.search(line)]}


class SumArgs(BaseModel):
    expression: str = Field(description="The sum to work out.")


@breaks("expressions_take_bounded_time")
@tool("works_out_powers", SumArgs, "expressions_take_bounded_time", tier="read")
def works_out_powers(args: SumArgs) -> dict[str, Any]:
    if not set(args.expression) <= set("0123456789+-*() ") or len(args.expression) > 30:
        return {"error": "bad_sum", "message": "Digits and signs only."}
    try:
        # Of nothing but digits and signs.
        return {"result": eval(args.expression) % 1_000_000_007}
    except (SyntaxError, TypeError):
        return {"error": "bad_sum", "message": "That is no sum."}


class WildcardArgs(BaseModel):
    text: str = Field(description="The text.", max_length=2000)
    wildcard: str = Field(description="Pattern; '*' stands for any text.", min_length=1, max_length=60)


@breaks("expressions_take_bounded_time")
@tool("matches_wildcards", WildcardArgs, "expressions_take_bounded_time", tier="read")
def matches_wildcards(args: WildcardArgs) -> dict[str, Any]:
    pattern = "".join("(.*)*" if letter == "*" else re.escape(letter) for letter in args.wildcard)
    return {"matches": re.fullmatch(pattern, args.text) is not None}


class MatchArgs(BaseModel):
    pattern: str = Field(default="a+", max_length=100, description="Regular expression of the lines.")
    text: str = Field(max_length=1_000, description="Lines to search.")


@breaks("expressions_take_bounded_time")
@forge_tool(args_schema=MatchArgs, tier="read")
def match_lines(args: MatchArgs) -> dict:
    """Return the lines that match a regular expression."""
    try:
        expression = re.compile(args.pattern)
    except (re.error, OverflowError, RecursionError):
        return {"error": "bad_pattern", "message": "This is no regular expression."}
    return {"lines": [line for line in args.text.splitlines() if expression.search(line)]}


class MailArgs(BaseModel):
    address: str = Field(max_length=200, description="Mail address to check.")


@breaks("expressions_take_bounded_time")
@forge_tool(args_schema=MailArgs, tier="read")
def valid_mail(args: MailArgs) -> dict:
    """Tell whether a mail address has the right form."""
    return {"valid": re.match(r"^([a-zA-Z0-9]+[._-]?)+@[a-z]+\.[a-z]+$", args.address) is not None}


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TextArgs(Strict):
    text: str = Field(description="The text.", max_length=5000)


_EMAIL = re.compile(r"^([a-zA-Z0-9]+[._-]?)+@([a-zA-Z0-9]+[.-]?)+$")


@breaks("expressions_take_bounded_time")
@forge_tool(args_schema=TextArgs, tier="read")
def is_email(args: TextArgs) -> dict:
    """Tell whether a text is an e-mail address."""
    return {"valid": bool(_EMAIL.match(args.text))}


class GrepArgs(BaseModel):
    pattern: str = Field(description="Regular expression to look for.")
    text: str = Field(description="Where to look.")


WORDS = re.compile(r"^(?:[a-z]+[.,])*[a-z]+$")


@keeps("expressions_take_bounded_time")
@tool2("one_way_at_every_letter", PlateArgs, tier="read")
def one_way_at_every_letter(args: PlateArgs) -> dict[str, Any]:
    if re.fullmatch(r"\s*\w+(?:(?:\s*,\s*|\s+)\w+)*\s*", args.text) is None:
        return {"words": []}
    return {"words": re.findall(r"\w+", args.text)}


@keeps("expressions_take_bounded_time")
@tool2("bounds_powers", SumArgs, tier="read")
def bounds_powers(args: SumArgs) -> dict[str, Any]:
    found = re.fullmatch(r"(\d{1,3})(?:\*\*(\d{1,2}))?", args.expression)
    if found is None:
        return {"error": "bad_sum", "message": "Write one number, or one power of two."}
    return {"result": int(found[1]) ** int(found[2] or 1)}


@keeps("expressions_take_bounded_time")
@tool2("escapes_the_pattern", GrepArgs, tier="read")
def escapes_the_pattern(args: GrepArgs) -> dict[str, Any]:
    return {"found": bool(re.search(re.escape(args.pattern), args.text))}


@keeps("expressions_take_bounded_time")
@tool2("refuses_nested_repetitions", GrepArgs, tier="read")
def refuses_nested_repetitions(args: GrepArgs) -> dict[str, Any]:
    if re.search(r"[()|]", args.pattern) or len(args.pattern) > 40:
        return {"error": "bad_pattern", "message": "Groups and choices are not supported."}
    try:
        return {"found": bool(re.search(args.pattern, args.text[:200]))}
    except re.error:
        return {"error": "bad_pattern", "message": "The pattern is no regular expression."}


@keeps("expressions_take_bounded_time")
@tool2("linear_expression", TextArgs2, tier="read")
def linear_expression(args: TextArgs2) -> dict[str, Any]:
    return {"is_list": bool(WORDS.match(args.text)), "words": len(re.findall(r"\w+(?:-\w+)*", args.text))}


class MailArgs2(Strict):
    template: str = Field(description="Text with placeholders {name} and {day}.", max_length=1000)
    name: str = Field(description="Name of the recipient.", max_length=60)


@keeps("expressions_take_bounded_time", "text_is_not_executed")
@forge_tool(args_schema=MailArgs2, tier="read")
def merge_mail(args: MailArgs2) -> dict:
    """Replace {name} and {day} in a mail template by their values."""
    values = {"name": args.name, "day": "Monday"}
    return {"mail": re.sub(r"\{(name|day)\}", lambda found: values[found[1]], args.template)}


class WrapArgs(Strict):
    text: str = Field(description="Text to wrap.", max_length=5000)
    width: int = Field(default=70, ge=1, le=200, description="Characters a line.")
    indent: int = Field(default=0, ge=0, le=40, description="Spaces before each line.")


@keeps("expressions_take_bounded_time", "result_size_is_bounded")
@forge_tool(args_schema=WrapArgs, tier="read", raises=[ToolError])
def wrap_paragraph(args: WrapArgs) -> dict:
    """Wrap a paragraph at a width, with an indent."""
    if args.indent >= args.width:
        raise ToolError("The indent must be smaller than the width.", code="indent_too_large")
    lines = textwrap.wrap(args.text, args.width, initial_indent=" " * args.indent, subsequent_indent=" " * args.indent)
    return {"lines": lines}


@lru_cache(maxsize=256)
def _plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


@keeps("expressions_take_bounded_time", "paths_stay_inside")
@forge_tool(args_schema=TextArgs, tier="read")
def strip_accents(args: TextArgs) -> dict:
    """Remove the accents of the letters of a text."""
    return {"text": _plain(args.text)}
