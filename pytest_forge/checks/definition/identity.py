"""What a definition is called and says: its name, its description, its cost, and how it was declared."""

from __future__ import annotations

import json
import re
from typing import Any

from forge_harness import NAME_PATTERN

from ...targets.facts import ToolFacts
from ...verdict import CheckFailure, NotApplicable
from ..check import check
from .schema_view import printable, view_of

__all__ = ["estimated_tokens"]

MAX_DESCRIPTION = 2_048
"""Characters of a description that every client passes on; longer ones are cut by some and refused by others."""

MAX_TOKENS = 2_000
"""Tokens one definition may cost: four times what 99.5 of 100 public definitions do."""

_SNAKE_CASE = re.compile(r"[a-z_][a-z0-9_]*")
_WORD = re.compile(r"[^\W_]+")
#: Scripts that write without spaces between words.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_PLACEHOLDER = re.compile(
    r"(?:todo|tbd|tba|fixme|xxx+|n/?a|none|null|undefined|placeholder|lorem ipsum.*|no description.*"
    r"|description(?: here)?|(?:add|write|insert|your) (?:a |the |your )?description.*)",
    re.IGNORECASE | re.DOTALL,
)
_MARKER = re.compile(r"(?:TODO|TBD|FIXME|XXX)\b\s*(?:[:(\-\u2013\u2014]|$)")
#: Words that say nothing on their own.
_FILLERS = frozenset(
    {
        "a",
        "an",
        "the",
        "this",
        "that",
        "my",
        "our",
        "your",
        "some",
        "is",
        "it",
        "does",
        "do",
        "new",
        "test",
        "call",
        "run",
    }
    | {"execute", "tool", "tools", "function", "method", "api", "stuff", "thing", "things", "something", "description"}
)


@check(
    family="definition",
    level="MUST",
    source="seed 000, the @forge_tool decorator: name; OpenAI, Anthropic, Gemini",
    codes={
        "name_missing": "The definition has no name.",
        "name_not_portable": "Not every provider accepts the name.",
    },
)
def name_is_valid(tool: ToolFacts) -> None:
    """Every provider takes the name: a letter or underscore, then up to 63 letters, digits, underscores or hyphens.

    A provider refuses the whole request for one bad name, not just the tool.
    """
    view_of(tool)
    if tool.name.startswith("<unnamed "):
        raise CheckFailure("name_missing", "The definition has no name.")
    if not NAME_PATTERN.fullmatch(tool.name):
        raise CheckFailure(
            "name_not_portable",
            f"The name {printable(repr(tool.name))} is not accepted by every provider; use a letter or underscore, "
            "then up to 63 letters, digits, underscores or hyphens.",
        )


@check(
    family="definition",
    level="SHOULD",
    source="seed 000, the @forge_tool decorator: use snake_case",
    codes={
        "name_not_snake_case": "The name is not in snake_case.",
    },
)
def name_is_snake_case(tool: ToolFacts) -> None:
    """The name is in snake_case, as those of its siblings are.

    Models call a tool by the spelling they have seen most. The rule is this project's: other authors, MCP servers above
    all, have conventions of their own, and adapters keep the names of what they adapt.
    """
    view_of(tool)
    if tool.kind in ("definition", "mcp") or tool.category == "adapter":
        raise NotApplicable("The names of tools from elsewhere follow their authors' own convention.")
    if not NAME_PATTERN.fullmatch(tool.name):
        raise NotApplicable("The name is not valid at all, as name_is_valid reports.")
    if not _SNAKE_CASE.fullmatch(tool.name):
        raise CheckFailure("name_not_snake_case", f"The name {tool.name!r} is not in snake_case.")


@check(
    family="definition",
    level="MUST",
    source="seed 000, the @forge_tool decorator: must be unique",
    codes={
        "name_taken": "Several tools carry the name.",
    },
)
def name_is_unique(tool: ToolFacts) -> None:
    """No other tool of the same target carries the name.

    Providers refuse two tools of one name, and a registry keeps only one of them.
    """
    view_of(tool)
    if tool.occurrences > 1:
        raise CheckFailure(
            "name_taken", f"{tool.occurrences} tools of the same target are named {printable(repr(tool.name))}."
        )


@check(
    family="definition",
    level="MUST",
    source="seed 004, ToolDefinition: description",
    codes={
        "description_missing": "The tool has no description.",
    },
)
def description_is_present(tool: ToolFacts) -> None:
    """The tool has a description.

    It is the only thing by which a model tells when to call the tool.
    """
    view_of(tool)
    if tool.description is None or not tool.description.strip():
        raise CheckFailure("description_missing", "The tool has no description.")


@check(
    family="definition",
    level="SHOULD",
    source="seed 000, the @forge_tool decorator: description",
    codes={
        "description_not_useful": "The description tells a model too little.",
    },
)
def description_is_useful(tool: ToolFacts) -> None:
    """The description says more than the name does.

    A placeholder, or the name once more, leaves a model to guess. A short sentence is enough.
    """
    view_of(tool)
    text = (tool.description or "").strip()
    if not text:
        raise NotApplicable("The tool has no description, as description_is_present reports.")
    problem = _uselessness(text, tool.name)
    if problem:
        raise CheckFailure("description_not_useful", f"The description {printable(repr(text))} {problem}.")


