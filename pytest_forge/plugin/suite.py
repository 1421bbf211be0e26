"""ToolSuite: every check of the contract as a test of one tool."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from .judging import settle
from .loaded_targets import loaded_targets, selected_checks
from .options import options_key

if TYPE_CHECKING:
    from ..checks.check import Check

__all__ = ["ToolSuite", "suite_target", "suite_tool"]


class ToolSuite:
    """Every check of the contract as a test of one tool.

        class TestFetchOrders(ToolSuite):
            tool = fetch_orders

    A check cannot be left out, only expected to fail, with a reason:
    ``xfail = {"result_keys_are_stable": "until #12"}``.

    Attributes:
        tool: A @forge_tool, an annotated function, an executor, or a legacy mapping.
        xfail: Ids of checks that are expected to fail, with the reason; one that passes fails the test.
    """

    tool: ClassVar[Any] = None
    xfail: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls) -> None:
        """Refuse a suite that overrides the test itself."""
        super().__init_subclass__()
        dropped = [name for name in ("test_tool", "pytest_generate_tests") if name in vars(cls)]
        if dropped:
            raise TypeError(
                f"{cls.__name__} overrides {dropped[0]!r}, and with it every check. "
                "Name the checks that fail for now in 'xfail', each with its reason."
            )

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Make a test of each check."""
        if "forge_check_id" not in metafunc.fixturenames or metafunc.cls is None:
            return
        # One error for the suite, without a traceback; as tests, each of its checks would repeat it.
        problem = _problem(metafunc.cls, metafunc.config)
        if problem:
            raise pytest.Collector.CollectError(problem)
        try:
            selected = selected_checks(metafunc.config)
        except pytest.UsageError as error:
            raise pytest.Collector.CollectError(str(error)) from None
        metafunc.parametrize("forge_check_id", [_parameter(check, metafunc.cls.xfail) for check in selected])

    def test_tool(self, forge_check_id: str, request: pytest.FixtureRequest) -> None:
        """Judge the tool by one check."""
        __tracebackhide__ = True
        from ..checks.catalogue import all_checks
        from ..targets.target_error import TargetError

        target = suite_target(request.config, request.path, type(self))
        try:
            session = loaded_targets(request.config).open(target)
        except TargetError as error:
            pytest.fail(str(error), pytrace=False)
        if len(session.tools) != 1:
            pytest.fail(
                f"{type(self).__name__}.tool holds {len(session.tools)} tools. Write a suite for each of them.",
                pytrace=False,
            )
        settle(session, 0, all_checks()[forge_check_id], request.node)


def suite_tool(item: pytest.Function, check: str) -> str | None:
    """Return the name of the tool that a suite's test judges by *check*; None for any other test."""
    from ..targets.target_error import TargetError

    suite = item.cls
    judged = item.callspec.params.get("forge_check_id") if hasattr(item, "callspec") else None
    if suite is None or not issubclass(suite, ToolSuite) or judged != check:
        return None
    try:
        tools = loaded_targets(item.config).open(suite_target(item.config, item.path, suite)).tools
    except TargetError:
        return None
    return tools[0].name if len(tools) == 1 else None


def suite_target(config: pytest.Config, path: Path, suite: type[ToolSuite]) -> str:
    """Return the target that a suite of the file *path* judges."""
    # Relative to the folder where the run was started, as a user would write it.
    base = config.invocation_params.dir
    return f"{path.relative_to(base) if path.is_relative_to(base) else path}:{suite.__qualname__}.tool"


def _problem(suite: type[ToolSuite], config: pytest.Config) -> str:
    """Return why *suite* cannot be collected, in two sentences; empty if it can."""
    from ..checks.catalogue import all_checks

    name, expected = suite.__name__, suite.xfail
    if options_key not in config.stash:
        return f"{name} needs the plugin 'forge', which is disabled. Run without '-p no:forge', or deselect it."
    if suite.tool is None:
        return f"{name} has no tool. Set 'tool' to the tool to check."
    unknown = sorted(set(expected) - set(all_checks()))
    if unknown:
        return f"{name}.xfail names {unknown[0]!r}, which is not a check. 'forge explain' lists the checks."
    empty = sorted(check_id for check_id, reason in expected.items() if not str(reason).strip())
    if empty:
        return f"{name}.xfail gives no reason for {empty[0]!r}. Write why it fails."
    return ""


def _parameter(check: Check, expected: Mapping[str, str]) -> Any:
    marks = [pytest.mark.forge(check.family)]
    if check.id in expected:
        marks.append(pytest.mark.xfail(reason=expected[check.id], strict=True))
    return pytest.param(check.id, id=check.id, marks=marks)
