"""One entry of a file of definitions: its format, and the facts in it.

openai               {"type": "function", "function": {"name", "description", "parameters", "strict"}}
openai_responses     {"type": "function", "name", "description", "parameters", "strict"}
openai_functions     {"name", "description", "parameters"}
openai_custom        {"type": "custom", "name", "description"}: free text, without a schema
anthropic            {"name", "description", "input_schema"}
gemini               {"name", "description", "parameters" with types in capitals, or "parametersJsonSchema"}
mcp                  {"name", "description", "inputSchema"}
bedrock              {"toolSpec": {"name", "description", "inputSchema": {"json": ...}}}
bfcl                 {"name", "description", "parameters" whose root is a "dict"}
docker               {"name", "description", "arguments": [{"name", "type", "desc"}]}
builtin              {"type": "web_search"}, {"googleSearch": {}}: the provider's own tool
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..regex import regex
from .facts import ToolFacts

__all__ = ["expanded", "facts_of", "is_definition"]

_SCHEMA_KEYS = {
    "inputSchema": "mcp",
    "input_schema": "anthropic",
    "parametersJsonSchema": "gemini",
    "parameters_json_schema": "gemini",
    "parameters": "openai_functions",
}
_DECLARATIONS = ("functionDeclarations", "function_declarations")
_CONTAINERS = ("tools", "functions", *_DECLARATIONS)
_WRAPPERS = ("result", "toolConfig", "tool_config", "config", "body", "request")
#: Keys next to a name and a description whose value may be a list or an object.
_KNOWN_STRUCTURES = frozenset(
    {"annotations", "_meta", "meta", "metadata", "icons", "execution", "outputSchema", "output_schema", "response"}
    | {"tags", "cache_control", "cachePoint", "arguments", "required_scopes"}
)
_RECORDED_DIALECTS = {
    "openai_chat": "openai",
    "openai_responses": "openai_responses",
    "openai_legacy_functions": "openai_functions",
    "anthropic": "anthropic",
    "gemini": "gemini",
    "bedrock_converse": "bedrock",
    "mcp": "mcp",
}
_GEMINI_BUILTINS = frozenset(
    {"googleSearch", "google_search", "googleSearchRetrieval", "google_search_retrieval", "codeExecution"}
    | {"code_execution", "urlContext", "url_context", "googleMaps", "google_maps", "computerUse", "computer_use"}
    | {"fileSearch", "file_search", "enterpriseWebSearch", "enterprise_web_search", "retrieval", "mcpServers"}
)
#: Types of providers' own tools; Anthropic appends a date.
_BUILTIN_TYPE = regex(
    r"(?:web_search|web_fetch|x_search|file_search|tool_search|browser|code_|computer|bash|shell|local_shell|text_editor"
    r"|image_generation|mcp|memory|apply_patch|retrieval)\w*|[a-z]\w*_20\d{6}"
)
_BEDROCK_BUILTINS = frozenset({"cachePoint", "systemTool"})


def expanded(document: Any) -> Iterator[Any]:
    """Yield every value in the place of a definition, in the order of the document."""
    waiting = [document]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif not isinstance(value, dict) or is_definition(value):
            yield value
        else:
            parts = list(_parts(value))
            if parts:
                waiting.extend(reversed(parts))
            else:
                yield value


def _parts(value: dict[str, Any]) -> Iterator[Any]:
    for key in _WRAPPERS:
        if isinstance(value.get(key), dict) and _holds_tools(value[key]):
            yield value[key]
    for key in _CONTAINERS:
        tools = value.get(key)
        if isinstance(tools, list):
            # The name of the list identifies the dialect; its entries may fit several.
            yield from (_declared(tool) for tool in tools) if key in _DECLARATIONS else tools
        elif isinstance(tools, dict):
            yield from (_named(name, tool) for name, tool in tools.items())
    for key in value.keys() & _GEMINI_BUILTINS if any(key in value for key in _DECLARATIONS) else ():
        yield {key: value[key]}
    if not _holds_tools(value) and len(value) > 0 and all(_has_schema(tool) for tool in value.values()):
        yield from (_named(name, tool) for name, tool in value.items())


def _declared(tool: Any) -> Any:
    """Return an entry of Gemini's list of declarations with its dialect."""
    return {"dialect": "gemini", **tool} if isinstance(tool, dict) else tool


def _holds_tools(value: Mapping[str, Any]) -> bool:
    if any(isinstance(value.get(key), (list, dict)) for key in _CONTAINERS):
        return True
    return any(isinstance(value.get(key), dict) and _holds_tools(value[key]) for key in _WRAPPERS[:2])


def _named(name: str, tool: Any) -> Any:
    """Return a tool from a mapping, with its key as its name unless it has a name."""
    if not isinstance(tool, dict) or "name" in tool or "function" in tool or "toolSpec" in tool:
        return tool
    return {"name": name, **tool}


def _has_schema(value: Any) -> bool:
    return isinstance(value, dict) and any(key in value for key in _SCHEMA_KEYS)


def is_definition(value: Any) -> bool:
    """Tell whether *value* has one of the formats, even if it has other problems."""
    return _shape(value) is not None


