"""Identity: the name of a tool and its description."""

from __future__ import annotations

from forge_harness import NAME_PATTERN

from ...profile.empty_descriptions import is_placeholder, says_nothing
from ...regex import regex
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
"""Longest description, in characters, that every client passes on; some cut longer ones, some refuse them."""


_SNAKE_CASE = regex(r"[a-z_][a-z0-9_]*")
_WORD = regex(r"[^\W_]+")
#: Scripts without spaces between words.
_UNSPACED = regex(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


@check(
    family="definition",
    level="MUST",
    source="Authoring Forge Tools: the @forge_tool decorator: name; OpenAI, Anthropic, Gemini",
    codes={
        "name_missing": "The definition has no name.",
        "name_not_portable": "Not every provider accepts the name.",
    },
)
def name_is_valid(tool: ToolFacts) -> None:
    """The name starts with a letter or underscore, then has up to 63 letters, digits, underscores or hyphens.

    These are the names that every provider accepts. A provider refuses the whole request for one bad name, not only the
    tool.
    """
    view_of(tool)
    if tool.name.startswith("<unnamed "):
        raise CheckFailure("name_missing", "The definition has no name. Add one, such as 'read_file'.")
    if not NAME_PATTERN.fullmatch(tool.name):
        raise CheckFailure(
            "name_not_portable",
            f"The name {printable(repr(tool.name))} is not accepted by every provider. Use a letter or underscore, "
            "then up to 63 letters, digits, underscores or hyphens.",
        )


@check(
    family="definition",
    level="SHOULD",
    source="Authoring Forge Tools: the @forge_tool decorator: use snake_case",
    codes={
        "name_not_snake_case": "The name is not in snake_case.",
    },
)
def name_is_snake_case(tool: ToolFacts) -> None:
    """The name is in snake_case, like the names of its siblings.

    Models call a tool by the spelling that they have seen most. This is a rule of Forge Harness: other authors, above
    all of MCP servers, have conventions of their own, and adapters keep the names they adapt.
    """
    view_of(tool)
    if tool.kind in ("definition", "mcp") or tool.category == "adapter":
        raise NotApplicable("The tool comes from elsewhere, where another naming convention may apply.")
    if not NAME_PATTERN.fullmatch(tool.name):
        raise NotApplicable("The name is not valid, as name_is_valid reports.")
    if not _SNAKE_CASE.fullmatch(tool.name):
        raise CheckFailure(
            "name_not_snake_case", f"The name {tool.name!r} is not in snake_case. Rename it, as in 'read_file'."
        )


@check(
    family="definition",
    level="MUST",
    source="Authoring Forge Tools: the @forge_tool decorator: must be unique",
    codes={
        "name_taken": "Several tools have the same name.",
    },
)
def name_is_unique(tool: ToolFacts) -> None:
    """No other tool of the same target has the same name.

    Providers refuse two tools of the same name, and a registry keeps only one of them.
    """
    view_of(tool)
    if tool.occurrences > 1:
        raise CheckFailure(
            "name_taken",
            f"{tool.occurrences} tools of the target are named {printable(repr(tool.name))}. Rename all but one.",
        )


@check(
    family="definition",
    level="MUST",
    source="Forge Tools: ToolDefinition: description",
    codes={
        "description_missing": "The tool has no description.",
    },
)
def description_is_present(tool: ToolFacts) -> None:
    """The tool has a description.

    A model decides by the description alone when to call the tool.
    """
    view_of(tool)
    if tool.description is None or not tool.description.strip():
        raise CheckFailure("description_missing", "The tool has no description. Say what it does and when to call it.")


@check(
    family="definition",
    level="SHOULD",
    source="Authoring Forge Tools: the @forge_tool decorator: description",
    codes={
        "description_not_useful": "The description tells a model too little.",
    },
)
def description_is_useful(tool: ToolFacts) -> None:
    """The description says more than the name.

    A placeholder or a repeated name leaves the model guessing. A short sentence is enough.
    """
    view_of(tool)
    text = (tool.description or "").strip()
    if not text:
        raise NotApplicable("The tool has no description, as description_is_present reports.")
    problem = _uselessness(text, tool.name)
    if problem:
        raise CheckFailure(
            "description_not_useful", f"The description {printable(repr(text))} {problem}. Say what the tool does."
        )


def _uselessness(text: str, name: str) -> str | None:
    words = [word.casefold() for word in _WORD.findall(text)]
    if not words:
        return "contains no words"
    if is_placeholder(text, name):
        return "is a placeholder"
    if "".join(words) == "".join(_WORD.findall(name)).casefold():
        return "only repeats the name"
    if _UNSPACED.search(text):
        return None
    if len(words) == 1:
        return "is a single word"
    if says_nothing(words):
        return "says nothing about the tool"
    return None


@check(
    family="definition",
    level="SHOULD",
    source="https://github.com/anthropics/claude-code/issues/81268: cut at 2,048",
    codes={
        "description_too_long": "The description is too long.",
    },
)
def description_is_bounded(tool: ToolFacts) -> None:
    """The description has at most 2,048 characters, so that every client passes it on in full.

    Some clients cut longer ones silently; the end, which often holds the warnings, never reaches the model. Older
    OpenAI deployments refuse more than 1,024 characters; current ones do not.
    """
    view_of(tool)
    if tool.description is None:
        raise NotApplicable("The tool has no description.")
    if len(tool.description) > MAX_DESCRIPTION:
        raise CheckFailure(
            "description_too_long",
            f"The description has {len(tool.description):,} characters. Shorten it to {MAX_DESCRIPTION:,}.",
        )
