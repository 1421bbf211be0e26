"""Conformance: one test item for each tool and check of ``--forge-tools``."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ..findings.finding import Finding
from .judged_twice import judged_by_suites
from .judging import settle
from .loaded_targets import (
    check_lock,
    check_run,
    loaded_targets,
    named_targets,
    selected_checks,
    unload_targets,
    usage_errors,
)
from .lost_items import shown_names, tools_of_items_key
from .options import options_key
from .resumed_items import known_verdicts

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr

    from ..checks.check import Check
    from ..engine.kept_verdicts import KeptTool
    from ..engine.session import Session as LoadedSession
    from ..targets.facts import ToolFacts

__all__ = ["ForgeItem", "ForgeTarget"]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Refuse a target that cannot be loaded before xdist starts workers, which could only report a crash."""
    config = session.config
    if config.stash[options_key].baseline is not None:
        with usage_errors():
            _ = check_run(config).baseline
    is_controller = config.getoption("dist", "no") != "no" and not hasattr(config, "workerinput")
    targets = named_targets(config) if is_controller else []
    if targets:
        selected_checks(config)
    of_items = config.stash.setdefault(tools_of_items_key, {})
    for target in targets:
        _open_or_refuse(config, target)
        tools = loaded_targets(config).open(target).tools
        for index, (shown, tool) in enumerate(zip(shown_names(tools), tools, strict=True)):
            of_items[f"{target}::{shown}"] = (index, tool)
    unload_targets(config)


#: Ids of our items among the words of the command line.
_named_items_key = pytest.StashKey[list[str]]()


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Take the ids of our items from the command line, since pytest would look for files of that name.

    If only such ids are given, the project's own tests do not run.
    """
    named = [word for word in config.args if "::" in word and "[" in word]
    targets = named_targets(config) if named else []
    ours = [word for word in named if any(word.startswith(f"{target}::") for target in targets)]
    if ours:
        config.stash[_named_items_key] = ours
        config.args[:] = [word for word in config.args if word not in ours]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let ``-k`` find a suite's tests by family; it matches names, and not the arguments of marks."""
    item.extra_keyword_matches.update(family for mark in item.iter_markers("forge") for family in mark.args)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add one item for each tool and check; ``-k``, ``-m`` and ``--lf`` select from them afterwards."""
    targets = named_targets(config)
    if not targets:
        return
    check_lock(config, targets)
    checks, wanted = selected_checks(config), config.stash.get(_named_items_key, [])
    judged: list[ForgeItem] = []
    for target in targets:
        if not hasattr(config, "workerinput"):
            _open_or_refuse(config, target)
        collector = ForgeTarget.from_parent(session, name=target, nodeid=target, checks=checks)
        # Report it as pytest reports its own collectors, so that the terminal counts the items.
        report = config.hook.pytest_make_collect_report(collector=collector)
        if target in config.stash[options_key].project_targets:
            report.result = _without_suites(report.result, items, base=config.invocation_params.dir)
        # pytest takes it away from a failed report, too: xdist could not send it.
        report.__dict__.pop("call", None)
        config.hook.pytest_collectreport(report=report)
        judged += [item for item in report.result if isinstance(item, ForgeItem)]
    past = check_run(config).past
    # Past findings come first.
    judged.sort(key=lambda item: past(item.target, item.tool, item.check) is None)
    items.extend(item for item in judged if not wanted or item.nodeid in wanted)
    missing = sorted(set(wanted) - {item.nodeid for item in judged})
    if missing:
        raise pytest.UsageError(f"There is no test {missing[0]!r}. Copy the id from the output of a run.")


def _without_suites(collected: Sequence[Any], items: Sequence[pytest.Item], *, base: Path) -> list[ForgeItem]:
    """Return the items of tools that no suite of the run judges."""
    found = [item for item in collected if isinstance(item, ForgeItem)]
    twice = judged_by_suites({item.target for item in found}, items, base=base)
    return [item for item in found if item.target not in twice]


def _open_or_refuse(config: pytest.Config, target: str) -> None:
    with usage_errors():
        loaded_targets(config).open(target)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Unload the targets."""
    unload_targets(session.config)