def facts_of(value: Any, *, target: str, place: str) -> ToolFacts:
    """Return the facts in a definition; a value that is not one, or has members of the wrong types, has problems.

    Args:
        value: As decoded.
        target: The target that leads to it.
        place: Its position, such as ``line 3``.
    """
    shape = _shape(value)
    if shape is None:
        problem = f"{place[:1].upper()}{place[1:]} is not a tool definition: {_reason(value)}."
        return ToolFacts(name=_label(value, place), target=target, kind="definition", problems=(problem,))
    dialect, body, schema = shape
    left_out = f"{place[:1].upper()}{place[1:]} is one of the provider's own tools, which have no definition to check."
    problems = []
    name, description = body.get("name"), body.get("description")
    if not isinstance(name, str) or not name:
        if name is not None and name != "":
            problems.append(f"The name in {place} is {_kind(name)} instead of a string.")
        name = f"<unnamed {place}>"
    if description is not None and not isinstance(description, str):
        problems.append(f"The description in {place} is {_kind(description)} instead of a string.")
        description = None
    given = body.get("annotations")
    annotations = given if isinstance(given, dict) else {}
    return ToolFacts(
        name=_encodable(name),
        target=target,
        kind="definition",
        description=None if description is None else _encodable(description),
        input_schema=schema,
        dialect=dialect,
        strict=body.get("strict") is True or value.get("strict") is True,
        problems=tuple(problems),
        left_out=left_out if dialect == "builtin" else "",
        is_destructive=annotations.get("destructiveHint") is True,
        output_schema=body.get("outputSchema"),
        annotations={str(key): hint for key, hint in annotations.items() if isinstance(hint, bool)},
    )


def _shape(value: Any) -> tuple[str, Mapping[str, Any], Any] | None:
    """Return the dialect, the object with name and description, and the schema; None for an unknown format."""
    if not isinstance(value, dict):
        return None
    for key, dialect in (("function", "openai"), ("toolSpec", "bedrock")):
        body = value.get(key)
        if isinstance(body, dict) and ("name" in body or _has_schema(body)):
            schema = next((body[name] for name in _SCHEMA_KEYS if name in body), None)
            if dialect == "bedrock" and isinstance(schema, dict) and "json" in schema:
                schema = schema["json"]
            return dialect, body, schema
    builtin = _builtin(value)
    if builtin is not None:
        return "builtin", builtin, None
    if "type" in value and "properties" in value and "name" not in value:
        return None
    if value.get("type") == "custom" and "name" in value:
        return "openai_custom", value, None
    for key, dialect in _SCHEMA_KEYS.items():
        if key in value and ("name" in value or "description" in value):
            return _dialect(value, key, dialect), value, value[key]
    if isinstance(value.get("arguments"), list) and "name" in value and "description" in value:
        return "docker", value, _schema_of_arguments(value["arguments"])
    if "arguments" not in value and isinstance(value.get("name"), str) and _is_bare(value):
        return "openai_responses" if value.get("type") == "function" else "openai_functions", value, None
    return None


def _builtin(value: dict[str, Any]) -> dict[str, Any] | None:
    kind = value.get("type")
    keys = value.keys() - {"type"}
    if keys and keys <= (_GEMINI_BUILTINS | _BEDROCK_BUILTINS) and all(map(_is_setting, map(value.get, keys))):
        return {"name": min(keys)}
    if not isinstance(kind, str) or not _BUILTIN_TYPE.fullmatch(kind) or "description" in value or _has_schema(value):
        return None
    return {"name": value["name"] if isinstance(value.get("name"), str) else kind}


def _is_setting(value: Any) -> bool:
    """Tell whether *value* may follow the name of a provider's tool: settings, or nothing."""
    return value is None or isinstance(value, (dict, list))


def _dialect(value: dict[str, Any], key: str, default: str) -> str:
    recorded = value.get("dialect")
    if isinstance(recorded, str) and recorded in _RECORDED_DIALECTS:
        return _RECORDED_DIALECTS[recorded]
    if key != "parameters":
        return default
    schema = value[key]
    kind = schema.get("type") if isinstance(schema, dict) else None
    if kind == "dict":
        return "bfcl"
    if isinstance(kind, str) and kind.isupper():
        return "gemini"
    if value.get("type") == "function":
        return "openai_responses"
    return default


def _is_bare(value: dict[str, Any]) -> bool:
    """Tell a tool without arguments from another object with a name: every list and object in it has a known key."""
    if not isinstance(value.get("description"), str) and value.get("type") != "function":
        return False
    return all(key in _KNOWN_STRUCTURES or not isinstance(part, (dict, list)) for key, part in value.items())


def _schema_of_arguments(arguments: list[Any]) -> Any:
    """Return the schema for a list of arguments; any other list is returned as it is."""
    if not all(isinstance(argument, dict) and isinstance(argument.get("name"), str) for argument in arguments):
        return arguments
    properties = {}
    for argument in arguments:
        part = {key: argument[key] for key in argument if key not in ("name", "desc", "optional", "required")}
        if "desc" in argument and "description" not in part:
            part["description"] = argument["desc"]
        properties[argument["name"]] = part
    required = [argument["name"] for argument in arguments if not argument.get("optional")]
    return {"type": "object", "properties": properties, "required": list(dict.fromkeys(required))}


def _reason(value: Any) -> str:
    if not isinstance(value, dict):
        return f"it is {_kind(value)} instead of an object"
    if "properties" in value and "name" not in value:
        return "it is a schema without a tool name"
    if isinstance(value.get("name"), str) and "arguments" in value:
        return "it is a tool call"
    if isinstance(value.get("name"), str):
        return "it has a name, but no schema under 'parameters', 'input_schema' or 'inputSchema'"
    return "it has neither a name nor a schema"


def _label(value: Any, place: str) -> str:
    name = value.get("name") if isinstance(value, dict) else None
    return _encodable(name) if isinstance(name, str) and name else f"<{place}>"


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "a boolean"
    kinds = {dict: "an object", list: "a list", str: "a string", type(None): "null"}
    return kinds.get(type(value), "a number")


def _encodable(text: str) -> str:
    """Return *text* with lone surrogates escaped, since a report with them cannot be encoded."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode()
    return text
