"""Every third-party package that the two packages import is declared in pyproject.toml."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: Part of a declared package: pydantic's core, anyio below httpx, the stubs of mypy.
PARTS = {"pydantic_core", "anyio", "_typeshed"}
#: Clients that are intercepted only where a project under test has imported them itself.
INTERCEPTED = {"aiohttp", "multidict"}


def imported_packages() -> set[str]:
    """Return the top-level names of all imports, also lazy ones and those by `importlib.import_module`."""
    found: set[str] = set()
    for package in ("forge_harness", "pytest_forge"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    found |= {alias.name for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and not node.level:
                    found.add(str(node.module))
                elif isinstance(node, ast.Call) and _name(node.func).endswith("import_module"):
                    found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant) and arg.value[:1] != "."}
    return {name.partition(".")[0] for name in found} - sys.stdlib_module_names - {"forge_harness", "pytest_forge"}


def _name(called: ast.expr) -> str:
    """Return the last name of what is called; to write all of it as code takes longer than to parse the packages."""
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def declared_distributions() -> set[str]:
    """Return the normalised names of all dependencies, those of extras included, except the extra `dev`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *(line for name in extras if name != "dev" for line in extras[name])]
    return {re.match(r"[\w.-]+", line)[0].lower().replace("_", "-") for line in lines}


def test_every_third_party_import_is_a_declared_dependency_or_extra() -> None:
    declared, distributions = declared_distributions(), packages_distributions()

    undeclared = {
        name
        for name in imported_packages() - PARTS - INTERCEPTED
        if declared.isdisjoint(owner.lower().replace("_", "-") for owner in distributions.get(name, [name]))
    }

    assert undeclared == set()
