"""Copies of sample modules whose tools and arguments have names that say nothing: `t1`, `a1` ...

The definition is renamed, and the arguments of a call are mapped back. Functions are renamed in their source, since
their signature is the definition. Legacy tools and executors of a class of their own keep their arguments' names.
"""

from __future__ import annotations

import ast
import copy
import functools
import re
import shutil
import threading
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from forge_harness import FORGE_TOOL_REGISTRY, TOOL_REGISTRY, FnToolExecutor, ForgeTool, LegacyTool

__all__ = ["rename_tools", "renamed_copy"]

_FOOTER = (
    "\n\nfrom ..renaming import rename_tools as _rename_tools  # noqa: E402\n\n_rename_tools(globals(), {names!r})\n"
)
#: Modules are judged at once, and share one copy of the corpus.
_COPYING = threading.Lock()
_SAME = {"workspace_root", "self", "cls"}


def renamed_copy(module: Path, names: dict[str, str], folder: Path) -> Path:
    """Write a renamed copy of a module, in a copy of its corpus below *folder*; return its place.

    Args:
        module: A module of the corpus.
        names: The new name of each tool, by the old one.
        folder: A temporary folder.
    """
    root = module.parents[1]
    copied = folder / root.name
    with _COPYING:
        if not copied.exists():
            shutil.copytree(root, copied, ignore=shutil.ignore_patterns("__pycache__"))
    place = copied / module.relative_to(root)
    place.write_text(_with_renamed_functions(module.read_text(), names) + _FOOTER.format(names=names))
    return place


def rename_tools(module: dict[str, Any], names: dict[str, str]) -> None:
    """Rename the tools that a module holds or has registered, at the end of its import."""
    tools = [*module.values(), *TOOL_REGISTRY.values(), *FORGE_TOOL_REGISTRY.values()]
    for tool in {id(tool): tool for tool in tools}.values():
        new = names.get(tool.name, "") if isinstance(tool, ForgeTool | LegacyTool | FnToolExecutor) else ""
        if not new:
            continue
        for registry in (TOOL_REGISTRY, FORGE_TOOL_REGISTRY):
            if registry.get(tool.name) is tool:
                del registry[tool.name]
                registry[new] = tool
        if isinstance(tool, ForgeTool):
            _rename_typed(tool, new)
        elif isinstance(tool, FnToolExecutor):
            _rename_executor(tool, new)
        else:
            tool.name = new


def _rename_typed(tool: ForgeTool, name: str) -> None:
    fields = {field: f"a{number}" for number, field in enumerate(tool.args_schema.model_fields, start=1)}
    config = ConfigDict(alias_generator=lambda field: fields.get(field, field))
    model = type(tool.args_schema.__name__, (tool.args_schema,), {"model_config": config, "__module__": __name__})
    tool.__dict__.pop("_schema", None)
    tool.__init__(  # type: ignore[misc]
        tool.impl,
        name=name,
        description=tool.description,
        args_schema=model if issubclass(model, BaseModel) else tool.args_schema,
        workspace_root_aware=tool.workspace_root_aware,
        tags=tool.tags,
        tier=tool.tier if tool.tier_declared else None,
        required_scopes=tool.required_scopes,
        category=tool.category,
        timeout_s=tool.timeout_s,
        raises=tool.raises,
        facts=tool.facts,
    )


def _rename_executor(tool: FnToolExecutor, name: str) -> None:
    definition = tool._definition
    schema = copy.deepcopy(definition.input_schema)
    properties = schema.get("properties", {})
    fields = {field: f"a{number}" for number, field in enumerate(properties, start=1)}
    schema["properties"] = {fields[field]: value for field, value in properties.items()}
    if "required" in schema:
        schema["required"] = [fields.get(field, field) for field in schema["required"]]
    old = {new: field for field, new in fields.items()}
    handler = tool.handler

    @functools.wraps(handler)
    def mapped(arguments: dict[str, Any]) -> Any:
        return handler({old.get(key, key): value for key, value in arguments.items()})

    tool.name, tool.handler = name, mapped
    tool._definition = type(definition)(
        name=name,
        description=definition.description,
        input_schema=schema,
        tier=definition.tier,
        required_scopes=definition.required_scopes,
        category=definition.category,
    )


def _with_renamed_functions(text: str, names: dict[str, str]) -> str:
    """Return the source with its marked plain functions and their parameters renamed."""
    tree = ast.parse(text)
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.name not in names:
            continue
        if any(isinstance(mark, ast.Call) and _called(mark) not in ("breaks", "keeps") for mark in node.decorator_list):
            continue
        given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        fields = {one.arg: f"a{number}" for number, one in enumerate(given, start=1) if one.arg not in _SAME}
        documented = ast.get_docstring(node, clean=False)
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name):
                inner.id = fields.get(inner.id, inner.id)
            elif isinstance(inner, ast.arg):
                inner.arg = fields.get(inner.arg, inner.arg)
            elif isinstance(inner, ast.Constant) and isinstance(inner.value, str) and inner.value == documented:
                for old, new in fields.items():
                    inner.value = re.sub(rf"(?m)^(\s+){old}(?=:)", rf"\1{new}", inner.value)
        node.name = names[node.name]
    return ast.unparse(tree)


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""