def _uselessness(text: str, name: str) -> str | None:
    words = [word.casefold() for word in _WORD.findall(text)]
    if not words:
        return "holds no words"
    bare = text.strip(" .!…-_<>[](){}\"'`*")
    if _PLACEHOLDER.fullmatch(bare) or (_MARKER.match(text) and "todo" not in name.casefold()):
        return "is a placeholder"
    if "".join(words) == "".join(_WORD.findall(name)).casefold():
        return "only repeats the name"
    if _UNSPACED.search(text):
        return None
    if len(words) == 1:
        return "is a single word"
    if _FILLERS.issuperset(words):
        return "says nothing about the tool"
    return None


@check(
    family="definition",
    level="SHOULD",
    source="https://github.com/anthropics/claude-code/issues/81268: cut at 2,048",
    codes={
        "description_too_long": "The description is above the bound.",
    },
)
def description_is_bounded(tool: ToolFacts) -> None:
    """The description is at most 2,048 characters long, so that every client passes it on whole.

    Some clients cut a longer one in silence, and its end, where the warnings stand, never reaches the model. OpenAI's
    older deployments refuse more than 1,024, its current ones do not.
    """
    view_of(tool)
    if tool.description is None:
        raise NotApplicable("The tool has no description.")
    if len(tool.description) > MAX_DESCRIPTION:
        raise CheckFailure(
            "description_too_long",
            f"The description has {len(tool.description):,} characters; {MAX_DESCRIPTION:,} is the bound.",
        )


@check(
    family="definition",
    level="SHOULD",
    source="Anthropic, tool use: definitions are billed as input tokens",
    codes={
        "definition_too_costly": "The definition costs too many tokens in every request.",
    },
)
def token_cost_is_bounded(tool: ToolFacts) -> None:
    """The definition costs at most about 2,000 tokens, which every request of every turn pays.

    Estimated from its compact JSON: four ASCII characters a token, any other character one. Of 2,340 public definitions
    half cost less than 130 tokens, 99.5 of 100 less than 550.
    """
    view_of(tool)
    tokens = estimated_tokens(tool)
    if tokens > MAX_TOKENS:
        raise CheckFailure(
            "definition_too_costly",
            f"The definition costs about {tokens:,} tokens in every request; {MAX_TOKENS:,} is the bound.",
        )


def estimated_tokens(tool: ToolFacts) -> int:
    """Return about how many tokens the definition costs a request."""
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
    source="seed 004, three tiers",
    codes={
        "tier_undeclared": "The tool declares no tier.",
    },
)
def tier_is_declared(tool: ToolFacts) -> None:
    """The tool says what it may do: read, write or execute.

    An undeclared tier counts as the strictest, so a tool that only reads asks for an approval it does not need. Not
    judged: plain functions, legacy entries and definitions, which have no way to say it, and tools that an executor of
    the category 'adapter' brings in from another framework, which has none either.
    """
    if tool.kind not in ("forge", "executor"):
        raise NotApplicable("A tool of this kind has no way to declare a tier.")
    if tool.category == "adapter":
        raise NotApplicable("The tool comes from another framework, which has no tiers.")
    if not tool.tier_declared:
        raise CheckFailure(
            "tier_undeclared",
            "The tool declares no tier and so counts as 'execute'; declare 'read', 'write' or 'execute'.",
        )


@check(
    family="definition",
    level="MUST",
    source="OpenAI and Anthropic, prompt caching: equal prefixes are reused",
    codes={
        "definition_changed": "The server lists another definition at the second time.",
        "schema_not_stable": "Two builds of the schema differ.",
    },
)
def schema_is_stable(tool: ToolFacts) -> None:
    """Two processes build the same schema, down to the order of its keys.

    A schema that changes from run to run defeats prompt caches and recorded sessions, and hides real changes.

    A server of MCP is asked for its list twice as well: what is another the second time must have been told of by
    notifications/tools/list_changed.
    """
    view_of(tool)
    if tool.relisted:
        raise CheckFailure(
            "definition_changed",
            f"When the server was asked for its tools a second time, {tool.relisted}, without a notice of it. "
            "List the same tools in the same words, or send notifications/tools/list_changed.",
        )
    if tool.rebuilt_schema is None:
        raise NotApplicable("The schema was not built twice.")
    first, second = _compact(tool.input_schema), _compact(tool.rebuilt_schema)
    if first is None or second is None:
        raise NotApplicable("The schema cannot be written as JSON.")
    if first != second:
        place = _first_difference(tool.input_schema, tool.rebuilt_schema)
        raise CheckFailure("schema_not_stable", f"Two builds of the schema differ{place}.")


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
    source="seed 000, the @forge_tool decorator; DESIGN 3.1, decision 3",
    codes={
        "declaration_refused": "The declaration of the tool was refused.",
    },
)
def declaration_is_accepted(tool: ToolFacts) -> None:
    """The tool can be registered, or the entry be read as a definition.

    What a decorator refuses at import is reported here instead, unless a check of its own does.
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
