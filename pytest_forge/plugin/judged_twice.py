"""Tools judged twice: by a suite of the run, and as a target of ``[tool.forge]``; the suite judges them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from .suite import ToolSuite

__all__ = ["judged_by_suites"]


def judged_by_suites(targets: Iterable[str], items: Sequence[pytest.Item], *, base: Path) -> set[str]:
    """Return those of *targets* whose tool, a function of a file or an imported module, has a suite.

    Args:
        targets: Each the target of one tool.
        items: The items of the run.
        base: Folder that a relative path starts from.
    """
    from ..targets.callables import written_function

    classes = {item.cls for item in items if isinstance(item, pytest.Function) and item.cls is not None}
    tools = [suite.tool for suite in classes if issubclass(suite, ToolSuite)]
    functions = [written for tool in tools if (written := written_function(getattr(tool, "impl", tool))) is not None]
    judged = {(Path(one.__code__.co_filename).resolve(), one.__name__) for one in functions}
    found = set()
    for target in targets:
        source, _, name = target.partition(":")
        file = source if source.endswith(".py") else getattr(sys.modules.get(source), "__file__", None)
        if file is not None and ((base / file).resolve(), name) in judged:
            found.add(target)
    return found
