"""Listing: the definition as a whole: its cost, its tier, its stability, and whether it can be registered at all."""

from __future__ import annotations

import json
from typing import Any

from forge_harness import NAME_PATTERN

from ...targets.facts import ToolFacts
from ...verdict import CheckFailure, NotApplicable
from ..check import check
from .schema_view import printable
from .tool_schema import view_of

__all__ = [
    "declaration_is_accepted",
    "estimated_tokens",
    "schema_is_stable",
    "tier_is_declared",
    "token_cost_is_bounded",
]

#: Tokens that one definition may cost: four times the cost of 99.5% of public definitions.
MAX_TOKENS = 2_000
#: Characters of a description in a message.
_MAX_SHOWN = 40


@check(
    family="definition",
    level="SHOULD",
    source="Anthropic, tool use: definitions are billed as input tokens",
    codes={
        "definition_too_costly": "The definition costs too many tokens in every request.",
    },
)
def token_cost_is_bounded(tool: ToolFacts) -> None:
    """The definition costs at most about 2,000 tokens, which are paid in every request.

    Estimated from the compact JSON: four ASCII characters count as one token, and any other character as one. Of 2,340
    public definitions, half cost less than 130 tokens and 99.5% less than 550.
    """
    view_of(tool)
    tokens = estimated_tokens(tool)
    if tokens > MAX_TOKENS:
        raise CheckFailure(
            "definition_too_costly",
            f"The definition costs about {tokens:,} tokens in every request. Shorten it to {MAX_TOKENS:,}.",
        )


def estimated_tokens(tool: ToolFacts) -> int:
    """Return the approximate number of tokens that the definition costs in a request."""
    text = _compact({"name": tool.name, "description": tool.description, "parameters": tool.input_schema})
    if text is None:
        return 0
    wide = 0 if text.isascii() else sum(1 for character in text if character > "\x7f")
    return (len(text) - wide + 3) // 4 + wide


def _compact(value: Any) -> str | None:
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (RecursionError, TypeError, ValueError):
        return None


@check(
    family="definition",
    level="SHOULD",
    source="Forge Tools: three tiers",
    codes={
        "tier_undeclared": "The tool declares no tier.",
    },
)
def tier_is_declared(tool: ToolFacts) -> None:
    """The tool declares its tier: read, write or execute.

    An undeclared tier counts as execute, so a tool that only reads asks for approval without need. Not judged: plain
    functions, legacy entries and definitions, which cannot declare a tier, and tools that an executor of the category
    'adapter' brings in from another framework.
    """
    if tool.kind not in ("forge", "executor"):
        raise NotApplicable("A tool of this kind cannot declare a tier.")
    if tool.category == "adapter":
        raise NotApplicable("The tool comes from another framework, which has no tiers.")
    if not tool.tier_declared:
        raise CheckFailure(
            "tier_undeclared",
            "The tool declares no tier, so it counts as 'execute'. Declare 'read', 'write' or 'execute'.",
        )


@check(
    family="definition",
    level="MUST",
    source="OpenAI and Anthropic, prompt caching: equal prefixes are reused",
    codes={
        "definition_changed": "The server lists another definition the second time.",
        "schema_not_stable": "Two builds of the schema differ.",
        "description_not_stable": "Two builds of the description differ.",
    },
)
def schema_is_stable(tool: ToolFacts) -> None:
    """Two processes build the same description and the same schema, down to the order of its keys.

    A definition that changes from run to run defeats prompt caches and recorded sessions, and hides real changes.

    An MCP server is asked for its tools twice: if the second list differs, the server must have sent
    notifications/tools/list_changed.
    """
    view_of(tool)
    if tool.relisted:
        raise CheckFailure(
            "definition_changed",
            f"When the server listed its tools a second time, {tool.relisted}, and it sent no notification. "
            "List the same definitions every time, or send notifications/tools/list_changed.",
        )
    if tool.rebuilt_schema is None:
        raise NotApplicable("The schema was not built twice.")
    if tool.rebuilt_description is not None and tool.rebuilt_description != tool.description:
        texts = (tool.description or "", tool.rebuilt_description)
        pairs = enumerate(zip(*texts, strict=False))
        begin = next((place for place, (one, other) in pairs if one != other), min(map(len, texts)))
        was, now = (printable(text[begin : begin + _MAX_SHOWN]) for text in texts)
        raise CheckFailure(
            "description_not_stable",
            f"Two builds of the description differ from character {begin + 1} on: {was!r} and {now!r}. Make it "
            "deterministic: sort what comes from a set, and leave out what a process or a moment decides.",
        )
    first, second = _compact(tool.input_schema), _compact(tool.rebuilt_schema)
    if first is None or second is None:
        raise NotApplicable("The schema cannot be written as JSON.")
    if first != second:
        place = _first_difference(tool.input_schema, tool.rebuilt_schema)
        raise CheckFailure(
            "schema_not_stable",
            f"Two builds of the schema differ{place}. Make the order of keys and values deterministic.",
        )


def _first_difference(first: Any, second: Any) -> str:
    path = ""
    while True:
        keys: list[Any] = []
        if isinstance(first, dict) and isinstance(second, dict) and list(first) == list(second):
            keys = list(first)
        elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
            keys = list(range(len(first)))
        differing = next((key for key in keys if _compact(first[key]) != _compact(second[key])), None)
        if differing is None:
            return f" at {printable(path)}" if path else " at the root"
        path = f"{path}/{differing}"
        first, second = first[differing], second[differing]


@check(
    family="definition",
    level="MUST",
    source="Authoring Forge Tools: the @forge_tool decorator",
    codes={
        "declaration_refused": "The declaration of the tool was refused.",
    },
)
def declaration_is_accepted(tool: ToolFacts) -> None:
    """The tool can be registered, or its entry can be read as a definition.

    Whatever a decorator refuses at import is reported here, unless a specific check reports it.
    """
    if tool.dialect == "builtin":
        raise NotApplicable("The provider defines this tool, not its author.")
    bad_name = not NAME_PATTERN.fullmatch(tool.name)
    rest = [
        problem
        for problem in tool.problems
        if "injected name" not in problem and not (bad_name and problem.startswith("The tool name "))
    ]
    if rest:
        raise CheckFailure("declaration_refused", rest[0] if len(rest) == 1 else f"{rest[0]} And {len(rest) - 1} more.")
