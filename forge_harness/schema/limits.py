"""The tool definitions that each provider accepts, as data with a reference for each rule.

A limit of None is not stated by the provider. Only rules that a provider enforces with an error, or by a change of
meaning, are listed: ignored JSON Schema keywords (``minimum``, ``title``, ``format``) are harmless, because arguments
are validated again when they arrive.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["DIALECTS", "JSON_TYPES", "UNTRANSLATABLE_KEYWORDS", "Dialect"]

JSON_TYPES = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})
"""The type names of JSON Schema."""

UNTRANSLATABLE_KEYWORDS = frozenset(
    {
        "patternProperties",
        "not",
        "if",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "$dynamicRef",
        "$recursiveRef",
    }
)
"""Keywords that restrict values in a way that the simpler dialects cannot express."""

_GEMINI_TYPES = JSON_TYPES | {name.upper() for name in JSON_TYPES} | {"TYPE_UNSPECIFIED"} | frozenset(range(8))


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """The tool definitions one provider accepts, after the rewriting that `shapes` does without loss.

    Attributes:
        name: The provider's name as users write it, also a key of `DIALECTS`.
        label: The provider's name in a sentence.
        references: For each rule a page, or the provider's own error in a public report, that states it.
        name_pattern: What the whole tool name must match, or None for anything.
        max_name: Longest tool name in characters.
        max_description: Longest tool description in characters.
        types: Accepted values of ``type``, or None when they are not looked at.
        root_forbidden: Keywords that may not stand at the root.
        array_items: Whether an array must say what its items are.
        property_pattern: What a root property's name must match, or None for anything.
        declared_required: Whether each required name must be a declared property.
        forbidden: Keywords the provider refuses and no rewriting can express.
        plain_merge: Whether ``allOf`` must be mergeable into one object.
        enum_types: Types an enum's values may have, or None for any.
        required_recursion: Whether a schema may reach itself through required properties alone.
        max_depth: Most objects within one another, the root included.
        max_properties: Most properties in all objects together.
        max_enum_values: Most enum values in all enums together.
        max_long_enum: Most characters in one enum of more than 250 values.
        max_characters: Most characters in all property names, definition names and enum values together.
    """

    name: str
    label: str
    references: Mapping[str, str]
    name_pattern: re.Pattern[str] | None = None
    max_name: int | None = None
    max_description: int | None = None
    types: frozenset[object] | None = JSON_TYPES
    root_forbidden: frozenset[str] = frozenset()
    array_items: bool = False
    property_pattern: re.Pattern[str] | None = None
    declared_required: bool = False
    forbidden: frozenset[str] = frozenset()
    plain_merge: bool = False
    enum_types: frozenset[str] | None = None
    required_recursion: bool = True
    max_depth: int | None = None
    max_properties: int | None = None
    max_enum_values: int | None = None
    max_long_enum: int | None = None
    max_characters: int | None = None


_OPENAI_TOOLS = "https://platform.openai.com/docs/api-reference/chat/create"
_OPENAI_STRICT = "https://platform.openai.com/docs/guides/structured-outputs#supported-schemas"
_OPENAI_ROOT = "https://github.com/langchain-ai/langchainjs/issues/9804"
_OPENAI_ITEMS = "https://github.com/AnswerDotAI/fastcore/issues/798"
_OPENAI_METASCHEMA = "https://github.com/vercel/ai/issues/2271"
_ANTHROPIC_TOOLS = "https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use"
_GEMINI_TOOLS = "https://ai.google.dev/api/caching#FunctionDeclaration"
_GEMINI_JSON_SCHEMA = "https://ai.google.dev/api/generate-content#generationconfig"
_OLLAMA_TOOLS = "https://github.com/ollama/ollama/blob/main/api/types.go"

_OPENAI_REFERENCES = {
    "name": _OPENAI_TOOLS,
    "malformed": _OPENAI_METASCHEMA,
    "type": _OPENAI_METASCHEMA,
    "reference": _OPENAI_TOOLS,
    "root-type": _OPENAI_ROOT,
    "root-keyword": _OPENAI_ROOT,
    "array-items": _OPENAI_ITEMS,
}
_OPENAI_NAME = re.compile(r"[a-zA-Z0-9_-]+")
_OPENAI_ROOT_FORBIDDEN = frozenset({"anyOf", "oneOf", "allOf", "enum", "not"})

_ALL = (
    Dialect(
        name="openai",
        label="OpenAI",
        references=_OPENAI_REFERENCES,
        name_pattern=_OPENAI_NAME,
        max_name=64,
        root_forbidden=_OPENAI_ROOT_FORBIDDEN,
        array_items=True,
    ),
    Dialect(
        name="openai_strict",
        label="OpenAI's strict mode",
        references={
            **_OPENAI_REFERENCES,
            "keyword": _OPENAI_STRICT,
            "merge": _OPENAI_STRICT,
            "required": "https://github.com/anomalyco/opencode/issues/13737",
            "depth": _OPENAI_STRICT,
            "properties": _OPENAI_STRICT,
            "enum-values": _OPENAI_STRICT,
            "enum-length": _OPENAI_STRICT,
            "characters": _OPENAI_STRICT,
        },
        name_pattern=_OPENAI_NAME,
        max_name=64,
        root_forbidden=_OPENAI_ROOT_FORBIDDEN,
        array_items=True,
        declared_required=True,
        # Bounds, unique items and the like are left out too, but the arguments are checked against them on arrival.
        forbidden=UNTRANSLATABLE_KEYWORDS,
        plain_merge=True,
        max_depth=10,
        max_properties=5_000,
        max_enum_values=1_000,
        max_long_enum=15_000,
        max_characters=120_000,
    ),
    Dialect(
        name="anthropic",
        label="Anthropic",
        references={
            "name": "https://github.com/anthropics/claude-code/issues/96152",
            "malformed": "https://github.com/anthropics/anthropic-sdk-java/issues/241",
            "type": "https://github.com/anthropics/anthropic-sdk-java/issues/241",
            "reference": _ANTHROPIC_TOOLS,
            "root-type": _ANTHROPIC_TOOLS,
            "root-keyword": "https://github.com/anthropics/claude-code/issues/5973",
            "property-name": "https://github.com/anthropics/claude-code/issues/79418",
        },
        name_pattern=re.compile(r"[a-zA-Z0-9_-]+"),
        # The published pattern says 64; the endpoint's own errors have said 128 since 2025.
        max_name=128,
        root_forbidden=frozenset({"anyOf", "oneOf", "allOf"}),
        property_pattern=re.compile(r"[a-zA-Z0-9_.-]{1,64}"),
    ),
    # A declaration has two forms: `parameters` takes an OpenAPI subset (string enums only, no $ref, type names in
    # capitals or as numbers), `parametersJsonSchema` takes JSON Schema. A schema that either accepts is fine.
    Dialect(
        name="gemini",
        label="Gemini",
        references={
            "name": "https://github.com/kaitranntt/ccs/issues/25",
            "malformed": "https://github.com/cbdb-project/cbdb-online-main-server/pull/879",
            "type": "https://github.com/google-gemini/deprecated-generative-ai-js/issues/320",
            "reference": "https://github.com/google-gemini/gemini-cli/issues/13326",
            "root-type": _GEMINI_TOOLS,
            "array-items": "https://github.com/cline/cline/issues/7339",
            "required": "https://github.com/probelabs/probe/issues/569",
            "recursion": _GEMINI_JSON_SCHEMA,
            "enum-types": _GEMINI_JSON_SCHEMA,
        },
        name_pattern=re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]*"),
        max_name=64,
        types=frozenset(_GEMINI_TYPES),
        array_items=True,
        declared_required=True,
        enum_types=frozenset({"string", "number", "integer"}),
        required_recursion=False,
    ),
    Dialect(
        name="ollama",
        label="Ollama",
        references={
            "malformed": "https://github.com/ollama/ollama/issues/10328",
            "reference": _OLLAMA_TOOLS,
            "root-type": _OLLAMA_TOOLS,
        },
        types=None,
    ),
)

DIALECTS: Mapping[str, Dialect] = MappingProxyType({dialect.name: dialect for dialect in _ALL})
"""The known dialects by provider name: the limits of each provider on tool definitions."""
