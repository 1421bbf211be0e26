"""Root: the schema is an object, refuses unknown arguments, and offers none that the dispatcher supplies."""

from __future__ import annotations

from typing import Any

from forge_harness import INJECTED_NAMES

from ...targets.facts import ToolFacts
from ...verdict import CheckFailure, NotApplicable
from ..check import check
from .schema_validity import FOREIGN_TYPES
from .schema_view import SchemaView, listed, printable
from .tool_schema import schema_of, view_of

__all__: list[str] = []

#: Kinds of tools under the contract of seed 000; any other comes from elsewhere.
_OURS = frozenset({"forge", "legacy", "executor", "function"})
#: Dialects that require a schema, even for a tool without arguments.
_SCHEMA_DEMANDED = {"mcp": "MCP", "anthropic": "Anthropic"}
#: Dialects in which a definition cannot close its root, or is not JSON Schema.
_NEVER_CLOSED = frozenset({"gemini", "bfcl", "docker"})


@check(
    family="definition",
    level="MUST",
    source="Forge Tools: ToolDefinition: input_schema is a JSON Schema; MCP, Tool",
    codes={
        "schema_missing": "The definition has no schema.",
        "root_not_an_object": "The schema does not describe an object.",
        "root_without_type": "The root of the schema has no type.",
    },
)
def root_is_an_object(tool: ToolFacts) -> None:
    """The schema describes a JSON object of named arguments.

    Every provider sends the arguments of a call as one JSON object, and refuses a tool with any other schema.
    """
    view = view_of(tool)
    root = view.root
    if tool.input_schema is None:
        format_name = _SCHEMA_DEMANDED.get(tool.dialect or "") if tool.kind == "definition" else None
        if format_name is not None:
            raise CheckFailure(
                "schema_missing", f"The definition has no schema. {format_name} requires one even without arguments."
            )
        raise NotApplicable("The tool takes no arguments.")
    if root is None:
        if view.too_deep:
            raise NotApplicable("The schema is nested too deeply, as schema_is_valid reports.")
        kind = {list: "a list", bool: "a boolean", str: "a string"}.get(type(tool.input_schema), "a number")
        raise CheckFailure("root_not_an_object", f"The schema is {kind}. Make it a JSON object.")
    stated = _root_type(view)
    if stated is None:
        raise CheckFailure("root_without_type", "The root of the schema has no type. Add 'type': 'object'.")
    if not _means_object(stated):
        raise CheckFailure(
            "root_not_an_object", f"The root of the schema has the type {printable(repr(stated))}. It must be 'object'."
        )


def _root_type(view: SchemaView) -> Any:
    """Return the root's type, or that of the schema it refers to; None if it has no type."""
    seen: set[int] = set()
    node: Any = view.root
    while isinstance(node, dict) and "type" not in node and "$ref" in node and id(node) not in seen:
        seen.add(id(node))
        node = view.resolve(node["$ref"])
    return node.get("type") if isinstance(node, dict) else None


def _means_object(stated: Any) -> bool:
    return isinstance(stated, str) and FOREIGN_TYPES.get(stated.lower()) == "object"


@check(
    family="definition",
    level="MUST",
    source="Authoring Forge Tools: args model contract, rule 3",
    codes={
        "root_open": "The root of the schema accepts any argument.",
    },
)
def root_is_closed(tool: ToolFacts) -> None:
    """The schema refuses arguments that it does not name.

    A model must learn that it misspelt an argument; if the argument is dropped silently, a wrong call looks right.
    Tools from elsewhere are judged by `imported_root_is_closed`.
    """
    if tool.kind not in _OURS:
        raise NotApplicable("A tool from elsewhere is judged by imported_root_is_closed.")
    view, root = _object_of(tool)
    if not _is_closed(view, root):
        raise CheckFailure(
            "root_open", "The root of the schema accepts any argument. Add 'additionalProperties': false."
        )


@check(
    family="definition",
    level="SHOULD",
    source="MCP, Tools: additionalProperties; OpenAI, function calling",
    codes={
        "root_open": "The root of the schema accepts any argument.",
    },
)
def imported_root_is_closed(tool: ToolFacts) -> None:
    """The schema of a tool from elsewhere refuses arguments that it does not name.

    Every provider allows an open root, so this is a matter of quality: a misspelt optional argument goes unnoticed. A
    root that types additional arguments accepts them on purpose. Not judged: a definition without such a keyword. The
    libraries that write it (LangChain, Pydantic, the MCP SDKs) usually leave the keyword out, refuse or drop unknown
    arguments themselves, and give authors no way to state it.
    """
    if tool.kind in _OURS:
        raise NotApplicable("A tool of this kind is judged by root_is_closed.")
    if tool.dialect in _NEVER_CLOSED:
        raise NotApplicable(f"A definition in the format {tool.dialect!r} cannot close its root.")
    view, root = _object_of(tool)
    if not {"additionalProperties", "unevaluatedProperties"} & root.keys():
        raise NotApplicable("The schema does not say whether unknown arguments are refused; the host may refuse them.")
    further = root.get("additionalProperties")
    if not (isinstance(further, dict) and further) and not _is_closed(view, root):
        raise CheckFailure(
            "root_open",
            "The root of the schema accepts any argument. Add 'additionalProperties': false to refuse them.",
        )


def _object_of(tool: ToolFacts) -> tuple[SchemaView, dict[str, Any]]:
    view, root = schema_of(tool)
    stated = _root_type(view)
    if stated is not None and not _means_object(stated):
        raise NotApplicable("The schema does not describe an object, as root_is_an_object reports.")
    return view, root


def _is_closed(view: SchemaView, root: dict[str, Any]) -> bool:
    """Return whether unknown names are refused: by the root, by all of its choices, or by any schema it must meet."""
    seen: set[int] = set()

    def closed(node: Any) -> bool:
        if not isinstance(node, dict) or id(node) in seen or len(seen) > 100:
            return False
        seen.add(id(node))
        if node.get("additionalProperties") is False or node.get("unevaluatedProperties") is False:
            return True
        if "$ref" in node and closed(view.resolve(node["$ref"])):
            return True
        every = node.get("allOf")
        if isinstance(every, list) and any(closed(branch) for branch in every):
            return True
        choices = [node[key] for key in ("anyOf", "oneOf") if isinstance(node.get(key), list) and node[key]]
        return any(all(closed(branch) for branch in choice) for choice in choices)

    return closed(root)


@check(
    family="definition",
    level="MUST",
    source="Authoring Forge Tools: args model contract, rule 2",
    codes={
        "injected_name_advertised": "The schema lets the model set an argument that the dispatcher supplies.",
    },
)
def injected_names_are_absent(tool: ToolFacts) -> None:
    """The schema offers the model no argument that the dispatcher supplies.

    A model that can set the workspace root chooses for itself the files it is confined to.
    """
    view = view_of(tool)
    told = [problem for problem in tool.problems if "injected name" in problem]
    if told:
        raise CheckFailure("injected_name_advertised", told[0])
    if view.too_deep:
        raise NotApplicable("The schema is nested too deeply, as schema_is_valid reports.")
    properties = view.root.get("properties") if view.root is not None else None
    found = sorted(INJECTED_NAMES & properties.keys()) if isinstance(properties, dict) else []
    if found:
        raise CheckFailure(
            "injected_name_advertised",
            f"The schema lets the model set {listed(map(repr, found))}. Remove it; the dispatcher supplies it.",
            about=" ".join(found),
        )
