"""What the zoo's modules say of their tools, read without importing them."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

__all__ = ["ZOO", "expected_of"]

ZOO = Path(__file__).parent


def expected_of(file: Path) -> dict[str, tuple[str, ...]]:
    """Return the module's EXPECTED; {} for a module of good tools."""
    names: dict[str, Any] = {}
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "CRASH":
            names["CRASH"] = ast.literal_eval(node.value)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "EXPECTED":
            assert node.value is not None
            code = compile(ast.Expression(node.value), str(file), "eval")
            return dict(eval(code, {}, names))
    return {}
