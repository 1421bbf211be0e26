"""What a definition is called and says: its name, its description, its cost, and how it was declared."""

from __future__ import annotations

import re

from forge_harness import NAME_PATTERN

from ...targets.facts import ToolFacts
from ...verdict import CheckFailure, NotApplicable
from ..check import check
from .schema_view import printable
from .tool_schema import view_of

__all__ = [
    "description_is_bounded",
    "description_is_present",
    "description_is_useful",
    "name_is_snake_case",
    "name_is_unique",
    "name_is_valid",
]

MAX_DESCRIPTION = 2_048
"""Characters of a description that every client passes on; longer ones are cut by some and refused by others."""


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
