"""The public face: one sorted list of names, each with a docstring."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from pathlib import Path
from types import ModuleType

import pytest

import forge_harness
import forge_harness.errors
import pytest_forge

#: Modules whose names are for the house; what they define is reached through the public ones.
INTERNAL = {
    "beneath",
    "bounded_file",
    "config_file",
    "config_legacy",
    "declaration",
    "folder",
    "json_arguments",
    "json_result",
    "limits",
    "path_text",
    "refusals",
    "schema_facts",
    "scrub",
    "strict",
    "strict_arguments",
    "strict_text",
}
#: Public names that are plain data, and so cannot carry a docstring.
DATA = {
    "AGENT_SYSTEM_PROMPT",
    "FACTS",
    "FACTS_META_KEY",
    "DIALECTS",
    "FLUID_VERSION",
    "FORGE_TOOL_REGISTRY",
    "INJECTED_NAMES",
    "NAME_PATTERN",
    "SCHEMA_KEYWORDS",
    "TOOL_REGISTRY",
    "ApprovalDecision",
}


@pytest.mark.parametrize("package", [forge_harness, pytest_forge])
def test_the_list_the_table_and_the_imports_for_type_checkers_hold_the_same_names(package: ModuleType) -> None:
    source = Path(str(package.__file__))
    stub = source.with_suffix(".pyi")
    tree = ast.parse((stub if stub.exists() else source).read_text())
    imported = {
        alias.asname or alias.name: str(node.module)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level == 1
        for alias in node.names
    }

    assert imported == package._HOMES
    assert set(imported) == set(package.__all__)


def test_no_name_is_listed_twice() -> None:
    assert len(set(forge_harness.__all__)) == len(forge_harness.__all__)


@pytest.mark.parametrize("name", sorted(set(forge_harness.__all__) - DATA))
def test_every_public_name_says_what_it_is(name: str) -> None:
    docstring = inspect.getdoc(getattr(forge_harness, name)) or ""

    first = docstring.splitlines()[0] if docstring else ""
    assert first.endswith("."), f"{name}: {first!r}"


def test_every_error_is_public() -> None:
    assert set(forge_harness.errors.__all__) <= set(forge_harness.__all__)


@pytest.mark.parametrize("module", [found.name for found in pkgutil.iter_modules(forge_harness.__path__)])
def test_every_module_lists_its_names_and_says_what_it_is(module: str) -> None:
    loaded = importlib.import_module(f"forge_harness.{module}")

    assert (loaded.__doc__ or "").strip()
    for name in getattr(loaded, "__all__", ()):
        assert hasattr(loaded, name)


PINNED = """
    forge_tool ForgeTool ToolTier ToolCategory ToolDefinition ToolCall ToolDispatchResult ToolInvocationRecord
    FORGE_TOOL_REGISTRY TOOL_REGISTRY ToolRegistry register_forge_tool _register dispatch_forge_tool dispatch_tool_call
    get_tool_definitions FnToolExecutor MockToolExecutor BuilderExecutor ToolError submit_approval Granted Rejected
    DeferredToHuman AutoApprove RejectAll TierPolicy Workspace Event EventBus get_event_bus Message Reply Usage
""".split()


@pytest.mark.parametrize("name", PINNED)
def test_what_the_design_pins_is_importable_from_the_root(name: str) -> None:
    assert name in forge_harness.__all__
