"""The weight of the harness: what importing it brings in."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys
import forge_harness
from pydantic import BaseModel
class Args(BaseModel):
    text: str = ""
forge_harness.forge_tool(name="probe", args_schema=Args)(lambda args: {"echoed": args.text})
assert forge_harness.dispatch_tool_call("probe", {"text": "a"}) == {"echoed": "a"}
assert forge_harness.dispatch_tool_call("probe", {"text": 5})["error"] == "ToolValidationError"
assert len(forge_harness.get_tool_definitions("openai")) == 1
print(" ".join(sorted({name.partition(".")[0] for name in sys.modules})))
"""


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """Top-level modules that a process holds after its first calls of a typed tool."""
    finished = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    return set(finished.stdout.split())


@pytest.mark.requirement("tool:light-to-import")
@pytest.mark.parametrize(
    "heavy",
    ["asyncio", "jsonschema", "referencing", "httpx", "vcr", "hypothesis", "pytest", "_pytest", "yaml", "pytest_forge"],
)
def test_the_harness_does_not_import_what_it_does_not_need(heavy: str, loaded: set[str]) -> None:
    assert "forge_harness" in loaded
    assert heavy not in loaded


@pytest.mark.requirement("tool:light-to-import")
def test_the_harness_needs_pydantic_and_the_standard_library_alone(loaded: set[str]) -> None:
    pydantic = {"pydantic", "pydantic_core", "annotated_types", "typing_extensions", "typing_inspection"}
    ours = {"forge_harness", "__main__", "__mp_main__"}

    foreign = {
        name
        for name in loaded - pydantic - ours - sys.stdlib_module_names
        if getattr(sys.modules.get(name), "__file__", None) and "site-packages" in str(sys.modules[name].__file__)
    }

    # What a site's own start-up files bring in is there before we are.
    started = subprocess.run(
        [sys.executable, "-c", "import sys; print(' '.join(name.partition('.')[0] for name in sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert foreign - set(started.stdout.split()) == set()


REGISTERS = """
import sys
import forge_harness
assert "json_parse" in forge_harness.register_builtins()
print(" ".join(sorted(sys.modules)))
"""


@pytest.mark.parametrize(
    "later",
    [
        "pydantic.plugin._loader",  # imported when Pydantic builds the first validator
        "forge_harness.workspace.workspace",
        "forge_harness.programs.program",
        "forge_harness.guardrails.rules",
        "difflib",
    ],
)
def test_registering_our_tools_leaves_to_the_first_call_what_only_calls_need(later: str, registered: set[str]) -> None:
    assert "forge_harness.tools.builtin.json_parse" in registered
    assert later not in registered


@pytest.fixture(scope="module")
def registered() -> set[str]:
    """Modules that a process holds after it has registered our tools."""
    finished = subprocess.run([sys.executable, "-c", REGISTERS], capture_output=True, text=True, check=True)
    return set(finished.stdout.split())
