"""Sharded items: the items of the tools of one shard, with ``--forge-shard K/N``.

The tools of each target are dealt out as ``forge check --shard`` does it, and a suite belongs to one shard as a whole.
Other tests of a project run in every shard.
"""

from __future__ import annotations

import pytest

from .conformance import ForgeItem
from .loaded_targets import loaded_targets
from .options import options_key
from .suite import ToolSuite, suite_target

__all__: list[str] = []

#: Whether items of other shards were left out.
_left_out_key = pytest.StashKey[bool]()


# Last: a tool that a suite judges is not judged as a target, also if the suite belongs to another shard.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the items of other shards."""
    if config.stash[options_key].shard is None:
        return
    of_targets: dict[str, set[int]] = {}
    others = [item for item in items if not _is_mine(item, of_targets)]
    if others:
        config.stash[_left_out_key] = True
        config.hook.pytest_deselected(items=others)
        left_out = set(others)
        items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """End well if all items belong to other shards, as the run of an empty shard has nothing to tell."""
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and session.config.stash.get(_left_out_key, False):
        session.exitstatus = pytest.ExitCode.OK


def _is_mine(item: pytest.Item, of_targets: dict[str, set[int]]) -> bool:
    shard = item.config.stash[options_key].shard
    assert shard is not None  # noqa: S101  # for the type checker
    if isinstance(item, ForgeItem) and item.parent is not None:
        target = item.parent.name
        if target not in of_targets:
            names = [tool.name for tool in loaded_targets(item.config).open(target).tools]
            of_targets[target] = set(shard.indices(target, names))
        return item.index in of_targets[target]
    suite = item.cls if isinstance(item, pytest.Function) else None
    if suite is not None and issubclass(suite, ToolSuite):
        return bool(shard.indices(suite_target(item.config, item.path, suite), [""]))
    return True
