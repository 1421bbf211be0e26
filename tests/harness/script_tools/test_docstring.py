"""The docstring of a script tool, read as text."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

from forge_harness.tools.custom.docstring import ToolDocstring, read_docstring
from forge_harness.tools.custom.first_comment import first_block_comment

SEED = (
    "Tool: my_custom_tool\nDescription: Does something useful.\nInput:\n  query (str): The search query.\n"
    "  limit (int): Maximum results.\nOutput:\n  results (list): The search results.\n"
)
STRING, INTEGER, LIST = {"type": "string"}, {"type": "integer"}, {"type": "array", "items": {}}


def read(text: str) -> ToolDocstring:
    docstring = read_docstring(text)
    assert docstring is not None
    return docstring


def lines_of_input(*lines: str) -> ToolDocstring:
    return read("Tool: probe\nInput:\n" + "\n".join(f"  {line}" for line in lines))


@pytest.mark.requirement("custom:docstring-schema")
def test_the_docstring_of_the_seed_gives_name_description_and_both_schemas() -> None:
    docstring = read(SEED)

    assert (docstring.name, docstring.description) == ("my_custom_tool", "Does something useful.")
    assert docstring.input_schema == {
        "type": "object",
        "properties": {
            "query": {**STRING, "description": "The search query."},
            "limit": {**INTEGER, "description": "Maximum results."},
        },
        "required": ["query", "limit"],
        "additionalProperties": False,
    }
    assert docstring.output_schema == {
        "type": "object",
        "properties": {"results": {**LIST, "description": "The search results."}},
        "required": ["results"],
    }


@pytest.mark.parametrize(
    ("declared", "schema", "is_required"),
    [
        ("str", STRING, True),
        ("float", {"type": "number"}, True),
        ("bool", {"type": "boolean"}, True),
        ("list", LIST, True),
        ("dict", {"type": "object", "additionalProperties": True}, True),
        ("list[str]", {"type": "array", "items": STRING}, True),
        ("list[list[int]]", {"type": "array", "items": {"type": "array", "items": INTEGER}}, True),
        ("dict[str, int]", {"type": "object", "additionalProperties": INTEGER}, True),
        ("string[]", {"type": "array", "items": STRING}, True),
        ("str, optional", STRING, False),
        ("int = 5", {**INTEGER, "default": 5}, False),
        ("int, optional = 5", {**INTEGER, "default": 5}, False),
        ("float = 2", {"type": "number", "default": 2.0}, False),
        ("bool = False", {"type": "boolean", "default": False}, False),
        ('str = "a (b), c = d"', {**STRING, "default": "a (b), c = d"}, False),
        ("str = en", {**STRING, "default": "en"}, False),
        ('list[str] = ["a", "b"]', {"type": "array", "items": STRING, "default": ["a", "b"]}, False),
        ("str = None", STRING, False),
    ],
)
def test_types_and_defaults_become_json_schema(declared: str, schema: dict[str, Any], is_required: bool) -> None:
    docstring = lines_of_input(f"value ({declared}): Something.")

    assert docstring.problems == ()
    assert docstring.input_schema["properties"]["value"] == {**schema, "description": "Something."}
    assert docstring.input_schema.get("required", []) == (["value"] if is_required else [])


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("value (sting): x", "'string'"),
        ("value (int = five): x", "the default 'five' is not of its type"),
        ("value (bool = 1): x", "the default"),
        ('value (list[int] = ["a"]): x', "the default"),
        ("value (int, maybe): x", "'maybe'"),
        ("value: x", "'name (type): text'"),
        ("value (int x", "'name (type): text'"),
        ("value (): x", "the type is missing"),
        ("workspace_root (str): x", "given by the harness"),
        ("first (int): again", "twice"),
        ("  second (str): a line of another argument", "indented further"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_with_its_number(line: str, says: str) -> None:
    docstring = lines_of_input("first (int): The first.", line)

    [problem] = docstring.problems
    assert problem.line == 4
    assert says in problem.what


def test_a_default_that_is_deep_or_long_is_refused_and_not_followed() -> None:
    docstring = lines_of_input(
        "value (list = " + "[" * 100_000 + "): x", "other (" + "list[" * 50 + "int" + "]" * 50 + "): x"
    )

    assert [problem.line for problem in docstring.problems] == [3, 4]


def test_an_indented_line_continues_the_text_before_it() -> None:
    docstring = read(
        "Tool: probe\nDescription: Looks up things\n  in the index: fast.\nInput:\n\n  a (str): One,\n    and two.\n"
    )

    assert docstring.description == "Looks up things in the index: fast."
    assert docstring.input_schema["properties"]["a"]["description"] == "One, and two."


def test_keys_below_a_list_are_part_of_its_text() -> None:
    docstring = read("Tool: probe\nOutput:\n  rows (list): Rows.\n    title (str): The title.\n")

    assert docstring.problems == ()
    assert docstring.output_schema is not None
    assert docstring.output_schema["properties"]["rows"]["description"] == "Rows. title (str): The title."


@pytest.mark.parametrize(("heading", "meant"), [("Inptu:", "Input:"), ("Args:", "Input:"), ("Returns:", "Output:")])
def test_a_heading_that_would_lose_the_arguments_is_told(heading: str, meant: str) -> None:
    [problem] = read(f"Tool: probe\n{heading}\n  a (str): x\n").problems

    assert (problem.line, meant in problem.what) == (2, True)


def test_other_headings_are_for_people() -> None:
    docstring = read("Looks up.\n\nTool: probe\n\nFinds things.\n\nInput: none\n\nExamples:\n  probe {}\n")

    assert (docstring.problems, docstring.description) == ((), "Finds things.")
    assert docstring.input_schema["properties"] == {}


def test_a_docstring_without_a_heading_declares_nothing() -> None:
    assert read_docstring("Helpers of the tools.\n\nThey need: nothing.") is None
    assert read_docstring("") is None


#: A docstring's argument lines (recorded: the text of a skill's inputs), and the names that no provider takes.
SCHEMA_KEYS = [
    (["pod name (string, required): x", "namespace (string): x", "ok_key.v2 (string): x"], ["pod name"]),
    (["a (string): x", "b_c (integer): x"], []),
    ([f"{'k' * 65} (string): x"], ["k" * 60 + "…"]),
    (["a bad (str): x", "z bad (str): x"], ["a bad", "z bad"]),
]


@pytest.mark.parametrize(("lines", "bad"), SCHEMA_KEYS)
def test_a_name_that_no_provider_takes_is_told(lines: list[str], bad: list[str]) -> None:
    told = [problem.what for problem in lines_of_input(*lines).problems]

    assert told == [f"the name {name!r} is not of 1 to 64 letters, digits, '_', '.' and '-'" for name in bad]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("/**\n * Tool: probe\n */", 1),
        ("#!/usr/bin/env node\n// /* no\n/* Tool: probe */", 3),
        ("const a = '/* Tool: no */', b = \"/*\";\n/** Tool: probe */", 2),
        ("const t = `/* ${ `/*${{a: '/*'}.a}` } /* no`;\n/* Tool: probe */", 2),
        ("const r = /[/*]'/g, s = a / b / c;\n/* Tool: probe */", 2),
    ],
)
def test_the_first_comment_is_not_one_inside_a_string(source: str, line: int) -> None:
    found = first_block_comment(source + "\n/* Tool: later */\n")

    assert found is not None
    assert (read(found[0]).name, found[1]) == ("probe", line)


def test_stars_of_a_block_comment_are_not_part_of_it() -> None:
    comment = "/**\n" + textwrap.indent(SEED, " * ") + " */"

    found = first_block_comment(comment)

    assert found is not None
    assert read_docstring(found[0]) == read(SEED)
