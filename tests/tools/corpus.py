"""The corpus: every sample tool and its mark, read without importing a module."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["EXAMPLES", "MODULES", "ROOT", "Sample", "module_of", "samples"]

ROOT = Path(__file__).resolve().parent
EXAMPLES = ROOT.parents[1] / "pytest_forge" / "checks" / "examples"
#: The modules of sample tools; the first two samples of a check are its examples, which are part of the product.
MODULES = tuple(path for path in sorted(ROOT.glob("*/[!_]*.py")) if path.parent.name != "shared")


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample tool.

    Attributes:
        module: The file that declares it.
        tool: Its name.
        is_broken: Whether it has a defect.
        checks: The checks of which one finds the defect; of a good tool, those it resembles breakers of.
        budget: The smallest budget that finds the defect, or judges a slow good tool.
        judged: Whether a good tool passes (True), or the check does not apply (False); None if either is right.
    """

    module: Path
    tool: str
    is_broken: bool
    checks: tuple[str, ...]
    budget: str = "quick"
    judged: bool | None = None


@cache
def samples(module: Path) -> tuple[Sample, ...]:
    """Return the samples of a module, or of the examples of a check."""
    if module.parent == EXAMPLES:
        return Sample(module, "broken", True, (module.stem,)), Sample(module, "fixed", False, (module.stem,))
    return tuple(Sample(module, *marked) for marked in _marked(ast.parse(module.read_text())))


def module_of(tool: str, check: str = "") -> str:
    """Return the module of the only sample of that name, or of the one whose mark names the check."""
    [found] = [
        sample
        for module in MODULES
        for sample in samples(module)
        if sample.tool == tool and (not check or check in sample.checks)
    ]
    return str(found.module)


def _marked(tree: ast.Module) -> Iterator[tuple[Any, ...]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            marks = [mark for mark in node.decorator_list if _is_mark(mark)]
            declarations: list[ast.expr] = [other for other in node.decorator_list if other not in marks]
            for mark in marks:
                yield _read(mark, _literal_name(declarations) or node.name)
        elif isinstance(node, ast.Call) and _is_mark(node.func):
            yield _read(node.func, _literal_name(node.args))


def _is_mark(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("breaks", "keeps")


def _read(mark: ast.expr, name: str) -> tuple[Any, ...]:
    assert isinstance(mark, ast.Call)
    assert isinstance(mark.func, ast.Name)
    given = {keyword.arg: ast.literal_eval(keyword.value) for keyword in mark.keywords}
    tool = given.get("tool", name)
    assert tool, f"line {mark.lineno}: the mark needs tool=..."
    checks = tuple(ast.literal_eval(check) for check in mark.args)
    return tool, mark.func.id == "breaks", checks, given.get("budget", "quick"), given.get("judged")


def _literal_name(declarations: list[ast.expr]) -> str:
    """Return the name that the first of the declarations with a literal name has."""
    for call in declarations:
        if isinstance(call, ast.Call):
            named = [keyword.value for keyword in call.keywords if keyword.arg == "name"]
            for value in [*named, *call.args[:1]]:
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    return value.value
            if isinstance(call.func, ast.Call):
                return _literal_name([call.func])
    return ""
