"""assert_promise: one check of one tool, in the sandbox, for a user's own tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..findings.finding import Finding

if TYPE_CHECKING:
    from ..verdict import CheckResult

__all__ = ["assert_promise"]


def assert_promise(
    target: str,
    finding: str,
    *,
    base: Path | None = None,
    seed: int = 0,
    budget: str = "quick",
    check_modules: Sequence[str] = (),
    variables: Sequence[str] = (),
    prepare: str = "",
    allow_destructive: bool = False,
    call: Mapping[str, Any] | None = None,
) -> CheckResult:
    """Fail unless a tool passes a check; ``--forge-write-tests`` writes tests with this.

        assert_promise("tools.py:fetch_orders", "fetch_orders[results_are_json]")

    Args:
        target: The target of the tool.
        finding: Its name and the check's id, ``tool[check]``, as in a report.
        base: Folder that relative paths and imports start from; the current one unless given.
        seed: Of the run with the finding.
        budget: ``quick``, ``standard`` or ``deep``.
        check_modules: Modules that declare checks of one's own.
        variables: Environment variables that the tool may see, each ``NAME`` or ``NAME=VALUE``.
        prepare: A .py file whose function ``prepare(workspace)`` runs in the sandbox first.
        allow_destructive: Whether to run the tool although it is marked as destructive.
        call: The arguments of a call to make first, if the check does not make it by itself.

    Returns:
        The verdict: passed, or not applicable.

    Raises:
        Finding: If the check fails, or cannot judge the tool.
        TargetError: If the target cannot be loaded, or a variable is not set.
        SelectionError: If there is no such check.
        LookupError: If there is no such tool.
    """
    __tracebackhide__ = True
    from ..engine.budget import BUDGETS
    from ..engine.selection import load_check_module, replayed
    from ..engine.session import open_session
    from ..targets.given_variables import given_variables
    from ..targets.past_calls import PastCalls
    from ..targets.prepare_file import PREPARE

    place = (base or Path.cwd()).resolve()
    for module in check_modules:
        load_check_module(module, base=place)
    tool, check = replayed(finding)
    environment = given_variables([*variables, *([f"{PREPARE}={prepare}"] if prepare else [])], option="variables")
    with open_session(
        target,
        budget=BUDGETS[budget],
        seed=seed,
        base=place,
        environment=environment,
        allow_destructive=allow_destructive,
    ) as session:
        past = PastCalls(call)
        wanted = [index for index, facts in enumerate(session.tools) if facts.name == tool]
        if not wanted:
            raise LookupError(f"There is no tool {tool!r} in {target!r}. Remove the test if the tool is gone.")
        results = [
            result for index in wanted for result in session.run(index, check, past=past) if result.check == check.id
        ]
    for result in results:
        if result.status in {"failed", "error"} or not result.was_made:
            raise Finding(result, check)
    return results[0]
