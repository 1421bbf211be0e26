"""Distributed items: our items under pytest-xdist, on the cores of a machine or on several hosts.

With ``--dist loadscope`` a tool is a scope, so that a worker makes all its checks, in a shared process. An item whose
worker is lost is made again, once: the tools run in processes of their own, so a lost worker says nothing about them.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from .loaded_targets import named_targets
from .lost_items import item_of_tool

__all__: list[str] = []

_lost_once_key = pytest.StashKey[set[str]]()


#: Our options that have no value.
_FLAGS = {"--forge-allow-destructive", "--forge-live", "--forge-resume"}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config, specs: Any) -> None:
    """Write our options and their values as one word each, for workers in other folders and on other hosts.

    xdist takes any word that is a file here for a file to be copied there, and would change it, or refuse it.
    """
    del specs
    given, words = config.invocation_params, list[str]()
    for word in map(str, given.args):
        last = words[-1] if words else ""
        if last.startswith("--forge-") and "=" not in last and last not in _FLAGS:
            words[-1] = f"{last}={word}"
        else:
            words.append(word)
    config.invocation_params = pytest.Config.InvocationParams(args=words, plugins=given.plugins, dir=given.dir)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return xdist's scheduler of ``--dist loadscope``, with the tool as the scope of our items."""
    if config.getoption("dist", "no") != "loadscope" or not named_targets(config):
        return None
    from xdist.scheduler import LoadScopeScheduling

    class ToolScheduling(LoadScopeScheduling):  # type: ignore[misc]  # xdist is optional
        def _split_scope(self, nodeid: str) -> Any:
            return item_of_tool(nodeid) if _is_ours(config, nodeid) else super()._split_scope(nodeid)

        # Without the two methods below, a run whose worker is lost would wait for ever.

        def remove_node(self, node: Any) -> Any:
            # A scope that is done must not be given to the next worker, which would have nothing to report.
            work = self.assigned_work[node]
            for scope in [scope for scope, items in work.items() if all(items.values())]:
                del work[scope]
            return super().remove_node(node)

        def schedule(self) -> None:
            super().schedule()
            # A worker keeps its last item until it is told that no other follows.
            if not self.workqueue:
                for node in self.nodes:
                    node.shutdown()

    return ToolScheduling(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(crashitem: str, report: pytest.TestReport, sched: Any) -> None:
    """Have an item of ours made again whose worker was lost; if that one is lost too, it is an error."""
    lost_once = sched.config.stash.setdefault(_lost_once_key, set())
    if crashitem in lost_once or not _is_ours(sched.config, crashitem):
        return
    lost_once.add(crashitem)
    # The schedulers by scope give a lost item to another worker themselves.
    with suppress(NotImplementedError):
        sched.mark_test_pending(crashitem)
    report.outcome = "rerun"  # type: ignore[assignment]  # as the documentation of the hook says


def pytest_report_teststatus(report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, str] | None:
    """Show an item that is made again as such; pytest would show an unknown outcome as a failure."""
    return ("rerun", "R", "RERUN") if str(report.outcome) == "rerun" else None


def _is_ours(config: pytest.Config, nodeid: str) -> bool:
    return "[" in nodeid and any(nodeid.startswith(f"{target}::") for target in named_targets(config))
