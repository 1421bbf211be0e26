"""Replayed items: what ``--forge-replay`` leaves of a run."""

from __future__ import annotations

import pytest

from .conformance import ForgeItem
from .loaded_targets import named_targets
from .options import options_key

__all__: list[str] = []


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the one finding that is to be repeated."""
    identifier = config.stash[options_key].replay
    if not identifier:
        return
    from ..engine.selection import SelectionError, replayed

    try:
        tool, check = replayed(identifier)
    except SelectionError as error:
        raise pytest.UsageError(str(error)) from None
    kept = [item for item in items if _judged_by(item, check.id) == tool]
    if not kept and not hasattr(config, "workerinput"):
        where = "among the targets" if named_targets(config) else "as no target is named"
        raise pytest.UsageError(
            f"The finding {identifier!r} cannot be repeated: there is no tool {tool!r}, {where}. "
            "Name its target with --forge-tools, and copy the id from the report."
        )
    deselected = [item for item in items if item not in kept]
    items[:] = kept
    if deselected:
        config.hook.pytest_deselected(items=deselected)


def _judged_by(item: pytest.Item, check: str) -> str | None:
    """Return the name of the tool that *item* judges by *check*; None if it judges none."""
    if isinstance(item, ForgeItem):
        return item.tool if item.check == check else None
    if isinstance(item, pytest.Function):
        from .suite import suite_tool

        return suite_tool(item, check)
    return None
