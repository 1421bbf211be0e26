"""Tools judged twice: by a suite of the run, and as a target of ``[tool.forge]``; the suite judges them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from .conformance import ForgeItem
from .options import options_key
from .suite import ToolSuite

__all__: list[str] = []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Remove the items of the project's targets whose tool has a suite in this run."""
    of_project = config.stash[options_key].project_targets
    if not of_project:
        return
    judged = [item for item in items if isinstance(item, ForgeItem) and item.parent is not None]
    names = {item.target for item in judged if item.parent is not None and item.parent.name in of_project}
    base = config.invocation_params.dir
    twice = {name for name in names if _is_judged_by_suite(name, items, base=base)}
    items[:] = [item for item in items if not (isinstance(item, ForgeItem) and item.target in twice)]


def _is_judged_by_suite(target: str, items: Sequence[pytest.Item], *, base: Path) -> bool:
    """Tell whether a suite among *items* has the tool of *target*, a function of a file or an imported module.

    Args:
        target: The target of one tool.
        items: The items of the run.
        base: Folder that a relative path starts from.
    """
    from ..targets.callables import written_function

    source, _, name = target.partition(":")
    file = source if source.endswith(".py") else getattr(sys.modules.get(source), "__file__", None)
    suites = {item.cls for item in items if isinstance(item, pytest.Function) and item.cls is not None}
    for suite in suites:
        tool = suite.tool if issubclass(suite, ToolSuite) else None
        written = written_function(getattr(tool, "impl", tool))
        if written is None or file is None or written.__name__ != name:
            continue
        if Path(written.__code__.co_filename).resolve() == (base / file).resolve():
            return True
    return False
