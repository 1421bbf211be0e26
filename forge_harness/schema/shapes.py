"""The shape of a tool definition for each provider.

================  ============================================================================
provider          shape
================  ============================================================================
None              ``{name, description, input_schema}``
anthropic         the same, without ``anyOf``, ``oneOf`` and ``allOf`` at the root
openai            ``{type: function, function: {name, description, parameters}}``
ollama            the same, references inlined
openai_strict     the same with ``strict: true`` and hardened parameters
openai_responses  ``{type: function, name, description, parameters, strict: false}``
gemini            a function declaration ``{name, description, parametersJsonSchema}``
mcp               ``{name, description, inputSchema}``
================  ============================================================================

Schemas are rewritten only if the provider would refuse them or change their meaning. Branches at a root that OpenAI or
Anthropic would refuse are left out, and their properties are named at the root.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .hand_written import without_root_branches
from .json_schema import copied, inline_refs, rooted, schema_nodes
from .limits import DIALECTS
from .strict import harden_schema

__all__ = ["PROVIDERS", "provider_shape"]


def provider_shape(
    name: str, description: str | None, input_schema: Mapping[str, Any], provider: str | None = None
) -> dict[str, Any]:
    """Return a tool definition in the shape of *provider*; every call returns a new value.

    Args:
        name: The tool's name.
        description: The description for the model.
        input_schema: The arguments' schema; its root describes an object.
        provider: One of `PROVIDERS`, or None for the neutral shape.

    Raises:
        ValueError: If the provider is unknown.
    """
    shape = _SHAPES.get(provider)
    if shape is None:
        raise ValueError(f"The tool shape of {provider!r} is unknown. Choose one of {', '.join(PROVIDERS)}.")
    return shape(name, description, input_schema)


def _neutral(name: str, description: str | None, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": name, "description": description, "input_schema": rooted(copied(schema))}


def _anthropic(name: str, description: str | None, schema: Mapping[str, Any]) -> dict[str, Any]:
    parameters = without_root_branches(rooted(copied(schema)), DIALECTS["anthropic"].root_forbidden)
    return {"name": name, "description": description, "input_schema": parameters}


def _openai(name: str, description: str | None, schema: Mapping[str, Any]) -> dict[str, Any]:
    return _function(name, description, _openai_parameters(schema))


def _openai_strict(name: str, description: str | None, schema: Mapping[str, Any]) -> dict[str, Any]:
    shape = _function(name, description, harden_schema(schema))
    shape["function"]["strict"] = True
    return shape


def _openai_responses(name: str, description: str | None, schema: Mapping[str, Any]) -> dict[str, Any]:
    # The default of `strict` is true here, unlike in the chat format.
    parameters = _openai_parameters(schema)
    return {"type": "function", "name": name, "description": description, "parameters": parameters, "strict": False}


def _gemini(name: str, description: str | None, schema: Mapping[str, Any]) -> dict[str, Any]:
    # The older field `parameters` does not support references, number enums or unions with null.
    return {"name": name, "description": description, "parametersJsonSchema": _gemini_parameters(schema)}


def _ollama(name: str, description: str | None, schema: Mapping[str, Any]) -> dict[str, Any]:
    return _function(name, description, _ollama_parameters(schema))


def _mcp(name: str, description: str | None, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": rooted(copied(schema))}


_SHAPES: dict[str | None, Callable[[str, str | None, Mapping[str, Any]], dict[str, Any]]] = {
    None: _neutral,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "mcp": _mcp,
    "ollama": _ollama,
    "openai": _openai,
    "openai_responses": _openai_responses,
    "openai_strict": _openai_strict,
}

PROVIDERS: tuple[str, ...] = tuple(provider for provider in _SHAPES if provider is not None)
"""The providers with a shape."""


def _function(name: str, description: str | None, parameters: dict[str, Any]) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def _openai_parameters(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Give every array its items, and write ``oneOf`` as ``anyOf``, below a root without branches."""
    parameters = without_root_branches(rooted(copied(schema)), DIALECTS["openai"].root_forbidden)
    for node in schema_nodes(parameters):
        _with_items(node)
        _without_one_of(node)
    return parameters


def _gemini_parameters(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Inline references, and remove the keywords beside those that must stay."""
    parameters = rooted(inline_refs(schema))
    for node in schema_nodes(parameters):
        if "$ref" in node and node is not parameters:
            for key in [key for key in node if not key.startswith("$")]:
                del node[key]
        if "prefixItems" not in node:
            _with_items(node)
        _without_const(node)
        node.pop("discriminator", None)
        if any(isinstance(value, bool) for value in node.get("enum") or ()):
            # Enums may hold only strings and numbers; a boolean enum adds little to the type.
            node.setdefault("type", "boolean")
            del node["enum"]
    return parameters


def _ollama_parameters(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Inline references; one that recurs becomes an open object, since definitions are not read."""
    parameters = rooted(inline_refs(schema))
    for key in ("$defs", "definitions"):
        parameters.pop(key, None)
    for node in schema_nodes(parameters):
        if "$ref" in node:
            del node["$ref"]
            node.setdefault("type", "object")
        _with_items(node)
        _without_one_of(node)
        _without_const(node)
    return parameters


def _with_items(node: dict[str, Any]) -> None:
    kind = node.get("type")
    if (kind == "array" or (isinstance(kind, list) and "array" in kind)) and "items" not in node:
        prefix = node.get("prefixItems")
        if isinstance(prefix, list) and prefix:
            same = all(item == prefix[0] for item in prefix)
            node["items"] = copied(prefix[0]) if same else {"anyOf": copied(prefix)}
        else:
            node["items"] = {}


def _without_one_of(node: dict[str, Any]) -> None:
    if "oneOf" in node and "anyOf" not in node:
        node["anyOf"] = node.pop("oneOf")
        node.pop("discriminator", None)


def _without_const(node: dict[str, Any]) -> None:
    if "const" in node:
        value = node.pop("const")
        if value is not None:
            node["enum"] = [value]
        else:
            node["type"] = "null"