#: The tools of which an item has run, each with its target.
_begun_key = pytest.StashKey[set[tuple[Any, int]]]()


class ForgeTarget(pytest.Collector):
    """The tools of one target."""

    def __init__(self, *, checks: list[Check], **kwargs: Any) -> None:
        super().__init__(path=kwargs["parent"].path, **kwargs)
        self._checks = checks

    def collect(self) -> Iterable[ForgeItem]:
        """Yield an item for each tool and check; repeated names are numbered."""
        from ..engine.campaign import checks_of

        try:
            with usage_errors():
                session = loaded_targets(self.config).open(self.name)
        except pytest.UsageError as error:
            # In a worker of xdist, which may be on another host: a report of collection reaches the terminal.
            raise self.CollectError(f"{error} The worker's folder is {os.fspath(self.path)!r}.") from None
        for index, (shown, tool) in enumerate(zip(shown_names(session.tools), session.tools, strict=True)):
            for check in checks_of(tool, self._checks):
                name = f"{shown}[{check.id}]"
                # pytest 9.2 splits ids into parts, and finds the last failures only by parts parsed from text.
                nodeid = f"{self.nodeid}::{name}"
                yield ForgeItem.from_parent(self, name=name, nodeid=nodeid, index=index, check=check)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show a finding as in the report, without a traceback."""
    report = yield
    if call.excinfo is not None and isinstance(call.excinfo.value, Finding):
        shown = call.excinfo.getrepr(style="value", chain=False)
        if shown.reprcrash is not None:
            # The short summary has one line for each test, untruncated if CI is set.
            shown.reprcrash.message = call.excinfo.value.told
        report.longrepr = shown
    return report


#: What ends an item by its verdict; an accepted finding is an expected failure.
_SETTLED = (Finding, pytest.xfail.Exception)


class ForgeItem(pytest.Item):
    """One check of one tool."""

    def __init__(self, *, index: int, check: Check, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.index = index
        self._check = check
        self.add_marker(pytest.mark.forge(check.family))
        # For -k, which matches names and not the arguments of marks.
        self.extra_keyword_matches.add(check.family)

    @property
    def tool(self) -> str:
        """The tool's name."""
        return self._facts().name

    @property
    def target(self) -> str:
        """The target of the tool alone."""
        return self._facts().target

    def _facts(self) -> ToolFacts:
        assert self.parent is not None  # noqa: S101  # for the type checker
        return loaded_targets(self.config).open(self.parent.name).tools[self.index]

    @property
    def check(self) -> str:
        """The check's id."""
        return self._check.id

    @property
    def judged_by(self) -> Check:
        """The check itself."""
        return self._check

    def runtest(self) -> None:
        """Judge the tool."""
        assert self.parent is not None  # noqa: S101  # for the type checker
        session = loaded_targets(self.config).open(self.parent.name)
        known = known_verdicts(self.config, session.tools[self.index], self.index)
        self._judge_with_others(session, known)
        settle(session, self.index, self._check, self, known=known)

    def _judge_with_others(self, session: LoadedSession, known: KeptTool) -> None:
        """Judge the tool by the checks of all its items, when the first of them runs."""
        if hasattr(self.config, "workerinput") and not self.config.stash[options_key].is_tool_in_one_worker:
            # A worker of xdist runs a part of the items, and does not know which.
            return
        begun = self.config.stash.setdefault(_begun_key, set())
        if (self.parent, self.index) not in begun:
            begun.add((self.parent, self.index))
            same = [
                item.judged_by for item in self.session.items if isinstance(item, ForgeItem) and self._is_beside(item)
            ]
            same = [check for check in same if check.id not in known.results]
            with usage_errors():
                check_run(self.config).judge_together(session, self.index, same)

    def _is_beside(self, item: ForgeItem) -> bool:
        return (item.parent, item.index) == (self.parent, self.index)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str | TerminalRepr:
        """Return the failure; for a traceback, which a finding does not show, pytest parses the file of each frame."""
        return super().repr_failure(excinfo, "value" if isinstance(excinfo.value, _SETTLED) else style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return where the item comes from."""
        return self.config.rootpath, None, self.name
