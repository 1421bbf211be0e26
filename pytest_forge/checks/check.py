"""Check: one promise of a tool, as a plain function that raises when it is broken.

    @check(family="definition", level="MUST", source="seed-000: args model contract, rule 3")
    def root_is_closed(tool: ToolFacts) -> None:
        \"\"\"The schema refuses arguments that it does not name.\"\"\"
        if ...:
            raise CheckFailure("...")

The function's name is the id, its docstring's first line the promise, the rest of it the reason. A check of the family
``definition`` takes `ToolFacts` and runs in the checking process; any other takes a `Subject` and runs in a sandboxed
process of its own. ``examples/<id>.py`` holds a tool that breaks it and the same tool mended.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from ..verdict import Level

__all__ = ["FAMILIES", "Check", "Family", "all_checks", "check", "served"]

Family = Literal[
    "definition", "arguments", "results", "errors", "confinement", "approval", "effects", "injection", "robustness"
]
FAMILIES: tuple[Family, ...] = (
    "definition",
    "arguments",
    "results",
    "errors",
    "confinement",
    "approval",
    "effects",
    "injection",
    "robustness",
)

Function = TypeVar("Function", bound=Callable[..., None])


@dataclass(frozen=True, slots=True)
class Check:
    """One promise.

    Attributes:
        id: Stable name, in snake case.
        family: What it is about.
        level: MUST for a broken contract or a security hole, SHOULD for what costs quality.
        source: The seed and sentence, or the rule's reference.
        promise: One sentence.
        reason: Why it matters; may be several paragraphs.
        codes: What its findings may be called, each with what it means; empty where its author lists none.
        judge: Returns if the promise holds; raises CheckFailure, NotApplicable or CouldNotRun otherwise.
        judge_served: The same for a tool of a server, of which nothing is seen but what it sends and what becomes of
            files; None where that is not enough.
    """

    id: str
    family: Family
    level: Level
    source: str
    promise: str
    reason: str
    judge: Callable[[Any], None]
    codes: Mapping[str, str] = field(default_factory=dict)
    judge_served: Callable[[Any], None] | None = None

    @property
    def is_static(self) -> bool:
        """Whether it reads the definition only, and runs nothing of the tool."""
        return self.family == "definition"


_checks: dict[str, Check] = {}


def check(
    *, family: Family, level: Level, source: str, codes: Mapping[str, str] | None = None
) -> Callable[[Function], Function]:
    """Declare the decorated function a check.

    Args:
        family: What it is about.
        level: ``"MUST"`` or ``"SHOULD"``.
        source: Seed and sentence, or the rule's reference.
        codes: The codes of its findings, each with what it means: ``{"stale_cache": "An earlier answer is given after
            a change."}``.

    Raises:
        ValueError: If another check has the same name, or the function has no docstring.
    """

    def decorate(function: Function) -> Function:
        name = function.__name__
        first, _, rest = inspect.cleandoc(function.__doc__ or "").partition("\n")
        if not first:
            raise ValueError(f"The check {name!r} has no docstring. Its first line is the promise.")
        present = _checks.get(name)
        if present is not None and present.judge.__module__ != function.__module__:
            raise ValueError(
                f"The check {name!r} is already declared in {present.judge.__module__!r}. Choose another name."
            )
        _checks[name] = Check(name, family, level, source, first, rest.strip(), function, dict(codes or {}))
        return function

    return decorate


def served(identifier: str) -> Callable[[Function], Function]:
    """Declare the decorated function the judge of a check's promise for tools of servers.

    Args:
        identifier: The check.

    Raises:
        ValueError: If there is no such check.
    """

    def decorate(function: Function) -> Function:
        if identifier not in _checks:
            raise ValueError(f"There is no check {identifier!r} to judge servers by. Declare it first.")
        _checks[identifier] = replace(_checks[identifier], judge_served=function)
        return function

    return decorate


def all_checks() -> dict[str, Check]:
    """Return every check by id: ours, by family, then those declared elsewhere."""
    for family in FAMILIES:
        importlib.import_module(f"pytest_forge.checks.{family}")
    importlib.import_module("pytest_forge.checks.served")
    order = {family: index for index, family in enumerate(FAMILIES)}
    return dict(sorted(_checks.items(), key=lambda item: order[item[1].family]))
