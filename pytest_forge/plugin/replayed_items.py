"""Replayed items: ``--forge-replay`` deselects all items but those of one finding."""

from __future__ import annotations

import pytest

from .conformance import ForgeItem
from .loaded_targets import check_run, named_targets, usage_errors
from .options import options_key

__all__: list[str] = []


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect all items except those of the replayed finding."""
    identifier = config.stash[options_key].replay
    if not identifier:
        return
    from ..engine.selection import no_such_tool

    run = check_run(config)
    with usage_errors():
        tool, [check] = run.only_tool, run.checks
    kept = [item for item in items if _judged_by(item, check.id) == tool]
    if not kept and not hasattr(config, "workerinput"):
        targets = named_targets(config)
        if targets:
            raise pytest.UsageError(str(no_such_tool(str(tool), targets)))
        raise pytest.UsageError(
            f"There is no tool {tool!r}, as no target is named. "
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
